"""A stored round that was misdealt while a player had yet to choose is heard as it was called."""

from typing import Final

from domain.commands import Command
from domain.events.round import RoundVoided
from services.offline.what_if.pai_gow.retelling import commands_again
from tests.support.domain.asked import (
    Asked,
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
    surrender,
)
from tests.support.domain.given import given, when

OPENED: Final = given(open_table())
DEALT: Final = (
    *(open_round(), place(1), place(2), no_more_bets(), roll()),
    deal("1-3 1-5 5-6 4-6"),
)


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


def test_so_is_one_of_a_hand_that_was_surrendered() -> None:
    settings = (set_hand(1), set_hand(2), set_house(), surrender(2))
    *_, last = told_again(*settings, expose(2))
    assert last.command == "expose"
