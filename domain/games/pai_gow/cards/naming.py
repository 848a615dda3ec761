"""What people call a hand of cards; hands have the same name exactly when they are a copy."""

from collections.abc import Callable, Sequence
from typing import Final

from domain.games.pai_gow.cards.deck import RANKS
from domain.games.pai_gow.cards.names import RANK_NAMES, many
from domain.games.pai_gow.cards.ranking import PokerHand, Wheel, rank, top_of_straight

_RANKS: Final = dict(enumerate(RANKS, start=2))
_NAMES: Final = {value: RANK_NAMES[rank] for value, rank in _RANKS.items()}


def _many(value: int) -> str:
    return many(_RANKS[value])


def _row(values: Sequence[int]) -> str:
    return "-".join(_NAMES[value] for value in values)


def _with(rest: Sequence[int]) -> str:
    """The cards beside those that make the hand; a low pair has none."""
    return f" with {_row(rest)}" if rest else ""


def _reach(place: int) -> str:
    top = top_of_straight(place)
    return "ace to five" if top is None else f"{_NAMES[top]} high"


_TOLD: Final[dict[PokerHand, Callable[[tuple[int, ...]], str]]] = {
    PokerHand.NOTHING: _row,
    PokerHand.PAIR: lambda cards: f"pair of {_many(cards[0])}{_with(cards[1:])}",
    PokerHand.TWO_PAIRS: lambda cards: (
        f"two pairs, {_many(cards[0])} and {_many(cards[1])}{_with(cards[2:])}"
    ),
    PokerHand.THREE_OF_A_KIND: lambda cards: f"three {_many(cards[0])}{_with(cards[1:])}",
    PokerHand.STRAIGHT: lambda cards: f"straight, {_reach(cards[0])}",
    PokerHand.FLUSH: lambda cards: f"flush, {_row(cards)}",
    PokerHand.FULL_HOUSE: lambda cards: f"full house, {_many(cards[0])} over {_many(cards[1])}",
    PokerHand.FOUR_OF_A_KIND: lambda cards: f"four {_many(cards[0])}{_with(cards[1:])}",
    PokerHand.STRAIGHT_FLUSH: lambda cards: f"straight flush, {_reach(cards[0])}",
    PokerHand.ROYAL_FLUSH: lambda _: "royal flush",
    PokerHand.FIVE_ACES: lambda _: "five aces",
}


def hand_name(hand: Sequence[str], wheel: Wheel) -> str:
    """The poker hand with every card that decides between equals."""
    ranked = rank(hand, wheel)
    return _TOLD[ranked.hand](ranked.cards)
