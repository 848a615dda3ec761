"""What goes wrong in a round: dice that do not count, tiles seen or dealt amiss."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.layout.positions import DEAD, DEALER
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import game_at
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import (
    EXPOSED_AT_HOUSE,
    MISDEAL,
    NO_ROLL,
    PLAYS_ON,
    TILE_EXPOSED,
)

_NO_ROLLS: Final = (
    "a die did not land flat",
    "a die came to rest on another",
    "a die fell out of the shaker",
)
_MISDEALS: Final = (
    "a stack was delivered to the wrong position",
    "a tile was turned over while the stacks were delivered",
    "a stack fell over",
)


def false_rolls(table: LawfulTable, luck: Random) -> Iterator[Told]:
    """The dice are shaken again, sometimes more than once."""
    while happens(luck, NO_ROLL):
        yield table.tell("no_roll", reason=luck.choice(_NO_ROLLS))


def after_deal(table: LawfulTable, luck: Random) -> Iterator[Told]:
    """Rarely a misdeal or an exposed tile; either may end the round."""
    if happens(luck, MISDEAL):
        yield table.tell("misdeal", reason=luck.choice(_MISDEALS))
    elif happens(luck, TILE_EXPOSED):
        yield from _exposed_tile(table, luck)


def _exposed_tile(table: LawfulTable, luck: Random) -> Iterator[Told]:
    state = game_at(table.state).round
    assert state is not None
    if happens(luck, EXPOSED_AT_HOUSE) or not state.unset():
        bank = () if state.bank is None else (state.bank.seat,)
        dead = (DEAD,) if DEAD in regulation_for(state.regulation).game.ring else ()
        yield table.tell("expose", position=luck.choice((DEALER, *dead, *bank)))
        return
    seat = luck.choice(state.unset())
    yield table.tell("expose", position=seat)
    yield table.tell("play_on" if happens(luck, PLAYS_ON) else "void_hand", seat=seat)
