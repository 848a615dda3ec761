"""What the players of a craps table lay down before a roll."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.games.craps.bots.guests import COME, LINE, CrapsPlayer, CrapsSeats
from domain.games.craps.bots.setups import CrapsSetup
from domain.games.craps.round.state import Craps, craps_at
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.seam.bots import WRONG_CHIP, PlayedTable, Told
from domain.games.seam.guests import SITS_OUT, Luck, happens

_WITHDRAWS: Final = 0.02
"""Of the rounds: somebody takes a fresh wager back before its first roll."""
_CALLS_ON: Final = 0.08
"""Of the place bets before a come out roll, by somebody who would rather have them active."""
_PRESSES: Final = 0.05
"""Of the place bets that lie there: more is laid on them."""
_WAGER_MISKEYED: Final = 0.006


class Wish(NamedTuple):
    """A wager that somebody is about to make."""

    seat: int
    wager: str
    amount: int


class Wagering:
    """Decided before the round is opened: without a wager it is not."""

    def __init__(
        self, table: PlayedTable, seats: CrapsSeats, setup: CrapsSetup, luck: Luck
    ) -> None:
        self._table = table
        self._seats = seats
        self._setup = setup
        self._luck = luck

    def wishes(self) -> list[Wish]:
        """Of everybody who does not sit the roll out, or wait for the last wagers to be decided."""
        found: list[Wish] = []
        for seat, player in sorted(self._seats.players.items()):
            if not player.has_had_enough() and not happens(self._luck, SITS_OUT):
                found += self._affordable(player, self._liked(seat, player))
        return found

    def _affordable(self, player: CrapsPlayer, liked: Iterator[Wish]) -> list[Wish]:
        left, found = player.chips, []
        for one in liked:
            if one.amount <= left:
                left -= one.amount
                found.append(one)
        return found

    def _liked(self, seat: int, player: CrapsPlayer) -> Iterator[Wish]:
        """The line or a come wager first, then what is liked beside it."""
        stake = player.stake(self._setup.minimum, self._setup.maximum)
        if self._game.point is None:
            if stake and player.plays_line:
                yield Wish(seat, LINE[player.side], stake)
        elif stake and self._comes(seat, player):
            yield Wish(seat, COME[player.side], stake)
        for wager in player.favourites:
            lies = self._game.wager_at(seat, wager)
            chance = player.places if lies is None else _PRESSES
            amount = self._setup.in_lots(wager, player.unit)
            room = self._setup.limits(wager)[1] - (0 if lies is None else lies.amount)
            if amount <= room and happens(self._luck, chance):
                yield Wish(seat, wager, amount)

    def _comes(self, seat: int, player: CrapsPlayer) -> bool:
        lie = len(self._game.wagers_at(seat, COME[player.side]))
        return lie < player.most_come and happens(self._luck, player.comes)

    def place(self, wishes: list[Wish]) -> Iterator[Told]:
        """In no order; now and then a wrong chip is keyed in, or a wager is taken back."""
        order = list(wishes)
        self._luck.shuffle(order)
        for wish in order:
            yield from self._place(wish)
        fresh = [one for one in self._game.wagers if not one.carried]
        if fresh and len(self._game.wagers) > 1 and happens(self._luck, _WITHDRAWS):
            gone = self._luck.choice(fresh)
            yield self._table.tell("withdraw_wager", seat=gone.seat, wager=gone.wager)

    def _place(self, wish: Wish) -> Iterator[Told]:
        player = self._seats.at(wish.seat)
        wrong = self._miskeyed(wish, player)
        amount = wish.amount if wrong is None else wrong
        yield self._table.tell(
            "place_wager", seat=wish.seat, wager=wish.wager, amount=amount, player=player.name
        )
        if wrong is not None:
            meant = {"seat": wish.seat, "wager": wish.wager, "amount": wish.amount}
            yield self._table.corrected("correct_wager", WRONG_CHIP, **meant)

    def _miskeyed(self, wish: Wish, player: CrapsPlayer) -> int | None:
        """Twice what was meant, where that could be a wager too; mostly none is keyed in."""
        if not happens(self._table.beside, _WAGER_MISKEYED):
            return None
        twice = 2 * wish.amount
        lies = self._game.wager_at(wish.seat, wish.wager) is not None
        possible = twice <= min(player.chips, self._setup.limits(wish.wager)[1])
        return twice if possible and not lies else None

    def call_on(self) -> Iterator[Told]:
        """Before a come out roll some would rather have their place bets active."""
        if self._game.point is not None:
            return
        for one in self._game.wagers:
            favourite = one.wager in self._seats.at(one.seat).favourites
            if favourite and CATALOGUE[one.wager].place_bet and happens(self._luck, _CALLS_ON):
                yield self._table.tell("call_on", seat=one.seat, wager=one.wager)

    @property
    def _game(self) -> Craps:
        return craps_at(self._table.state)
