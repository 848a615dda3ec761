"""A stored round that was misdealt while a player had yet to choose is heard as it was called."""

from typing import Final

import pytest

from domain.commands import Command
from domain.commands.round import Deal, Expose, Misdeal, Roll
from domain.events.round import RoundVoided
from services.history.pai_gow.commands import commands_again
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
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
)
from tests.support.domain.first_version import under_the_second
from tests.support.domain.given import given, when

OPENED: Final = given(open_table())
DEALT: Final = (
    *(open_round(), place(1), place(2), no_more_bets(), roll()),
    deal("1-3 1-5 5-6 4-6"),
)


def told(command: Command) -> Asked:
    return command.model_dump(mode="json", exclude_none=True)


def told_again(*commands: Asked) -> list[Command]:
    played = when(OPENED, *DEALT, *commands)
    assert played.one(RoundVoided)
    return list(commands_again(played.events))


def test_a_misdeal_after_a_playing_seats_tile_was_exposed() -> None:
    *_, last = told_again(expose(1), misdeal())
    assert last.command == "misdeal"


def test_a_tile_that_voids_the_round_is_told_alone() -> None:
    *_, last = told_again(expose(3))
    assert last.command == "expose"


@pytest.mark.parametrize("by", ["dealer", "player"])
def test_one_that_changes_nothing_is_told_by_whom_before_the_misdeal(by: str) -> None:
    settings = (set_hand(1), set_hand(2), set_house(), surrender(2))
    *_, seen, last = told_again(*settings, expose(2, by=by), misdeal())
    assert isinstance(seen, Expose)
    assert isinstance(last, Misdeal)
    assert (seen.by, last.announced, last.supervisor) == (by, 10, "fp1")


def test_a_deal_by_a_wrong_total_is_told_with_both() -> None:
    wrong = ask("roll", dice=[1, 2, 6], announced=10)
    begun = (open_round(), place(1), no_more_bets(), wrong)
    events = when(OPENED, *begun, deal("1-3 1-5 5-6 4-6", start="1")).events
    *_, rolled, last = commands_again(events)
    assert isinstance(rolled, Roll)
    assert isinstance(last, Deal)
    assert (rolled.announced, last.start) == (10, "1")
    assert [type(one) for one in when(OPENED, *map(told, commands_again(events))).events] == [
        type(one) for one in events
    ]


def test_a_total_that_was_put_right_is_no_matter() -> None:
    wrong = ask("roll", dice=[1, 2, 6], announced=10)
    begun = (open_round(), place(1), no_more_bets(), wrong)
    dealt = deal("1-3 1-5 5-6 4-6", start="dealer")
    events = when(OPENED, *begun, dealt, set_hand(1), set_house(), settle()).events
    again = list(commands_again(events))
    assert not any(isinstance(one, Roll) and one.announced for one in again)
    assert when(OPENED, *map(told, again)).names()[-1] == "RoundClosed"


def test_a_misdeal_of_version_2_is_a_round_called_off() -> None:
    told = ask("misdeal", reason="a stack fell over")
    events = under_the_second(open_table(), *DEALT, told).events
    *_, last = commands_again(events[1:])
    assert last.command == "void_round"
