"""The seats of a pai gow table, with the free areas that neighbours wager on too."""

from random import Random

from domain.games.pai_gow.wagers.names import MAIN
from services.tools.simulator.chances import SITS_OUT, happens
from services.tools.simulator.pai_gow.player import PaiGowPlayer, newcomer
from services.tools.simulator.pai_gow.terms import PaiGowTerms
from services.tools.simulator.seats import Seats


class PaiGowSeats(Seats[PaiGowPlayer]):
    """The players of one table."""

    main_wager = MAIN

    def __init__(self, table: str, terms: PaiGowTerms, luck: Random) -> None:
        super().__init__(table, terms, luck)
        self._layout = terms
        self._second: dict[int, PaiGowPlayer] = {}
        """Free areas that the neighbour wagers on in this round."""

    def newcomer(self, name: str) -> PaiGowPlayer:
        return newcomer(name, self._layout, self._luck)

    def at(self, seat: int) -> PaiGowPlayer:
        """Who plays there: the one who sits there, or the neighbour on a second area."""
        return self.players[seat] if seat in self.players else self._second[seat]

    def has_left(self, seat: int) -> bool:
        return super().has_left(seat) and seat not in self._second

    def is_second(self, seat: int) -> bool:
        return seat not in self.players

    def bets(self) -> dict[int, int]:
        """What each seat is about to wager on the hand; some sit a round out.

        Nothing where somebody is about to wager on the dice alone.
        """
        low, high = self._layout.minimum, self._layout.maximum
        self._second.clear()
        stakes: dict[int, int] = {}
        for seat in sorted(self.players):
            player = self.players[seat]
            stake = player.stake(low, high)
            if not stake or happens(self._luck, SITS_OUT):
                continue
            stakes[seat] = 0 if player.habits.dice_alone else stake
            if player.habits.spreads and player.chips >= 2 * stake:
                stakes |= self._spread(seat, stake)
        return stakes

    def _spread(self, seat: int, stake: int) -> dict[int, int]:
        """The same stake, or the least there is, on a free area beside the own one."""
        taken = self.players.keys() | self._second.keys()
        free = [area for area in (seat - 1, seat + 1) if area in self.places and area not in taken]
        player = self.players[seat]
        if not free or not happens(self._luck, player.habits.spreads):
            return {}
        area = self._luck.choice(free)
        self._second[area] = player
        return {area: self._luck.choice((stake, self._layout.minimum))}
