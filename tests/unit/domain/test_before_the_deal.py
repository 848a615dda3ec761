"""19:47-10.4(e), 10.9(c), 11.6; MD 4.F, 10.C: what goes wrong before the deal, and what is no misdeal."""

from typing import Final

import pytest

from domain.commands import CommandError
from domain.events.round import RoundVoided
from domain.games.pai_gow.messages.events import TilesCut, TilesReshuffled
from domain.games.pai_gow.round.state import round_at
from domain.messages.commands import parse_command
from domain.refusals import WrongMoment
from projections.rounds import Rounds
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    reshuffle,
    roll,
    set_hand,
    set_house,
)
from tests.support.domain.banked import accepted, after_first, cut, jersey
from tests.support.domain.first_version import under_the_first
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.poker import poker
from tests.support.domain.versions import opened_under_the_second

BEGUN: Final = (open_round(), place(1), no_more_bets(), roll(2, 3, 4))
BEFORE: Final = pytest.mark.parametrize("moment", range(1, len(BEGUN) + 1))
OPENINGS: Final = pytest.mark.parametrize(
    ("opening", "mixed", "misdealt"),
    [
        (open_table(), "19:47-10.4(e)", "19:47-10.9(c)"),
        (open_table(regulation="md-pai-gow"), "MD 4.F", "MD 10.C"),
        (poker(), "19:47-11.6", "19:47-11.11"),
    ],
    ids=["NJ", "MD", "poker"],
)
HOUSE: Final = "1-3 1-5 5-6 4-6"


@BEFORE
@OPENINGS
def test_nothing_is_misdealt_before_the_deal(
    opening: Asked, mixed: str, misdealt: str, moment: int
) -> None:
    table = given(opening, *BEGUN[:moment])
    refusal = then_refused(table, misdeal(), rule=misdealt, kind=WrongMoment)
    assert all(other in refusal.reason for other in ("`reshuffle`", "`void_round`"))


@BEFORE
def test_under_version_1_a_misdeal_was_taken_at_any_moment(moment: int) -> None:
    then = under_the_first(open_table(), *BEGUN[:moment], misdeal())
    assert then.one(RoundVoided).rule == "19:47-10.9(c)"


@pytest.mark.parametrize("moment", range(1, len(BEGUN)))
@OPENINGS
def test_tiles_that_are_mixed_again_before_the_dice_leave_the_wagers(
    opening: Asked, mixed: str, misdealt: str, moment: int
) -> None:
    table = given(opening, *BEGUN[:moment])
    then = when(table, reshuffle("one was turned over", "Kim"))
    [again] = then.events
    assert isinstance(again, TilesReshuffled)
    assert (again.rule, again.reason, again.supervisor) == (mixed, "one was turned over", "Kim")
    assert round_at(then.table) == round_at(table)
    assert then.table.tray == table.tray
    assert when(then.table, reshuffle()).events


@OPENINGS
def test_after_the_dice_nothing_is_mixed_again(opening: Asked, mixed: str, misdealt: str) -> None:
    rolled = given(opening, *BEGUN)
    refusal = then_refused(rolled, reshuffle(), rule=mixed, kind=WrongMoment)
    assert "`void_round`" in refusal.reason
    shaken = given(opening, *BEGUN[:-1], ask("no_roll", reason="a die fell out"))
    assert when(shaken, reshuffle(), roll()).events
    second = when(opened_under_the_second(opening), *BEGUN).table
    assert round_at(when(second, reshuffle()).table) == round_at(second)


def test_no_number_is_told_before_what_is_mixed_again() -> None:
    opening = open_table(regulation="md-pai-gow", generator=True)
    number = ask("announce_number", number=4)
    told = given(opening, open_round(), place(1), no_more_bets(), number)
    then_refused(told, reshuffle(), rule="MD 4.F", kind=WrongMoment)


def test_after_the_deal_nothing_is_mixed_again() -> None:
    table = given(open_table(), *BEGUN, deal(HOUSE))
    for moment in (table, when(table, set_hand(1), set_house()).table):
        refusal = then_refused(moment, reshuffle(), rule="19:47-10.4(e)", kind=WrongMoment)
        assert "`misdeal`" in refusal.reason


@pytest.mark.parametrize("lacking", ["reason", "supervisor"])
@pytest.mark.parametrize("command", ["reshuffle", "void_round"])
def test_somebody_stands_by_and_says_why(command: str, lacking: str) -> None:
    told = ask(command, reason="why", supervisor="Kim")
    with pytest.raises(CommandError):
        parse_command({name: value for name, value in told.items() if name != lacking})


def test_10_8_g_the_new_stacks_may_be_cut_as_the_old_ones_were() -> None:
    table = when(accepted(after_first(jersey(), 1, 6), 6), place(1), cut(3)).table
    then_refused(table, cut(2), rule="19:47-10.8(g)")
    then = when(table, reshuffle(), cut(2))
    assert then.one(TilesCut).stacks == 2
    then_refused(then.table, cut(1), rule="19:47-10.8(g)")


@pytest.mark.parametrize("total", [1, 19, "ten"])
def test_no_dice_come_to_such_a_total(total: object) -> None:
    with pytest.raises(CommandError):
        parse_command(ask("roll", dice=[2, 3, 4], announced=total))


def test_the_rounds_row_keeps_what_went_wrong() -> None:
    fold = Rounds()
    events = when(
        given(open_table()),
        *(open_round(), place(1), reshuffle("a tile was seen"), no_more_bets()),
        *(ask("roll", dice=[2, 3, 4], announced=10), ask("void_round", reason="r", supervisor="K")),
    ).events
    row = fold.first("PG01-1-1", events[0])
    for event in events:
        row = fold.fold(row, event)
    assert (row.reshuffles, row.announced) == (("a tile was seen",), 10)
    assert (row.phase, row.reason, row.supervisor) == ("voided", "r", "K")
