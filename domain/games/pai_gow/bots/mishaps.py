"""What goes wrong in a round: false rolls, tiles seen or dealt amiss, players who leave."""

from collections.abc import Iterator
from typing import Final

from domain.games.pai_gow.bots.chances import (
    ABANDONS,
    CALLED_OFF,
    EXPOSED_AT_HOUSE,
    MISDEAL,
    NO_ROLL,
    PLAYS_ON,
    RESHUFFLED,
    TILE_EXPOSED,
)
from domain.games.pai_gow.bots.guests import PaiGowSeats
from domain.games.pai_gow.layout.positions import DEAD, DEALER
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.misdeal import may_be_misdealt
from domain.games.pai_gow.round.state import Phase, game_at, round_at
from domain.games.seam.bots import PlayedTable, Told
from domain.games.seam.guests import Luck, happens

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
_MOMENTS: Final[tuple[Phase, ...]] = ("no_more_bets", "rolled", "dealt", "house_set")
_FELL_OVER: Final = "a stack fell over"
_SHOWS_ITS_TILES: Final = 5
"""The seat whose players are not careful."""
_MISDEALS: Final = (
    "the dice were added up wrong",
    "the first stack went by the wrong total",
    "a player saw that the total was not that of the dice",
)


def false_rolls(table: PlayedTable, luck: Luck) -> Iterator[Told]:
    """The dice are shaken again, sometimes more than once."""
    banked = round_at(table.state).bank is not None
    reasons = (*_NO_ROLLS, _UNCOVERED) if banked else _NO_ROLLS
    while happens(luck, NO_ROLL):
        yield table.tell("no_roll", **luck.choice(reasons))


def reshuffled(table: PlayedTable) -> Iterator[Told]:
    """Rarely something is seen before the deal, and all is mixed again."""
    if happens(table.beside, RESHUFFLED):
        reason = "one was turned over and seen before the deal"
        supervisor = table.supervisor("reshuffle")
        yield table.tell_beside("reshuffle", reason=reason, supervisor=supervisor)


def called_off(table: PlayedTable) -> Iterator[Told]:
    """Hardly ever the round ends for a cause that has nothing to do with it."""
    if happens(table.beside, CALLED_OFF):
        reason = table.beside.choice(_CALLED_OFF)
        supervisor = table.supervisor("void_round")
        yield table.tell_beside("void_round", reason=reason, supervisor=supervisor)


def nobody_wagered(table: PlayedTable) -> Told:
    """Who meant to play the dice alone has thought better of it."""
    supervisor = table.supervisor("void_round")
    return table.tell_beside("void_round", reason="nobody wagered", supervisor=supervisor)


def after_deal(table: PlayedTable, luck: Luck) -> Iterator[Told]:
    """Rarely a misdeal or an exposed tile; either may end the round."""
    if happens(luck, MISDEAL):
        reason = luck.choice(_MISDEALS)
        yield from _misdeal(table, reason)
    elif happens(luck, TILE_EXPOSED):
        yield from _exposed_tile(table, luck)


def _misdeal(table: PlayedTable, reason: str) -> Iterator[Told]:
    """Where a total is counted, and the deal said nothing of it; else the round is called off."""
    state = round_at(table.state)
    supervisor = table.supervisor("misdeal")
    if may_be_misdealt(state, regulation_for(state.regulation, state.terms.wheel)):
        assert state.dice is not None
        announced = sum(state.dice) - 1
        yield table.tell("misdeal", reason=reason, supervisor=supervisor, announced=announced)
    else:
        yield table.tell("void_round", reason=_FELL_OVER, supervisor=supervisor)


def _exposed_tile(table: PlayedTable, luck: Luck) -> Iterator[Told]:
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


class Departures:
    """Rarely somebody is called away between "no more bets" and settlement (MD 5.C(2))."""

    def __init__(self, table: PlayedTable, seats: PaiGowSeats, luck: Luck) -> None:
        self._table = table
        self._seats = seats
        self._luck = luck
        self._leaver: str | None = None
        self._moment: Phase = "dealt"

    def foresee(self) -> None:
        """Who will leave in this round, if anybody, and when."""
        state = game_at(self._table.state).round
        assert state is not None
        self._leaver = None
        if regulation_for(state.regulation).abandons and happens(self._luck, ABANDONS):
            names = sorted({wager.player for wager in state.wagers})
            self._leaver = self._luck.choice(names) if names else None
            self._moment = self._luck.choice(_MOMENTS)

    def after(self, moment: Phase) -> Iterator[Told]:
        """The wagers left behind are declared lost, area by area."""
        if self._leaver is None or moment != self._moment:
            return
        state = game_at(self._table.state).round
        assert state is not None
        areas = sorted({wager.seat for wager in state.wagers if wager.player == self._leaver})
        for area in areas:
            yield self._table.tell("abandon", seat=area)
        if areas:
            self._seats.leave(self._seats.seat_of(self._seats.at(areas[0])))
