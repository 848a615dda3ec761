"""10.8(g), MD 9.G: where a cut goes. 13:69F-10.6A(f), 11.8D(f): who shook for whom."""

from typing import Any, Final

import msgspec
import pytest

from domain.commands import CommandError
from domain.events import encode
from domain.events.round import DiceRolled
from domain.games.pai_gow.game import GAME as PAI_GOW
from domain.games.pai_gow.messages.events import TilesCut
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import NotOffered
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from services.explain import Narrator
from services.history.other_rules import corrected_commands
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    place,
    roll,
    void_round,
)
from tests.support.domain.at_the_dice import accept_bank, before_a_bank, bet, eye_table, to_the_dice
from tests.support.domain.given import Happened, given, history, then_refused, when
from tests.support.domain.mistaken import correct_roll
from tests.support.domain.versions import opened_under_the_second

ALONE: Final = eye_table(standalone=True)
BUTTON_ON_TWO: Final = (2, 1, 3)
CUT: Final = {"nj-pai-gow": "19:47-10.8(g)", "md-pai-gow": "MD 9.G"}


def banked(regulation: str = "nj-pai-gow") -> list[Asked]:
    submission = {"regulation": regulation, "banking": True}
    opening = ask("open_table", table="PG01", submission=submission, inventory=1_000_000)
    return [*before_a_bank(opening, 1, 2), open_round(), accept_bank(1)]


def with_button() -> list[Asked]:
    first = to_the_dice(bet(5, "even"), dice=BUTTON_ON_TWO)
    return [ALONE, *first, open_round(), bet(2), no_more_bets()]


def last_row(happened: Happened) -> RoundRow:
    rounds = Rounds()
    rows: dict[str, RoundRow] = {}
    for event in happened.events:
        where = rounds.place(event)
        if where is not None:
            rows[where] = rounds.fold(rows.get(where) or rounds.first(where, event), event)
    return list(rows.values())[-1]


def last_sentence(happened: Happened, of: type) -> str:
    narrator, told = Narrator(), ""
    for event in happened.events:
        lines = narrator.tell(event)
        told = lines[0] if isinstance(event, of) else told
    return told


@pytest.mark.parametrize("regulation", CUT)
@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"stacks": 3, "end": "left"}, "3 stacks moved to the left end"),
        ({"stacks": [2], "end": "right"}, "stack 2 moved to the right end"),
        ({"stacks": [5, 4], "end": "both"}, "stacks 5 and 4 moved to both ends"),
        ({"stacks": 1}, "one stack moved to an end"),
    ],
)
def test_the_end_is_written_where_it_is_told(
    regulation: str, told: dict[str, Any], sentence: str
) -> None:
    happened = history(*banked(regulation), ask("cut", **told))
    cut = happened.one(TilesCut)
    assert cut.rule == CUT[regulation]
    assert (cut.end if "end" in told else None) == told.get("end")
    assert (b'"end"' in encode(cut)) == ("end" in told)
    row = last_row(happened)
    assert row.cut_to == told.get("end")
    assert sentence in last_sentence(happened, TilesCut)
    [again] = [
        one
        for one in corrected_commands(PAI_GOW, [*_of_last_round(happened)])
        if one.command == "cut"
    ]
    assert again.model_dump(exclude_none=True)["stacks"] == told["stacks"]
    assert again.model_dump(exclude_none=True).get("end") == told.get("end")


def _of_last_round(happened: Happened) -> list[Any]:
    last = happened.events[-1].round
    return [event for event in happened.events if event.round == last]


@pytest.mark.parametrize("stacks", [1, [4]])
def test_one_stack_does_not_go_to_both_ends(stacks: int | list[int]) -> None:
    table = given(*banked())
    told = ask("cut", stacks=stacks, end="both")
    then_refused(table, told, rule="19:47-10.8(g)", kind=NotOffered)


def test_there_is_no_other_end() -> None:
    with pytest.raises(CommandError):
        parse_command(ask("cut", stacks=1, end="middle"))


def shaken(table: Table, shaker: int | str | None = None) -> DiceRolled:
    return when(table, roll(1, 2, 4, **({} if shaker is None else {"shaker": shaker}))).one(
        DiceRolled
    )


def test_it_is_written_who_shook_for_the_seat_whose_roll_it_is() -> None:
    table = given(*with_button())
    assert (shaken(table, "dealer").shaker, shaken(table, "dealer").shaken_by) == (2, "dealer")
    for told in (None, 2):
        rolled = shaken(table, told)
        assert (rolled.shaker, rolled.shaken_by) == (2, msgspec.UNSET)
        assert b"shaken_by" not in encode(rolled)


def test_the_dealers_own_roll_is_shaken_for_nobody() -> None:
    table = given(ALONE, open_round(), bet(2), no_more_bets())
    assert shaken(table, "dealer").shaken_by is msgspec.UNSET


def test_under_version_2_the_dealer_could_shake_for_a_bank() -> None:
    opening = eye_table(standalone=True, banking=True)
    ready = (*before_a_bank(opening, 1, 2), open_round(), accept_bank(1), place(2), no_more_bets())
    then_refused(given(*ready), roll(1, 2, 4, shaker="dealer"), rule="19:47-10.8(i)")
    rolled = shaken(when(opened_under_the_second(opening), *ready[1:]).table, "dealer")
    assert (rolled.shaker, rolled.shaken_by) == (1, "dealer")


@pytest.mark.parametrize(("told", "by"), [("dealer", "dealer"), (2, 2)])
def test_a_round_is_shown_with_who_shook(told: int | str, by: int | str) -> None:
    row = last_row(history(*with_button(), roll(1, 2, 4, shaker=told)))
    assert (row.shaker, row.shaken_by) == (2, by)


def test_it_is_explained_who_shook_for_whom() -> None:
    said = last_sentence(history(*with_button(), roll(1, 2, 4, shaker="dealer")), DiceRolled)
    assert said.startswith(
        "The dealer shakes for seat 2, with the dragon's eye button and a dice bonus wager:"
        " 1, 2 and 4, 7 in all"
    )


def test_a_roll_read_anew_was_shaken_by_the_same() -> None:
    bets = (place(2), bet(2))
    first = to_the_dice(place(2), dice=BUTTON_ON_TWO)
    opening = eye_table()
    ready = (opening, *first, void_round(), open_round(), *bets, no_more_bets())
    for told, by in (("dealer", "dealer"), (2, msgspec.UNSET)):
        rolled = when(given(*ready), roll(1, 2, 4, shaker=told), correct_roll(1, 2, 5))
        assert [one.shaken_by for one in rolled.all(DiceRolled)] == [by, by]
        again = when(rolled.table, correct_roll(1, 2, 6))
        assert again.one(DiceRolled).shaken_by == by
