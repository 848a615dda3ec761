"""Void and reshuffled rounds told again: as they were called, by whichever version."""

from typing import Final

import pytest

from domain.commands import Command
from domain.events import Event
from domain.events.round import RoundOpened
from services.history.pai_gow.commands import NOT_TOLD, commands_again
from tests.support.domain.asked import (
    ask,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    reshuffle,
    roll,
    surrender,
    up_to_the_house,
    void_round,
)
from tests.support.domain.first_version import under_the_first
from tests.support.domain.given import given, history, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
SET: Final = up_to_the_house(HOUSE, {1: "6-6 1-6 / 5-5 2-3"})


def again(events: tuple[Event, ...]) -> list[Command]:
    first = next(at for at, one in enumerate(events) if isinstance(one, RoundOpened))
    return list(commands_again(events[first:]))


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
    assert (last.command, getattr(last, "supervisor", None)) == ("void_round", NOT_TOLD)
