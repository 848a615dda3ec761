"""Bets as they go down while betting is open."""

from collections.abc import Iterator
from random import Random

from domain.games.pai_gow.round.state import Round, round_at
from domain.games.pai_gow.wagers.names import MAIN
from services.tools.simulator.chances import happens
from services.tools.simulator.keying import corrected
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import ADDS_TO_WAGER, USES_COUPON, WALKS_OFF
from services.tools.simulator.pai_gow.keying import miskeyed_wager
from services.tools.simulator.pai_gow.seats import PaiGowSeats
from services.tools.simulator.pai_gow.side_wagers import SideWagers
from services.tools.simulator.pai_gow.terms import PaiGowTerms


class Wagering:
    """What the players of one table wager."""

    def __init__(
        self, table: LawfulTable, seats: PaiGowSeats, terms: PaiGowTerms, luck: Random
    ) -> None:
        self._table = table
        self._seats = seats
        self._terms = terms
        self._luck = luck
        self._sides = SideWagers(table, seats, luck)

    def place(self, bets: dict[int, int]) -> Iterator[Told]:
        """First the hands, then what goes beside them; some add, and rarely somebody goes."""
        order = list(bets)
        self._luck.shuffle(order)
        for seat in order:
            if bets[seat]:
                yield from self._first_wager(seat, bets[seat])
        for seat in (*order, *self._banks_seat()):
            yield from self._sides.place(seat)
        yield from self._sides.take_down()
        for seat in order:
            more = self._seats.at(seat).unit
            if self._can_add(seat, more) and happens(self._luck, ADDS_TO_WAGER):
                yield self._wager(seat, more)
        if len(order) > 1 and happens(self._luck, WALKS_OFF * len(order)):
            yield from self._walk_off(order[0])

    def _banks_seat(self) -> tuple[int, ...]:
        """A bank may still play the dice, where that needs no wager on a hand."""
        bank = self._round().bank
        return () if bank is None else (bank.seat,)

    def _first_wager(self, seat: int, amount: int) -> Iterator[Told]:
        player, low, high = self._seats.at(seat), self._terms.minimum, self._terms.maximum
        wrong = miskeyed_wager(self._table, amount, low, min(high, player.chips))
        if wrong is None or player.coupons:
            yield self._wager(seat, amount)
            return
        yield self._wager(seat, wrong)
        yield corrected(self._table, "correct_wager", seat=seat, wager=MAIN, amount=amount)

    def _wager(self, seat: int, amount: int) -> Told:
        player, coupon = self._seats.at(seat), self._terms.match_play
        fields = {"seat": seat, "wager": MAIN, "amount": amount, "player": player.name}
        if player.coupons and amount >= coupon and happens(self._luck, USES_COUPON):
            player.coupons -= 1
            return self._table.tell("place_wager", **fields, coupon=coupon)
        return self._table.tell("place_wager", **fields)

    def _can_add(self, seat: int, more: int) -> bool:
        state = self._round()
        standing = state.wager_at(seat, MAIN)
        if standing is None or self._seats.at(seat).chips < more:
            return False
        if state.bank is not None:
            at_stake = sum(wager.amount for wager in state.playing())
            if at_stake + more > state.bank.chips:
                return False
        return standing.amount + more <= self._terms.maximum

    def _walk_off(self, seat: int) -> Iterator[Told]:
        """Every wager is taken back, that on the hand last; some other wager stays on the table."""
        player = self._seats.at(seat)
        wagers = self._round().wagers
        if all(wager.player == player.name for wager in wagers):
            return
        mine = [wager for wager in wagers if wager.player == player.name]
        for wager in sorted(mine, key=lambda one: one.wager == MAIN):
            yield self._table.tell("withdraw_wager", seat=wager.seat, wager=wager.wager)
        self._seats.leave(self._seats.seat_of(player))

    def _round(self) -> Round:
        return round_at(self._table.state)
