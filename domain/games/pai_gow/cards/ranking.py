"""How five cards and how two cards rank as a hand (19:47-11.3)."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.games.pai_gow.cards.deck import JOKER, RANKS

Wheel: TypeAlias = Literal["second", "lowest"]
"""Where ace to five stands among the straights: 11.3(b), or by election 11.3(d)."""


class PokerHand(IntEnum):
    """The permissible hands, 11.3(b), the higher number the stronger."""

    NOTHING = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10


class Rank(NamedTuple):
    """Compares as hands do: the poker hand first, then card by card. Greater is stronger.

    A low hand's cards are fewer than a high hand's, so a high hand that matches both of them ranks
    above it, and a high hand never ranks below a low hand that it matches.
    """

    hand: PokerHand
    cards: tuple[int, ...]
    """What decides between equal poker hands: ranks, 2 to 14, those most in number first; of a
    straight only where it stands among the straights."""


HIGH_SIZE: Final = 5
LOW_SIZE: Final = 2
ACE: Final = 14
_VALUES: Final = {rank: value for value, rank in enumerate(RANKS, start=2)}
_ACE_TO_FIVE: Final = (ACE, 5, 4, 3, 2)
_LOWEST, _SECOND, _HIGHEST = 0, 9, 10
"""Places among the ten straights."""
_JOKER_COMPLETES: Final = frozenset(
    {
        PokerHand.STRAIGHT,
        PokerHand.FLUSH,
        PokerHand.STRAIGHT_FLUSH,
        PokerHand.ROYAL_FLUSH,
    }
)
_BY_COUNTS: Final = {
    (5,): PokerHand.FIVE_ACES,
    (4, 1): PokerHand.FOUR_OF_A_KIND,
    (3, 2): PokerHand.FULL_HOUSE,
    (3, 1, 1): PokerHand.THREE_OF_A_KIND,
    (2, 2, 1): PokerHand.TWO_PAIRS,
    (2, 1, 1, 1): PokerHand.PAIR,
    (2,): PokerHand.PAIR,
}


def rank(hand: Sequence[str], wheel: Wheel) -> Rank:
    """The rank of five cards or of two; equal ranks are a copy (11.3(e))."""
    assert len(hand) in (HIGH_SIZE, LOW_SIZE), hand
    natural = [card for card in hand if card != JOKER]
    values = _sorted(*(_VALUES[card[0]] for card in natural))
    one_suit = len({card[1] for card in natural}) == 1
    if len(natural) == len(hand):
        return _of_values(values, one_suit, wheel)
    return _with_joker(values, one_suit, wheel)


@cache
def _with_joker(values: tuple[int, ...], one_suit: bool, wheel: Wheel) -> Rank:
    """The joker is an ace, or the card that best completes one of four hands (11.3(a), (c)).

    No card stands in a hand twice: what completes a straight or a flush has a rank that the hand
    does not hold yet.
    """
    as_ace = _of_values(_sorted(*values, ACE), one_suit=False, wheel=wheel)
    as_any_card = (
        _of_values(_sorted(*values, value), one_suit, wheel) for value in _VALUES.values()
    )
    return max([as_ace, *(made for made in as_any_card if made.hand in _JOKER_COMPLETES)])


def _sorted(*values: int) -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))


@cache
def _of_values(values: tuple[int, ...], one_suit: bool, wheel: Wheel) -> Rank:
    """The rank of cards of these values, highest first, all of one suit or not."""
    alike = sorted(Counter(values).items(), key=lambda held: (held[1], held[0]), reverse=True)
    if len(alike) == HIGH_SIZE:
        return _of_five_values(values, one_suit, wheel)
    counts = tuple(count for _, count in alike)
    hand = _BY_COUNTS.get(counts, PokerHand.NOTHING)
    return Rank(hand, tuple(value for value, _ in alike))


def _of_five_values(values: tuple[int, ...], one_suit: bool, wheel: Wheel) -> Rank:
    """Five different values: a straight, a flush, both or nothing."""
    if values == _ACE_TO_FIVE or values[0] - values[-1] == 4:
        if one_suit and values[-1] == 10:
            return Rank(PokerHand.ROYAL_FLUSH, ())
        hand = PokerHand.STRAIGHT_FLUSH if one_suit else PokerHand.STRAIGHT
        return Rank(hand, (_place(values, wheel),))
    return Rank(PokerHand.FLUSH if one_suit else PokerHand.NOTHING, values)


def _place(straight: tuple[int, ...], wheel: Wheel) -> int:
    """Where a straight stands among the ten; six high is 1 and king high 8 either way."""
    if straight == _ACE_TO_FIVE:
        return _SECOND if wheel == "second" else _LOWEST
    top = straight[0]
    return _HIGHEST if top == ACE else top - 5


def top_of_straight(place: int) -> int | None:
    """The highest card of the straight that stands at this place; ace to five has no such card."""
    if place == _HIGHEST:
        return ACE
    return None if place in (_SECOND, _LOWEST) else place + 5
