"""19:47-10.9(c), 11.11; MD 10.C: hands that a wrong total sent to the wrong positions are void."""

from typing import Any, Final

import pytest
from msgspec import UNSET

from domain.commands import CommandError
from domain.controls import DUTIES_APART, VOID_ROUND
from domain.events.round import DiceRolled, RoundVoided, WagerSettled
from domain.games.pai_gow.messages.events import DealCorrected, TilesDealt
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table, next_commands, options
from domain.messages.commands import parse_command
from domain.refusals import BooksRefuse, NotOffered
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
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_house,
)
from tests.support.domain.banked import accepted, after_first, jersey
from tests.support.domain.books_asked import correct_deal, correct_roll
from tests.support.domain.first_version import under_the_second
from tests.support.domain.given import given, history, then_refused, when
from tests.support.domain.poker import WINS, deal_cards, poker

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 3: "5-5 1-5 / 3-3 3-4"}
BEGUN: Final = (open_round(), place(1), no_more_bets())
WRONG: Final = ask("roll", dice=[2, 3, 4], announced=10)
"""Nine points to the dealer, ten to seat 1."""
OPENINGS: Final = pytest.mark.parametrize(
    ("regulation", "rule"), [("nj-pai-gow", "19:47-10.9(c)"), ("md-pai-gow", "MD 10.C")]
)


def dealt(regulation: str = "nj-pai-gow", **elections: Any) -> Table:
    opening = open_table(regulation=regulation, **elections)
    return given(opening, *BEGUN, roll(2, 3, 4), deal(HOUSE))


def without(asked: Asked, *names: str) -> Asked:
    return {name: value for name, value in asked.items() if name not in names}


@OPENINGS
def test_a_misdeal_is_told_with_the_wrong_total_and_a_supervisor(
    regulation: str, rule: str
) -> None:
    then = when(dealt(regulation), misdeal("one position off", 10, "Kim"))
    ended = then.one(RoundVoided)
    assert (ended.rule, ended.reason) == (rule, "one position off")
    assert (ended.supervisor, ended.announced) == ("Kim", 10)
    assert then.one(WagerSettled).outcome == "void"
    assert game_at(then.table).round is None


@pytest.mark.parametrize("moment", range(4))
def test_it_returns_every_wager_whenever_it_is_seen(moment: int) -> None:
    play = up_to_the_house(HOUSE, HANDS)
    before = given(open_table(), *play[: len(play) - moment])
    voided = when(before, misdeal()).one(RoundVoided)
    assert [line.outcome for line in voided.wagers] == ["void", "void"]
    assert voided.tray_delta == 0


@OPENINGS
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (without(misdeal(), "announced"), "tell as `announced`"),
        (without(misdeal(), "announced", "supervisor"), "tell as `announced`"),
        (misdeal(announced=9), "9 was announced, and the dice total 9"),
        (misdeal(announced=17), "17 points to the dealer as the dice do"),
    ],
)
def test_a_total_that_was_right_or_points_where_the_dice_do_misdeals_nothing(
    regulation: str, rule: str, asked: Asked, words: str
) -> None:
    refusal = then_refused(dealt(regulation), asked, rule=rule, kind=NotOffered)
    assert words in refusal.reason
    assert "`void_round`" in refusal.reason


def test_with_the_house_open_and_the_total_right_nothing_is_misdealt() -> None:
    told = ask("roll", dice=[2, 3, 4], announced=9)
    set_all = (deal(HOUSE), set_hand(1), set_house())
    table = given(open_table(), *BEGUN, told, *set_all)
    refusal = then_refused(table, misdeal(), rule="19:47-10.9(c)", kind=NotOffered)
    assert "the roll recorded 9 as announced" in refusal.reason
    asked = without(misdeal(), "announced")
    refusal = then_refused(table, asked, rule="19:47-10.9(c)", kind=NotOffered)
    assert "9 was announced, and the dice total 9" in refusal.reason
    assert "misdeal" not in next_commands(table)


def test_a_supervisor_stands_by_who_is_not_the_sender() -> None:
    table, asked = dealt(), misdeal(supervisor="Kim")
    refusal = then_refused(table, without(asked, "supervisor"), rule=VOID_ROUND, kind=BooksRefuse)
    assert "`supervisor`" in refusal.reason
    kim = {"id": "Kim", "role": "floorperson"}
    then_refused(table, {**asked, "actor": kim}, rule=DUTIES_APART, kind=BooksRefuse)
    dan = {"id": "Dan", "role": "dealer"}
    by_dealer = when(table, {**set_hand(1), "actor": dan}).table
    ann = {"id": "Ann", "role": "floorperson"}
    refusal = then_refused(by_dealer, {**misdeal(supervisor="Dan"), "actor": ann})
    assert refusal.rule == DUTIES_APART
    assert when(by_dealer, {**asked, "actor": dan}).one(RoundVoided).supervisor == "Kim"


@pytest.mark.parametrize("field", ["announced", "supervisor"])
def test_what_is_lacking_is_refused_by_rule_and_not_by_shape(field: str) -> None:
    assert parse_command(without(misdeal(), field)).command == "misdeal"


@pytest.mark.parametrize(
    ("opening", "elections"),
    [
        ((ask("announce_number", number=9),), {"regulation": "md-pai-gow", "generator": True}),
        ((roll(2, 3, 4),), {"dragons_eye": {"vigorish_method": 1, "start": "eye"}}),
    ],
)
def test_where_no_total_is_counted_none_is_wrong(
    opening: tuple[Asked, ...], elections: dict[str, Any]
) -> None:
    table = given(open_table(**elections), *BEGUN, *opening, deal(HOUSE))
    refusal = then_refused(table, misdeal(), kind=NotOffered)
    assert "no total is counted" in refusal.reason
    assert "misdeal" not in next_commands(table)


def test_nor_does_the_deal_say_there_where_it_began() -> None:
    eye = open_table(dragons_eye={"vigorish_method": 1, "start": "eye"})
    table = given(eye, *BEGUN, WRONG)
    assert when(table, deal(HOUSE)).one(TilesDealt).start == "2"


@OPENINGS
def test_after_a_wrong_total_the_deal_says_where_it_began(regulation: str, rule: str) -> None:
    table = given(open_table(regulation=regulation), *BEGUN, WRONG)
    refusal = then_refused(table, deal(HOUSE), rule=rule, kind=NotOffered)
    assert "`start`" in refusal.reason
    [asked] = [one for one in options(table) if one.command == "deal"]
    assert asked.choices["start"] == ("dealer", "1", "2", "3", "4", "5", "6", "dead")
    then = when(table, deal(HOUSE, start="dealer"))
    told = then.one(TilesDealt)
    assert (told.start, told.start_told) == ("dealer", True)
    later = when(then.table, set_hand(1), set_house(), settle())
    assert later.names()[-1] == "RoundClosed"


@OPENINGS
@pytest.mark.parametrize("start", ["1", "dead"])
def test_a_deal_by_the_wrong_total_is_void_at_once(regulation: str, rule: str, start: str) -> None:
    table = given(open_table(regulation=regulation), *BEGUN, WRONG)
    then = when(table, deal(HOUSE, start=start))
    assert then.names() == ["TilesDealt", "WagerSettled", "RoundVoided"]
    told = then.one(TilesDealt)
    assert (told.start, told.hands[start][:4]) == (start, tuple(HOUSE.split()))
    ended = then.one(RoundVoided)
    assert (ended.rule, ended.supervisor, ended.announced) == (rule, UNSET, UNSET)
    assert ended.reason.startswith("10 was announced, the dice total 9: the deal began at ")
    assert ended.tray_delta == 0


def test_a_wrong_total_that_points_where_the_dice_do_asks_for_the_start_too() -> None:
    told = ask("roll", dice=[2, 3, 4], announced=17)
    table = given(open_table(), *BEGUN, told)
    then_refused(table, deal(HOUSE), rule="19:47-10.9(c)")
    assert when(table, deal(HOUSE, start="dealer")).names() == ["TilesDealt"]


def test_a_deal_that_told_its_start_right_is_no_misdeal() -> None:
    rolled = given(open_table(), *BEGUN, roll(2, 3, 4))
    for table in (rolled, given(open_table(), *BEGUN, WRONG)):
        after = when(table, deal(HOUSE, start="dealer")).table
        for asked in (misdeal(), without(misdeal(), "announced")):
            refusal = then_refused(after, asked, rule="19:47-10.9(c)", kind=NotOffered)
            assert "`deal` told that it began at the dealer" in refusal.reason
        right = correct_deal("6-6 6-6 1-1 1-1")
        corrected = when(after, right)
        assert corrected.one(DealCorrected)
        assert corrected.one(TilesDealt).start_told is True
        then_refused(corrected.table, misdeal(), rule="19:47-10.9(c)")


def test_without_a_wrong_total_the_deal_begins_where_the_dice_point() -> None:
    table = given(open_table(), *BEGUN, roll(2, 3, 4))
    refusal = then_refused(table, deal(HOUSE, start="1"), rule="19:47-10.6(d)", kind=NotOffered)
    assert "`misdeal`" in refusal.reason


def test_in_a_banks_round_it_is_counted_from_the_bank() -> None:
    table = when(accepted(after_first(jersey(), 1, 6), 6), place(1), no_more_bets()).table
    rolled = when(table, ask("roll", dice=[2, 4, 5], announced=12)).table
    tiles = ask("deal", stacks=stacks({}))
    then_refused(rolled, tiles, rule="19:47-10.9(c)")
    assert when(rolled, {**tiles, "start": "dealer"}).names() == ["TilesDealt"]
    ended = when(rolled, {**tiles, "start": "1"}).one(RoundVoided)
    assert ended.reason.endswith("the deal began at seat 1, not at the dealer")
    assert ended.dealer_wager is not None
    assert ended.dealer_wager.outcome == "void"


def test_11_11_cards_lie_in_a_ring_of_seven() -> None:
    begun = (poker(), open_round(), place(1), no_more_bets())
    told = ask("roll", dice=[2, 3, 3], announced=15)
    cards = deal_cards({1: WINS})
    table = given(*begun, told)
    refusal = then_refused(table, {**cards, "start": "dead"}, kind=NotOffered)
    assert "knows no position `dead`" in refusal.reason
    assert when(table, {**cards, "start": "dealer"}).names() == ["CardsDealt"]
    then = when(table, {**cards, "start": "1"})
    assert then.one(RoundVoided).rule == "19:47-11.11"
    plain = when(given(*begun), roll(2, 3, 3), cards).table
    then_refused(plain, misdeal(announced=15), rule="19:47-11.11")
    assert when(plain, misdeal(announced=16)).one(RoundVoided).rule == "19:47-11.11"


def test_dice_that_are_corrected_were_announced_by_nobody_yet() -> None:
    table = given(open_table(), *BEGUN, WRONG)
    then = when(table, correct_roll(2, 3, 5), ask("deal", stacks=stacks({})), misdeal(announced=9))
    assert then.one(DiceRolled).announced is UNSET
    assert then.one(RoundVoided).announced == 9


def test_every_total_that_is_offered_is_taken_and_no_other() -> None:
    table = dealt()
    [asked] = [one for one in options(table) if one.command == "misdeal"]
    for total in range(3, 19):
        if total in asked.choices["announced"]:
            assert when(table, misdeal(announced=total)).one(RoundVoided)
        else:
            then_refused(table, misdeal(announced=total), rule="19:47-10.9(c)")


def test_the_rounds_row_keeps_the_total_that_a_misdeal_told() -> None:
    fold = Rounds()
    then = history(open_table(), *BEGUN, roll(2, 3, 4), deal(HOUSE), misdeal())
    events = then.events[1:]
    row = fold.first("PG01-1-1", events[0])
    for event in events:
        row = fold.fold(row, event)
    assert (row.phase, row.announced, row.supervisor) == ("voided", 10, "fp1")


def test_a_surrendered_wager_goes_back_too() -> None:
    table = given(open_table(), *up_to_the_house(HOUSE, HANDS), surrender(1))
    voided = when(table, misdeal()).one(RoundVoided)
    assert [line.outcome for line in voided.wagers] == ["void", "void"]


def test_under_version_2_a_misdeal_needs_no_total_and_no_supervisor() -> None:
    play = up_to_the_house(HOUSE, {1: HANDS[1]})
    then = under_the_second(open_table(), *play, ask("misdeal", reason="a stack fell over"))
    assert then.one(RoundVoided).rule == "19:47-10.9(c)"
    then = under_the_second(open_table(), *BEGUN, WRONG, deal(HOUSE), ask("misdeal", reason="off"))
    assert then.one(TilesDealt).start == "dealer"
    assert then.one(RoundVoided).reason == "off (10 was announced, the dice total 9)"


@pytest.mark.parametrize("start", [1, "7", "bank", ""])
def test_a_start_is_written_as_the_event_has_it(start: object) -> None:
    with pytest.raises(CommandError):
        parse_command(ask("deal", stacks=stacks({}), start=start))


def test_the_state_forgets_the_start_with_the_round() -> None:
    table = when(given(open_table(), *BEGUN, WRONG), deal(HOUSE, start="1")).table
    again = when(table, *BEGUN, roll(2, 3, 4), deal(HOUSE)).table
    state = round_at(again)
    assert state.deal is not None
    assert not state.deal.start_told
