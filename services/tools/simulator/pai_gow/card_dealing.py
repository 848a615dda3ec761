"""Seven cards for every position that plays."""

from random import Random
from typing import Final

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.round.state import Round

_SEVEN: Final = 7


def dealt_cards(state: Round, luck: Random) -> dict[str, list[str]]:
    """A shuffled deck to the seats with a wager that needs cards, the bank and the dealer."""
    seats = {wager.seat for wager in state.wagers}
    if state.bank is not None:
        seats.add(state.bank.seat)
    deck = list(DECK)
    luck.shuffle(deck)
    places = [DEALER, *map(str, sorted(seats))]
    return {place: deck[_SEVEN * at : _SEVEN * (at + 1)] for at, place in enumerate(places)}
