"""How long dice and tiles stay on a table: judged when a round opens, whatever was told when."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.commands.submission import Submission
from domain.events import encode
from domain.events.table import DiceChanged, TableOpened
from domain.games.pai_gow.messages.events import TilesChanged
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table, decide, evolve
from domain.messages.commands import parse_command
from domain.refusals import Expired
from services.history.other_rules import OtherRules, compare_round
from tests.support.domain.asked import (
    Asked,
    ask,
    close_table,
    deal,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    void_round,
)
from tests.support.domain.books_asked import correct_roll
from tests.support.domain.given import given, history, new_table, stamp, then_refused, when
from tests.support.domain.versions import opened_under_the_second

CAME: Final = "2026-11-15T20:00:00Z"
DAY_LATER: Final = "2026-11-16T20:00:00Z"
DAY_AND_MORE: Final = "2026-11-16T20:00:00.000001Z"
HALF_A_DAY: Final = "2026-11-16T08:00:00Z"
HALF_A_DAY_AND_MORE: Final = "2026-11-16T08:00:00.000001Z"
HANDS: Final = "6-6 1-1 4-4 1-3"
OF_DICE: Final = {
    "nj-pai-gow": "19:47-10.3(c)",
    "md-pai-gow": "MD 2.E",
    "nj-pai-gow-poker": "19:47-11.4",
}


def at(asked: Asked, moment: str) -> Asked:
    return {**asked, "at": moment}


def opened(regulation: str = "nj-pai-gow", moment: str = CAME, **elections: Any) -> Asked:
    return at(open_table(regulation=regulation, **elections), moment)


def fresh_tiles(moment: str) -> Asked:
    return at(ask("change_tiles"), moment)


def fresh_dice(moment: str) -> Asked:
    return at(ask("change_dice"), moment)


def as_version_1(*commands: Asked) -> Table:
    """The table as its events say, where its sessions were opened under version 1."""
    table = new_table()
    for asked in commands:
        for event in decide(table, parse_command(asked), stamp(asked)).events:
            first = isinstance(event, TableOpened) and f"{event.regulation.partition('@')[0]}@1"
            table = evolve(table, replace(event, regulation=first) if first else event)
    return table


@pytest.mark.parametrize("regulation", OF_DICE)
def test_no_round_opens_with_dice_older_than_24_hours(regulation: str) -> None:
    table = given(opened(regulation), fresh_tiles(DAY_LATER))
    assert when(table, at(open_round(), DAY_LATER)).events
    late = at(open_round(), DAY_AND_MORE)
    refusal = then_refused(table, late, rule=OF_DICE[regulation], kind=Expired)
    assert refusal.reason == (
        f"the dice came at {CAME}, more than 24 hours before {DAY_AND_MORE};"
        " tell `change_dice` first"
    )
    assert when(table, fresh_dice(DAY_AND_MORE), late).events


def test_no_round_opens_in_maryland_with_tiles_older_than_12_hours() -> None:
    table = given(opened("md-pai-gow"))
    assert when(table, at(open_round(), HALF_A_DAY)).events
    late = at(open_round(), HALF_A_DAY_AND_MORE)
    then_refused(table, late, rule="MD 3.A(2)", kind=Expired)
    assert when(table, fresh_tiles(HALF_A_DAY_AND_MORE), late).events
    assert when(given(opened()), late).events


LATER: Final = "2026-11-18T20:00:00Z"


@pytest.mark.parametrize("regulation", ["nj-pai-gow", "md-pai-gow"])
def test_a_round_begun_in_time_is_finished_with_its_tiles(regulation: str) -> None:
    begun = at(open_round(), HALF_A_DAY)
    rest = (place(1), no_more_bets(), ask("change_dice"), roll(), deal(HANDS))
    then = when(given(opened(regulation), begun), *(at(one, LATER) for one in rest))
    assert then.names()[-1] == "TilesDealt"


@pytest.mark.parametrize("regulation", OF_DICE)
def test_dice_that_grow_too_old_in_a_round_are_changed_before_they_are_rolled(
    regulation: str,
) -> None:
    begun = (at(open_round(), DAY_LATER), place(1), no_more_bets())
    table = given(opened(regulation), fresh_tiles(DAY_LATER), *begun)
    assert when(table, at(roll(), DAY_LATER)).events
    late = at(roll(), DAY_AND_MORE)
    refusal = then_refused(table, late, rule=OF_DICE[regulation], kind=Expired)
    assert "`change_dice`" in refusal.reason
    called = when(table, at(ask("no_roll", cause="fell_out", reason="a die"), DAY_AND_MORE)).table
    then_refused(called, late, rule=OF_DICE[regulation], kind=Expired)
    assert when(called, fresh_dice(DAY_AND_MORE), late).events


def test_a_number_needs_no_dice_however_old_they_are() -> None:
    table = given(opened("md-pai-gow", generator=True), at(open_round(), HALF_A_DAY), place(1))
    number = ask("announce_number", number=4)
    assert when(table, at(no_more_bets(), LATER), at(number, LATER)).events


def test_a_roll_keyed_in_wrong_is_corrected_whatever_the_hour() -> None:
    betting = (at(open_round(), DAY_LATER), place(1), no_more_bets(), at(roll(1, 2, 4), DAY_LATER))
    table = given(opened(), *betting)
    assert when(table, at(correct_roll(1, 2, 5), LATER)).events


def test_version_2_rolls_what_the_round_was_opened_with() -> None:
    table = opened_under_the_second(opened())
    begun = (at(open_round(), DAY_LATER), place(1), no_more_bets())
    assert when(table, *begun, at(roll(), DAY_AND_MORE)).events


def test_the_age_is_measured_across_time_zones() -> None:
    table = given(opened(moment="2026-11-15T15:00:00-05:00"))
    assert when(table, at(open_round(), DAY_LATER)).events
    then_refused(table, at(open_round(), DAY_AND_MORE), rule="19:47-10.3(c)")


@pytest.mark.parametrize(
    ("regulation", "moment", "rule"),
    [
        ("nj-pai-gow", DAY_AND_MORE, "19:47-10.3(c)"),
        ("md-pai-gow", HALF_A_DAY_AND_MORE, "MD 3.A(2)"),
    ],
)
def test_closing_and_opening_makes_nothing_young(regulation: str, moment: str, rule: str) -> None:
    overnight = (at(close_table(), HALF_A_DAY), opened(regulation, HALF_A_DAY))
    table = given(opened(regulation), *overnight)
    then_refused(table, at(open_round(), moment), rule=rule, kind=Expired)
    fresh = (fresh_dice(moment), fresh_tiles(moment))
    assert when(table, *fresh, at(open_round(), moment)).events


def test_what_was_changed_before_the_table_closed_is_as_old_as_the_change() -> None:
    changed = (fresh_dice(HALF_A_DAY), at(close_table(), HALF_A_DAY), opened(moment=DAY_LATER))
    table = given(opened(), *changed)
    assert when(table, at(open_round(), "2026-11-17T08:00:00Z")).events
    then_refused(table, at(open_round(), "2026-11-17T08:00:01Z"), rule="19:47-10.3(c)")


def test_a_table_of_version_1_opens_under_the_next_with_dice_as_old_as_its_events_say() -> None:
    old = as_version_1(opened(), at(close_table(), HALF_A_DAY))
    table = when(old, opened(moment=HALF_A_DAY)).table
    assert table.regulation == "nj-pai-gow@3"
    assert game_at(table).dice.came == CAME
    then_refused(table, at(open_round(), DAY_AND_MORE), rule="19:47-10.3(c)", kind=Expired)


def test_version_1_judges_at_the_roll_and_the_deal_and_from_its_opening() -> None:
    """Its sessions are decided as they were."""
    again = (at(close_table(), DAY_LATER), opened("md-pai-gow", DAY_LATER))
    betting = (place(1), no_more_bets())
    table = as_version_1(opened("md-pai-gow"), *again)
    table = when(table, *(at(one, DAY_AND_MORE) for one in (open_round(), *betting))).table
    too_late = "2026-11-17T20:00:00.000001Z"
    then_refused(table, at(roll(), too_late), rule="MD 2.E", kind=Expired)
    rolled = when(table, at(roll(), "2026-11-17T08:00:00Z")).table
    assert when(rolled, at(deal(HANDS), "2026-11-17T08:00:00Z")).events
    then_refused(rolled, at(deal(HANDS), "2026-11-17T08:00:01Z"), rule="MD 3.A(2)", kind=Expired)


def test_a_change_told_late_leaves_the_newer_dice_there() -> None:
    table = given(opened(), fresh_dice(DAY_LATER), fresh_dice(HALF_A_DAY))
    assert game_at(table).dice.came == DAY_LATER


def test_a_change_told_ahead_of_the_clock_counts_from_when_it_was_recorded() -> None:
    ahead = DiceChanged(key="PG01", seq=2, at="2026-11-16T08:05:00Z", recorded=HALF_A_DAY)
    table = evolve(given(opened()), ahead)
    assert game_at(table).dice.came == HALF_A_DAY
    tiles = TilesChanged(key="PG01", seq=3, at="9000-01-01T00:00:00Z", recorded=HALF_A_DAY)
    assert game_at(evolve(table, tiles)).tiles.came == HALF_A_DAY


@pytest.mark.parametrize("changes", [1, 3])
def test_a_round_told_before_the_change_had_the_dice_of_the_round_before(changes: int) -> None:
    """Fresh dice that came later do not make a round lawful that began without them."""
    played = (at(open_round(), HALF_A_DAY), at(void_round(), HALF_A_DAY))
    changed = [fresh_dice(f"2026-11-16T22:00:0{one}Z") for one in range(changes)]
    table = given(opened(), *played, *changed)
    told_late = at(open_round(), "2026-11-16T21:00:00Z")
    then_refused(table, told_late, rule="19:47-10.3(c)", kind=Expired)
    assert when(table, at(open_round(), "2026-11-16T19:00:00Z")).events
    assert when(table, at(open_round(), "2026-11-16T22:00:05Z")).events
    lawful = (at(open_round(), "2026-11-16T19:00:00Z"), at(void_round(), "2026-11-16T19:05:00Z"))
    then_refused(when(table, *lawful).table, told_late, rule="19:47-10.3(c)", kind=Expired)


def test_dice_may_be_changed_in_the_middle_of_a_round_and_tiles_may_not() -> None:
    table = given(opened(), at(open_round(), CAME), place(1), no_more_bets())
    assert when(table, ask("no_roll", reason="a die fell down"), ask("change_dice"), roll()).events
    then_refused(table, ask("change_tiles"), rule="control:round-finished")


def test_events_stored_before_say_nothing_of_what_is_told_since() -> None:
    events = history(opened(), ask("change_tiles"), at(open_round(), CAME)).events
    assert not any(b"inspected_by" in line for line in map(encode, events))
    assert not any(b"reason" in line or b"signed" in line for line in map(encode, events[1:2]))


def test_a_round_of_version_1_is_settled_by_other_rules_however_old_its_dice_were() -> None:
    table = as_version_1(opened(), at(close_table(), DAY_LATER), opened(moment=DAY_LATER))
    rest = (open_round(), place(1), no_more_bets(), roll(), deal(HANDS), misdeal())
    events = when(table, *(at(one, "2026-11-17T08:00:00Z") for one in rest)).events
    elected = {"regulation": "md-pai-gow"}
    again = compare_round(table, events, OtherRules(Submission.model_validate(elected)))
    assert not again.refused
