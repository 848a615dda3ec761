"""Wagers beside the one on the hands: on the dice, on pairs; and those a triple left lying."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.pai_gow.dice.dice_bonus import OTHER_ODDS, SHAKER_ODDS
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import Streak, game_at, round_at
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.hosting import Table
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import TAKES_DOWN
from services.tools.simulator.pai_gow.player import PaiGowPlayer
from services.tools.simulator.pai_gow.seats import PaiGowSeats

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

    def __init__(self, table: LawfulTable, seats: PaiGowSeats, luck: Random) -> None:
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
