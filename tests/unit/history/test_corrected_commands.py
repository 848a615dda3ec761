"""A stored round's commands, made again as they should have been: misdeals, void rounds."""

from typing import Final

import pytest

from domain.commands import Command
from domain.commands.round import Roll
from domain.events import Event
from domain.events.round import RoundOpened, RoundVoided
from domain.games.pai_gow.game import GAME as PAI_GOW
from domain.games.pai_gow.messages.commands import Deal, Expose, Misdeal
from domain.history.round_commands import UNNAMED
from services.history.other_rules import corrected_commands
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    reshuffle,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    up_to_the_house,
    void_round,
)
from tests.support.domain.first_version import under_the_first, under_the_second
from tests.support.domain.given import given, history, when

OPENED: Final = given(open_table())
DEALT: Final = (
    *(open_round(), place(1), place(2), no_more_bets(), roll()),
    deal("1-3 1-5 5-6 4-6"),
)


def as_asked(command: Command) -> Asked:
    return command.model_dump(mode="json", exclude_none=True)


def commands_after(*commands: Asked) -> list[Command]:
    played = when(OPENED, *DEALT, *commands)
    assert played.one(RoundVoided)
    return list(corrected_commands(PAI_GOW, played.events))


def test_a_misdeal_after_a_playing_seats_tile_was_exposed() -> None:
    *_, last = commands_after(expose(1), misdeal())
    assert last.command == "misdeal"


def test_a_tile_that_voids_the_round_is_told_alone() -> None:
    *_, last = commands_after(expose(3))
    assert last.command == "expose"


@pytest.mark.parametrize("by", ["dealer", "player"])
def test_one_that_changes_nothing_is_told_by_whom_before_the_misdeal(by: str) -> None:
    settings = (set_hand(1), set_hand(2), set_house(), surrender(2))
    *_, seen, last = commands_after(*settings, expose(2, by=by), misdeal())
    assert isinstance(seen, Expose)
    assert isinstance(last, Misdeal)
    assert (seen.by, last.announced, last.supervisor) == (by, 10, "fp1")


def test_a_deal_by_a_wrong_total_is_told_with_both() -> None:
    wrong = ask("roll", dice=[1, 2, 6], announced=10)
    begun = (open_round(), place(1), no_more_bets(), wrong)
    events = when(OPENED, *begun, deal("1-3 1-5 5-6 4-6", start="1")).events
    *_, rolled, last = corrected_commands(PAI_GOW, events)
    assert isinstance(rolled, Roll)
    assert isinstance(last, Deal)
    assert (rolled.announced, last.start) == (10, "1")
    assert [
        type(one)
        for one in when(OPENED, *map(as_asked, corrected_commands(PAI_GOW, events))).events
    ] == [type(one) for one in events]


def test_a_total_that_was_put_right_is_no_matter() -> None:
    wrong = ask("roll", dice=[1, 2, 6], announced=10)
    begun = (open_round(), place(1), no_more_bets(), wrong)
    dealt = deal("1-3 1-5 5-6 4-6", start="dealer")
    events = when(OPENED, *begun, dealt, set_hand(1), set_house(), settle()).events
    again = list(corrected_commands(PAI_GOW, events))
    assert not any(isinstance(one, Roll) and one.announced for one in again)
    assert when(OPENED, *map(as_asked, again)).names()[-1] == "RoundClosed"


def test_a_misdeal_of_version_2_is_a_round_called_off() -> None:
    told = ask("misdeal", reason="a stack fell over")
    events = under_the_second(open_table(), *DEALT, told).events
    *_, last = corrected_commands(PAI_GOW, events[1:])
    assert last.command == "void_round"


HOUSE: Final = "1-3 1-5 5-6 4-6"
SET: Final = up_to_the_house(HOUSE, {1: "6-6 1-6 / 5-5 2-3"})


def again(events: tuple[Event, ...]) -> list[Command]:
    first = next(at for at, one in enumerate(events) if isinstance(one, RoundOpened))
    return list(corrected_commands(PAI_GOW, events[first:]))


def test_a_round_called_off_and_mixed_again_makes_the_same_events() -> None:
    wrong = ask("roll", dice=[2, 3, 4], announced=10)
    play = [open_round(), place(1), reshuffle(), no_more_bets(), wrong, void_round("why", "Kim")]
    made = history(open_table(), *play).events
    told = [command.model_dump(mode="json", exclude_none=True) for command in again(made)]
    assert [one["command"] for one in told] == [one["command"] for one in play]
    assert told[-1]["supervisor"] == "Kim"
    assert told[4]["announced"] == 10
    repeated = when(given(open_table()), *([{**one} for one in told])).events
    assert [(type(one), one.rule) for one in repeated] == [
        (type(one), one.rule) for one in made[1:]
    ]


@pytest.mark.parametrize("last", [misdeal(), void_round()])
def test_a_void_round_with_a_surrender_is_told_by_what_ended_it(last: dict[str, str]) -> None:
    made = history(open_table(), *SET, surrender(1), last).events
    assert again(made)[-1].command == last["command"]


def test_a_misdeal_before_the_deal_of_version_1_is_told_as_a_round_called_off() -> None:
    made = under_the_first(open_table(), open_round(), place(1), no_more_bets(), roll(), misdeal())
    last = again(made.events)[-1]
    assert (last.command, getattr(last, "supervisor", None)) == ("void_round", UNNAMED)
