"""Players who leave a wager behind, where the regulation lets it be declared abandoned."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import Phase, game_at
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import ABANDONS
from services.tools.simulator.pai_gow.seats import PaiGowSeats

_MOMENTS: Final[tuple[Phase, ...]] = ("no_more_bets", "rolled", "dealt", "house_set")


class Departures:
    """Rarely somebody is called away between "no more bets" and settlement (MD 5.C(2))."""

    def __init__(self, table: LawfulTable, seats: PaiGowSeats, luck: Random) -> None:
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
