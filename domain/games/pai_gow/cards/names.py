"""What each card is called. One list for whoever names one."""

from typing import Final

from domain.games.pai_gow.cards.deck import DECK, JOKER

RANK_NAMES: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER_NAME: Final = "joker"


def many(rank: str) -> str:
    """Several cards of a rank."""
    return "sixes" if rank == "6" else f"{RANK_NAMES[rank]}s"


def _name(card: str) -> str:
    if card == JOKER:
        return JOKER_NAME
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


CARD_NAMES: Final = {card: _name(card) for card in DECK}
