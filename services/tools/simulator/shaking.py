"""The dice: whose roll it is, or the generator's number in their place."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.round.state import game_at
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.hosting import Table
from services.tools.simulator.chances import GENERATOR_DOWN, LETS_DEALER_SHAKE, happens
from services.tools.simulator.keying import tell_roll
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.mishaps import false_rolls

_HIGHEST_NUMBER: Final = 8
"""The generator shows one number for each position."""


def first_stack(table: LawfulTable, luck: Random) -> Iterator[Told]:
    """Who is dealt to first: by the generator where one serves, else by the dice."""
    state = game_at(table.state).round
    assert state is not None
    serves = state.terms.generator and state.bank is None
    if serves and not happens(luck, GENERATOR_DOWN):
        yield table.tell("announce_number", number=luck.randint(1, _HIGHEST_NUMBER))
        return
    yield from false_rolls(table, luck)
    dice = shaken(luck)
    seat = _entitled(table.state)
    if seat is None:
        yield from tell_roll(table, dice)
    else:
        shaker = "dealer" if happens(luck, LETS_DEALER_SHAKE) else seat
        yield from tell_roll(table, dice, shaker=shaker)


def shaken(luck: Random) -> list[int]:
    """Three fair dice."""
    return [luck.randint(1, 6) for _ in range(3)]


def _entitled(table: Table) -> int | None:
    """The bank; else the seat with the dragon's eye button that has a dice bonus wager down."""
    state, button = game_at(table).round, game_at(table).streak.button
    assert state is not None
    if state.bank is not None:
        return state.bank.seat
    if button is not None and state.wager_at(button, DICE_BONUS) is not None:
        return button
    return None
