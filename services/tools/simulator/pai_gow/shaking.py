"""The dice: whose roll it is, or the generator's number in their place."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.round.state import game_at
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import GENERATOR_DOWN, LETS_DEALER_SHAKE
from services.tools.simulator.pai_gow.keying import tell_roll
from services.tools.simulator.pai_gow.mishaps import false_rolls

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
    entitled = game_at(table.state).shaker()
    if entitled == "dealer":
        yield from tell_roll(table, dice)
    else:
        # Whoever has the button may let the dealer shake; a bank shakes itself.
        lets = happens(luck, LETS_DEALER_SHAKE) and state.bank is None
        shaker = "dealer" if lets else entitled
        yield from tell_roll(table, dice, shaker=shaker)


def shaken(luck: Random) -> list[int]:
    """Three fair dice."""
    return [luck.randint(1, 6) for _ in range(3)]
