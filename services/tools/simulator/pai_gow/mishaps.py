"""What goes wrong in a round: dice that do not count, tiles seen or dealt amiss."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.layout.positions import DEAD, DEALER
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.misdeal import may_be_misdealt
from domain.games.pai_gow.round.state import game_at, round_at
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import (
    CALLED_OFF,
    EXPOSED_AT_HOUSE,
    MISDEAL,
    NO_ROLL,
    PLAYS_ON,
    RESHUFFLED,
    TILE_EXPOSED,
)
from services.tools.simulator.staff import standing_by

_NO_ROLLS: Final = (
    {"cause": "not_flat"},
    {"cause": "not_flat", "reason": "a die came to rest on another"},
    {"cause": "fell_out", "reason": "a die fell out of the shaker"},
)
_UNCOVERED: Final = {"cause": "uncovered", "reason": "the bank removed the lid"}
_CALLED_OFF: Final = (
    "the fire alarm rang",
    "a drink was spilled over the layout",
    "the lights went out",
)
_FELL_OVER: Final = "a stack fell over"
_SHOWS_ITS_TILES: Final = 5
"""The seat whose players are not careful."""
_MISDEALS: Final = (
    "the dice were added up wrong",
    "the first stack went by the wrong total",
    "a player saw that the total was not that of the dice",
)


def false_rolls(table: LawfulTable, luck: Random) -> Iterator[Told]:
    """The dice are shaken again, sometimes more than once."""
    banked = round_at(table.state).bank is not None
    reasons = (*_NO_ROLLS, _UNCOVERED) if banked else _NO_ROLLS
    while happens(luck, NO_ROLL):
        yield table.tell("no_roll", **luck.choice(reasons))


def reshuffled(table: LawfulTable) -> Iterator[Told]:
    """Rarely something is seen before the deal, and all is mixed again."""
    if happens(table.beside, RESHUFFLED):
        reason = "one was turned over and seen before the deal"
        supervisor = standing_by("reshuffle", table.now)
        yield table.tell_beside("reshuffle", reason=reason, supervisor=supervisor)


def called_off(table: LawfulTable) -> Iterator[Told]:
    """Hardly ever the round ends for a cause that has nothing to do with it."""
    if happens(table.beside, CALLED_OFF):
        reason = table.beside.choice(_CALLED_OFF)
        supervisor = standing_by("void_round", table.now)
        yield table.tell_beside("void_round", reason=reason, supervisor=supervisor)


def nobody_wagered(table: LawfulTable) -> Told:
    """Who meant to play the dice alone has thought better of it."""
    supervisor = standing_by("void_round", table.now)
    return table.tell_beside("void_round", reason="nobody wagered", supervisor=supervisor)


def after_deal(table: LawfulTable, luck: Random) -> Iterator[Told]:
    """Rarely a misdeal or an exposed tile; either may end the round."""
    if happens(luck, MISDEAL):
        reason = luck.choice(_MISDEALS)
        yield from _misdeal(table, reason)
    elif happens(luck, TILE_EXPOSED):
        yield from _exposed_tile(table, luck)


def _misdeal(table: LawfulTable, reason: str) -> Iterator[Told]:
    """Where a total is counted, and the deal said nothing of it; else the round is called off."""
    state = round_at(table.state)
    supervisor = standing_by("misdeal", table.now)
    if may_be_misdealt(state, regulation_for(state.regulation, state.terms.wheel)):
        assert state.dice is not None
        announced = sum(state.dice) - 1
        yield table.tell("misdeal", reason=reason, supervisor=supervisor, announced=announced)
    else:
        yield table.tell("void_round", reason=_FELL_OVER, supervisor=supervisor)


def _exposed_tile(table: LawfulTable, luck: Random) -> Iterator[Told]:
    state = game_at(table.state).round
    assert state is not None
    if happens(luck, EXPOSED_AT_HOUSE) or not state.unset():
        bank = () if state.bank is None else (state.bank.seat,)
        dead = (DEAD,) if DEAD in regulation_for(state.regulation).game.ring else ()
        yield table.tell("expose", position=luck.choice((DEALER, *dead, *bank)))
        return
    seat = luck.choice(state.unset())
    if seat == _SHOWS_ITS_TILES:
        yield table.tell("expose", position=seat, by="player")
        return
    yield table.tell("expose", position=seat)
    yield table.tell("play_on" if happens(luck, PLAYS_ON) else "void_hand", seat=seat)
