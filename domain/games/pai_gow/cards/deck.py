"""The fifty-three cards of one deck (19:47-11.2(a), 11.3(a))."""

from typing import Final

RANKS: Final = "23456789TJQKA"
"""Lowest to highest (11.3(a))."""
SUITS: Final = "SHDC"
JOKER: Final = "JK"
DECK: Final = (*(rank + suit for rank in RANKS for suit in SUITS), JOKER)

_CARDS: Final = frozenset(DECK)


def misfit(cards: tuple[str, ...]) -> str | None:
    """What keeps these cards from being taken out of one deck, if anything does."""
    for card in cards:
        if card not in _CARDS:
            return f"{card!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, or {JOKER}"
    for card in dict.fromkeys(cards):
        if cards.count(card) > 1:
            return f"card {card} appears {cards.count(card)} times; the deck holds one"
    return None
