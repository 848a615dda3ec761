"""Cards: whole decks shuffled and dealt to seven hands, each of them once the house to each other.

Seven hands are 42 ordered pairs of a house and a seat. In a pair told both ways round what luck
gives to one it takes from the other, so what is left to chance is little, and the error small.
"""

from collections.abc import Iterable, Iterator
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from domain.games.pai_gow.cards.deck import DECK, JOKER, RANKS, SUITS
from domain.games.pai_gow.cards.house_way import basic
from domain.games.pai_gow.cards.ranking import Rank, Wheel, rank
from domain.games.pai_gow.odds.on_hands import Ends, Sample
from services.tools.enumerate.groups import groups

_HANDS: Final = 7
_CARDS: Final = 7
_LONG: Final = 5
_VIGORISH: Final = 0.05
_JOKER: Final = len(DECK) - 1
Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], bool]
Places: TypeAlias = dict[Key, tuple[int, int]]


def places_of(wheel: Wheel) -> Places:
    """Where the high and the low hand of every seven cards stand as the basic way sets them."""
    ranked: dict[Key, tuple[Rank, Rank]] = {}
    for group, _ in groups():
        setting = basic(group.sample, wheel)[0]
        key = (_values(group.long), _values(group.rest), group.joker)
        ranked[key] = rank(setting.high, wheel), rank(setting.low, wheel)
    high = _order(high for high, _ in ranked.values())
    low = _order(low for _, low in ranked.values())
    return {key: (high[one], low[other]) for key, (one, other) in ranked.items()}


def _values(ranks: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(map(RANKS.index, ranks)))


def _order(ranks: Iterable[Rank]) -> dict[Rank, int]:
    return {one: place for place, one in enumerate(sorted(set(ranks)))}


def key_of(hand: list[int]) -> Key:
    """The group of a hand whose cards are numbers: four of each rank, and the joker last."""
    joker = _JOKER in hand
    natural = sorted(card for card in hand if card != _JOKER)
    suits = [card & 3 for card in natural]
    for suit in range(len(SUITS)):
        if suits.count(suit) + joker >= _LONG:
            long = tuple([card >> 2 for card in natural if card & 3 == suit])
            return long, tuple([card >> 2 for card in natural if card & 3 != suit]), joker
    return (), tuple([card >> 2 for card in natural]), joker


def number_of(card: str) -> int:
    """A card as `key_of` knows it."""
    if card == JOKER:
        return _JOKER
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def _deals(places: Places, deals: int, seed: int) -> Iterator[tuple[int, int]]:
    """Seats that lost and that won, of each deal's 42."""
    luck = Random(seed)  # noqa: S311  the same deals every time
    deck = list(range(len(DECK)))
    for _ in range(deals):
        luck.shuffle(deck)
        hands = [
            places[key_of(deck[first : first + _CARDS])]
            for first in range(0, _HANDS * _CARDS, _CARDS)
        ]
        lost = won = 0
        for high, low in hands:
            for other_high, other_low in hands:
                if high > other_high:
                    won += low > other_low
                else:
                    lost += low <= other_low
        # Each hand was compared with itself too, which is a copy and lost.
        yield lost - _HANDS, won


def simulate(places: Places, deals: int, seed: int) -> Sample:
    lost = won = 0
    kept, squares, plain, plain_squares = 0.0, 0.0, 0, 0
    for one_lost, one_won in _deals(places, deals, seed):
        lost += one_lost
        won += one_won
        worth = one_lost - one_won * (1 - _VIGORISH)
        kept += worth
        squares += worth * worth
        plain += one_lost - one_won
        plain_squares += (one_lost - one_won) ** 2
    pairs = _HANDS * (_HANDS - 1)
    return Sample(
        deals=deals,
        ends=Ends(lost=lost, pushed=deals * pairs - lost - won, won=won),
        error=_error(kept, squares, deals) / pairs,
        error_without_vigorish=_error(plain, plain_squares, deals) / pairs,
    )


def _error(total: float, squares: float, many: int) -> float:
    """The standard error of the mean."""
    mean = total / many
    return sqrt((squares / many - mean * mean) / (many - 1))
