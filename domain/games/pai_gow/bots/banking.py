"""The player bank: who takes it, how it is covered, and what a bank does before the dice."""

from collections.abc import Generator, Iterator
from typing import Any, Final

from domain.games.pai_gow.bots.chances import (
    BANK_MISKEYED,
    CHOOSES_DELIVERY,
    CO_BANKS,
    CUTS,
    DEALER_CHOOSES,
    DEALER_WAGERS_ALL,
    PASSES_TOLD,
)
from domain.games.pai_gow.bots.guests import PaiGowSeats
from domain.games.pai_gow.messages.parts import Offer
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.banking import most_against
from domain.games.pai_gow.round.state import Round, game_at, round_at
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.seam.bots import PlayedTable, Told
from domain.games.seam.guests import SMALLEST_CHIP, Luck, happens

_MOST_CUT: Final = 4
_STACKS: Final = 8
_WRONG_SEAT: Final = "the bank was keyed in at the wrong seat"


class Banking:
    """Offers of the bank at one table."""

    def __init__(self, table: PlayedTable, seats: PaiGowSeats, luck: Luck) -> None:
        self._table = table
        self._seats = seats
        self._luck = luck

    def offer(self, bets: dict[int, int]) -> Generator[Told, None, dict[int, int]]:
        """Passed on or accepted, in order; the bets that are then left to be made."""
        offers = self._round().offered
        taken = next((offer for offer in offers if self._is_taken(offer, bets)), None)
        told = taken is not None or (bool(offers) and happens(self._luck, PASSES_TOLD))
        for offer in offers if told else ():
            if offer is taken:
                others = self._others(offer, bets)
                yield self._table.tell("accept_bank", **self._accepted(offer, others))
                return others
            if taken is not None and happens(self._table.beside, BANK_MISKEYED):
                others = self._others(taken, bets)
                wrong = {"seat": offer.seat, "player": offer.player}
                yield self._table.tell("accept_bank", **wrong, chips=0, dealer_wager=0)
                yield self._table.corrected(
                    "correct_bank", _WRONG_SEAT, **self._accepted(taken, others)
                )
                yield self._table.answered_for()
                return others
            yield self._table.tell("pass_bank", seat=offer.seat)
        return bets

    def _others(self, offer: Offer, bets: dict[int, int]) -> dict[int, int]:
        """The bank wagers on no hand, and on no second area."""
        return {
            seat: stake for seat, stake in bets.items() if self._seats.at(seat).name != offer.player
        }

    def _is_taken(self, offer: Offer, bets: dict[int, int]) -> bool:
        """Who left, or sits elsewhere, takes nothing; nor does who could not cover the others."""
        player = self._seats.players.get(offer.seat)
        if player is None or player.name != offer.player or not player.habits.banks:
            return False
        cover = sum(self._others(offer, bets).values())
        wanted = happens(self._luck, player.habits.banks)
        # With nobody else at the table the bank plays against the dealer, if it can.
        against = cover or self._most_against(offer)
        return wanted and against > 0 and player.chips >= max(cover, SMALLEST_CHIP)

    def _most_against(self, offer: Offer) -> int:
        """What the dealer would wager against that bank."""
        state = self._round()
        rotation, rules = game_at(self._table.state).rotation, regulation_for(state.regulation)
        return most_against(rotation, state, offer, rules)

    def _accepted(self, offer: Offer, others: dict[int, int]) -> dict[str, Any]:
        """What is told of the bank that takes the bets of these others."""
        player, cover = self._seats.players[offer.seat], sum(others.values())
        fields: dict[str, Any] = {"seat": offer.seat, "player": player.name}
        if cover and self._round().terms.co_banking and happens(self._luck, CO_BANKS):
            chips = self._shown(cover, player.chips)
            return {**fields, "chips": chips, "co_bank": True}
        most = self._most_against(offer)
        # The bank also owes the dealer, beyond what it has to cover.
        payable = (player.chips - cover) // SMALLEST_CHIP * SMALLEST_CHIP
        if most <= payable and happens(self._luck, DEALER_WAGERS_ALL):
            chips = self._shown(cover, player.chips - most)
            return {**fields, "chips": chips, "co_bank": False}
        wager = min(most, payable) if not cover else min(most // 2, payable)
        chips = self._shown(cover, player.chips - wager)
        return {**fields, "chips": chips, "co_bank": False, "dealer_wager": wager}

    def _shown(self, cover: int, most: int) -> int:
        """What is put beside the rack: enough, and often more, in whole chips."""
        more = int((most - cover) * self._luck.choice((0.5, 0.8, 1.0)))
        return cover + more // SMALLEST_CHIP * SMALLEST_CHIP

    def before_dice(self) -> Iterator[Told]:
        """The bank's cut, and the style of delivery, where somebody may choose it."""
        state = self._round()
        if not regulation_for(state.regulation).game.in_stacks:
            return
        if state.bank is not None and happens(self._luck, CUTS):
            yield self._table.tell("cut", stacks=self._cut())
        may = state.bank is not None or state.terms.dealer_delivery
        chance = CHOOSES_DELIVERY if state.bank is not None else DEALER_CHOOSES
        if may and happens(self._luck, chance):
            style = self._luck.choice(state.terms.delivery_styles or STYLES)
            yield self._table.tell("choose_delivery", style=style)

    def _cut(self) -> int | list[int]:
        """So many stacks from the end, or these, which lie side by side."""
        many = self._luck.randint(1, _MOST_CUT)
        if self._luck.random() < 0.5:
            return many
        first = self._luck.randint(1, _STACKS - many + 1)
        return list(range(first, first + many))

    def _round(self) -> Round:
        return round_at(self._table.state)
