"""Craps at one table: those who stand there, their rolls, and what lies there between them."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.craps.round.state import Craps, craps_at
from services.tools.simulator.chances import happens
from services.tools.simulator.craps.chances import CALLED_AWAY, NEW_DICE
from services.tools.simulator.craps.risk import worst_roll
from services.tools.simulator.craps.rolling import Rolling
from services.tools.simulator.craps.seats import CrapsSeats
from services.tools.simulator.craps.terms import CrapsTerms
from services.tools.simulator.craps.wagering import Wagering, Wish
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.staff import standing_by
from services.tools.simulator.terms import Terms

_AWAY: Final = "the player is called away"
_CLOSING: Final = "the table closes"


class CrapsPlay:
    """A round is one roll; what it does not decide lies there for the next."""

    complaints: Final = (
        "my place bet was on, I had called it",
        "I was paid for half of my chips",
        "the die was cocked and should not have counted",
    )

    def __init__(self, table: LawfulTable, terms: Terms, luck: Random) -> None:
        assert isinstance(terms, CrapsTerms), f"{terms.regulation} is not craps"
        self.seats: Final = CrapsSeats(table.state.name, terms, luck)
        self._table = table
        self._luck = luck
        self._wagering = Wagering(table, self.seats, terms, luck)
        self._rolling = Rolling(table, luck)
        self._wishes: list[Wish] = []

    def bets(self) -> dict[int, int] | None:
        """What lies there is reason enough for a roll."""
        self._wishes = self._wagering.wishes()
        bets: dict[int, int] = {}
        for one in self._wishes:
            bets[one.seat] = bets.get(one.seat, 0) + one.amount
        return bets if bets or self._game.wagers else None

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        del bets
        yield self._table.tell("open_round")
        yield from self._wagering.place(self._wishes)
        yield from self._wagering.call_on()
        yield from self._rolling.roll()

    def lying(self) -> dict[int, int]:
        by_seat: dict[int, int] = {}
        for one in self._game.wagers:
            by_seat[one.seat] = by_seat.get(one.seat, 0) + one.amount
        return by_seat

    def owed(self) -> int:
        return worst_roll(self._game)

    def look_after(self) -> Iterator[Told]:
        if happens(self._luck, NEW_DICE):
            yield self._table.tell("change_dice")
        seats = sorted(self.lying())
        if seats and happens(self._luck, CALLED_AWAY):
            seat = self._luck.choice(seats)
            yield from self._return(_AWAY, seat)
            self.seats.at(seat).rounds_left = 0

    def nobody_plays(self) -> Iterator[Told]:
        return iter(())

    def give_back(self) -> Iterator[Told]:
        yield from self._return(_CLOSING)

    def _return(self, reason: str, seat: int | None = None) -> Iterator[Told]:
        for one in self._game.wagers:
            if seat not in (None, one.seat):
                continue
            several = len(self._game.wagers_at(one.seat, one.wager)) > 1
            yield self._table.tell_beside(
                "return_wager",
                seat=one.seat,
                wager=one.wager,
                reason=reason,
                supervisor=standing_by("return_wager", self._table.now),
                **({"point": one.point} if several else {}),
            )

    @property
    def _game(self) -> Craps:
        return craps_at(self._table.state)
