"""What an exception to the house way is worth to the house, over everything a seat can be dealt.

What filing changes is told against a player who sets as the house way does that is excepted from;
and only on the excepted hands is there anything to count, for on all others nothing changes.
Vigorish is counted to the fraction, without rounding it up.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.house_way import basic
from domain.games.pai_gow.tiles.tile_set import FULL_SET, KINDS

_HAND: Final = 4
ALL_HANDS: Final = comb(len(FULL_SET), _HAND)
_BESIDE: Final = comb(len(FULL_SET) - _HAND, _HAND)
"""Hands that a seat may be dealt beside the house's."""


class HouseWayHand(NamedTuple):
    """A hand by its kinds of tile, as the basic way sets it."""

    kinds: tuple[tuple[str, int], ...]
    setting: Setting


def times_dealt(hand: tuple[str, ...]) -> int:
    """Which part of all hands it is: of a kind that exists twice, either tile may come."""
    return prod(comb(KINDS[kind].copies, many) for kind, many in Counter(hand).items())


@cache
def house_way_hands() -> tuple[HouseWayHand, ...]:
    hands = filter(times_dealt, combinations_with_replacement(KINDS, _HAND))
    return tuple([HouseWayHand(tuple(Counter(hand).items()), basic(hand)[0]) for hand in hands])


def added(game: TilesGame, filed: Setting, otherwise: Setting, vigorish_percent: int) -> Fraction:
    """How much more of a wager of one the house keeps on average by the one setting of a hand."""
    left = Counter(FULL_SET)
    left.subtract((*filed.high, *filed.low))
    hands = house_way_hands()
    times = [prod([comb(left[kind], many) for kind, many in one.kinds]) for one in hands]
    assert sum(times) == _BESIDE
    kept = (_kept(game, house, times, vigorish_percent) for house in (filed, otherwise))
    return next(kept) - next(kept)


def _kept(game: TilesGame, house: Setting, times: list[int], vigorish_percent: int) -> Fraction:
    """What the house keeps, where its hand lies so and each seat's hand comes so many times."""
    high = {hand: game.higher(hand, house.high) for hand in _pairs()}
    low = {
        hand: game.higher(hand, house.low) and not game.low_cannot_win(hand) for hand in _pairs()
    }
    ends = [0, 0, 0]
    for (_, setting), many in zip(house_way_hands(), times, strict=True):
        ends[high[setting.high] + low[setting.low]] += many
    lost, _, won = ends
    return (lost - won * Fraction(100 - vigorish_percent, 100)) / _BESIDE


@cache
def _pairs() -> frozenset[tuple[str, ...]]:
    """Every two tiles that lie as a seat's high or low hand."""
    return frozenset(hand for _, one in house_way_hands() for hand in (one.high, one.low))
