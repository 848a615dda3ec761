"""Bets as they go down while betting is open, on the hands and beside them."""

from collections.abc import Iterator
from typing import Final

from domain.games.pai_gow.bots.chances import ADDS_TO_WAGER, TAKES_DOWN, USES_COUPON, WALKS_OFF
from domain.games.pai_gow.bots.dealing import miskeyed_wager
from domain.games.pai_gow.bots.guests import PaiGowPlayer, PaiGowSeats
from domain.games.pai_gow.bots.setups import PaiGowSetup
from domain.games.pai_gow.dice.dice_bonus import OTHER_ODDS, SHAKER_ODDS
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import Round, Streak, game_at, round_at
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.games.seam.bots import WRONG_CHIP, PlayedTable, Told
from domain.games.seam.guests import Luck, happens
from domain.table.state import Table


class Wagering:
    """What the players of one table wager."""

    def __init__(
        self, table: PlayedTable, seats: PaiGowSeats, setup: PaiGowSetup, luck: Luck
    ) -> None:
        self._table = table
        self._seats = seats
        self._setup = setup
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
        player, low, high = self._seats.at(seat), self._setup.minimum, self._setup.maximum
        wrong = miskeyed_wager(self._table, amount, low, min(high, player.chips))
        if wrong is None or player.coupons:
            yield self._wager(seat, amount)
            return
        yield self._wager(seat, wrong)
        yield self._table.corrected(
            "correct_wager", WRONG_CHIP, seat=seat, wager=MAIN, amount=amount
        )

    def _wager(self, seat: int, amount: int) -> Told:
        player, coupon = self._seats.at(seat), self._setup.match_play
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
        return standing.amount + more <= self._setup.maximum

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


_MULTIPLES: Final = (1, 1, 1, 2, 2, 5)
"""Of the least wager."""


def owed_by_streak(streak: Streak) -> int:
    """What the next triple would cost the tray; one of those who wait for it may shake."""
    if not streak.count:
        return 0
    down = sorted((wager.amount for wager in streak.down), reverse=True)
    return sum(
        amount * (OTHER_ODDS if at else SHAKER_ODDS)[streak.count] for at, amount in enumerate(down)
    )


class SideWagers:
    """Made by those who like them, before "no more bets"."""

    def __init__(self, table: PlayedTable, seats: PaiGowSeats, luck: Luck) -> None:
        self._table = table
        self._seats = seats
        self._luck = luck

    def place(self, seat: int) -> Iterator[Told]:
        """The favourites of whoever sits there; on a second area nobody makes any."""
        if self._seats.is_second(seat):
            return
        player = self._seats.players[seat]
        state = round_at(self._table.state)
        # Perhaps fewer than today's layout has: the table may be of a version before.
        offered = regulation_for(state.regulation).catalogue
        on_hand = state.wager_at(seat, MAIN) is not None
        if on_hand and not (player.habits.gambles and happens(self._luck, player.habits.gambles)):
            return
        for wager in player.habits.favourites:
            if wager not in offered or (not on_hand and offered[wager].beside(state.terms)):
                continue
            amount = self._amount(seat, player, wager)
            if amount:
                yield self._place(seat, player, wager, amount)

    def _place(self, seat: int, player: PaiGowPlayer, wager: str, amount: int) -> Told:
        return self._table.tell(
            "place_wager", seat=seat, wager=wager, amount=amount, player=player.name
        )

    def _amount(self, seat: int, player: PaiGowPlayer, wager: str) -> int:
        table = self._table.state
        if wager == DICE_BONUS and not _may_bet_on_triples(table, seat, player):
            return 0
        low, high = round_at(table).terms.limits[wager]
        amount = min(low * self._luck.choice(_MULTIPLES), high)
        return amount if amount <= self._spare(player) else 0

    def _spare(self, player: PaiGowPlayer) -> int:
        """A bank keeps what it shows and what it may owe the dealer."""
        bank = round_at(self._table.state).bank
        if bank is None or bank.player != player.name:
            return player.chips
        return player.chips - bank.chips - bank.dealer_wager

    def take_down(self) -> Iterator[Told]:
        """Some take the retained wager while they are ahead."""
        for wager in game_at(self._table.state).streak.retained:
            state = game_at(self._table.state).round
            assert state is not None
            # The last wager stays: without any there is no round to play.
            if len(state.wagers) == 1 or not happens(self._luck, TAKES_DOWN):
                continue
            yield self._table.tell("withdraw_wager", seat=wager.seat, wager=DICE_BONUS)


def _may_bet_on_triples(table: Table, seat: int, player: PaiGowPlayer) -> bool:
    """In the round after a triple only who had it down; while triples run it is not made anew."""
    if round_at(table).wager_at(seat, DICE_BONUS) is not None or game_at(table).streak.count:
        return False
    down = {(wager.seat, wager.player) for wager in game_at(table).streak.down}
    return not game_at(table).streak.after_triple or (seat, player.name) in down
