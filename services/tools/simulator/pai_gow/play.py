"""Pai gow at one table: those who sit there, their rounds, and the tiles and dice between them."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any, Final

from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import PaiGow, game_at
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.gaming_day import stored_moment
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import ASKS_BACK, CHIPPED
from services.tools.simulator.pai_gow.round_play import RoundPlay
from services.tools.simulator.pai_gow.seats import PaiGowSeats
from services.tools.simulator.pai_gow.side_wagers import owed_by_streak
from services.tools.simulator.pai_gow.terms import PaiGowTerms
from services.tools.simulator.staff import signing, standing_by
from services.tools.simulator.terms import Terms

_DICE_CHANGED_AFTER: Final = timedelta(hours=20)
"""Well before the 24 hours that dice may stay on a table."""
_TILES_CHANGED_BEFORE: Final = timedelta(hours=2)
"""Before the hour at which the regulation sends a set of tiles away."""
_LAIN_LONG: Final = "they have lain there long enough"
_CHIPPED: Final = "a tile is chipped"


class PaiGowPlay:
    """Played with tiles or cards, as the table's regulation has it."""

    complaints: Final = (
        "my low hand was higher than the dealer's",
        "I was paid for half of my chips",
        "I had not said that my hand was set",
    )

    def __init__(self, table: LawfulTable, terms: Terms, luck: Random) -> None:
        assert isinstance(terms, PaiGowTerms), f"{terms.regulation} is not pai gow"
        self.seats: Final = PaiGowSeats(table.state.name, terms, luck)
        self._table = table
        self._terms = terms
        self._luck = luck
        self._round = RoundPlay(table, self.seats, terms, luck)
        self._tiles_are_out = True
        self._has_begun = False

    def bets(self) -> dict[int, int] | None:
        """A dice bonus wager that waits for the next roll is reason enough for a round."""
        bets = self.seats.bets()
        return bets if bets or self._game.streak.retained else None

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        self._tiles_are_out = False
        return self._round.play(bets)

    def lying(self) -> dict[int, int]:
        return {wager.seat: wager.amount for wager in self._game.streak.retained}

    def give_back(self) -> Iterator[Told]:
        for seat in sorted(self.lying()):
            yield self._return(seat, "the table closes")

    def _asked_back(self) -> Iterator[Told]:
        """Somebody will not wait for the next roll."""
        for seat in sorted(self.lying()):
            if happens(self._table.beside, ASKS_BACK):
                yield self._return(seat, "the guest leaves")

    def _return(self, seat: int, reason: str) -> Told:
        supervisor = standing_by("return_wager", self._table.now)
        told = {"seat": seat, "wager": DICE_BONUS, "reason": reason, "supervisor": supervisor}
        return self._table.tell_beside("return_wager", **told)

    def owed(self) -> int:
        return owed_by_streak(self._game.streak)

    def look_after(self) -> Iterator[Told]:
        if not self._has_begun:
            self._has_begun = True
            yield from self._begin()
        yield from self._asked_back()
        if self._age(self._game.dice.came) > _DICE_CHANGED_AFTER:
            yield self._table.tell("change_dice")
            yield self._table.tell("change_tiles", **self._sealed(_LAIN_LONG))
        elif self._tiles_are_old():
            yield self._table.tell("change_tiles", **self._sealed(_LAIN_LONG))
        elif self._terms.worn and happens(self._luck, CHIPPED):
            if self._luck.choice(("change_dice", "change_tiles")) == "change_dice":
                yield self._table.tell("change_dice")
            else:
                yield self._table.tell("change_tiles", **self._sealed(_CHIPPED))

    def _begin(self) -> Iterator[Told]:
        """Nobody knows here how long those of an earlier session have lain at the table."""
        yield self._table.tell_with_it("change_dice")
        if self._tiles_hours() is not None:
            yield self._table.tell_with_it("change_tiles", **self._sealed(_LAIN_LONG))

    def _sealed(self, reason: str) -> dict[str, Any]:
        """Dealer and floorperson sign for the set that goes where that is demanded."""
        if not self._terms.full_controls:
            return {"reason": reason}
        return {"reason": reason, "signatures": signing(self._table.state.name, self._table.now)}

    def nobody_plays(self) -> Iterator[Told]:
        if not self._tiles_are_out:
            self._tiles_are_out = True
            yield self._table.tell("set_out_tiles")

    def _tiles_are_old(self) -> bool:
        hours = self._tiles_hours()
        if hours is None:
            return False
        return self._age(self._game.tiles.came) > timedelta(hours=hours) - _TILES_CHANGED_BEFORE

    def _tiles_hours(self) -> int | None:
        return regulation_for(self._table.state.regulation).tiles_hours

    def _age(self, since: str) -> timedelta:
        return self._table.now - stored_moment(since)

    @property
    def _game(self) -> PaiGow:
        return game_at(self._table.state)
