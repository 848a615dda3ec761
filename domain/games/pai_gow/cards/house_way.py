"""How the dealer's seven cards are set (19:47-11.9)."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.ranking import PokerHand, Rank, Wheel, rank
from domain.games.pai_gow.cards.setting import in_order, splits
from domain.games.pai_gow.layout.setting import Setting

HouseWay: TypeAlias = Callable[[tuple[str, ...], Wheel], list[Setting]]


class _Way(NamedTuple):
    """A lawful setting with what its hands rank."""

    setting: Setting
    high: Rank
    low: Rank


_PARTED: Final = frozenset({PokerHand.FULL_HOUSE, PokerHand.TWO_PAIRS})
"""Where this is the best that seven cards form, a pair of it goes to the low hand."""

_ALIKE: Final = {
    PokerHand.PAIR: 2,
    PokerHand.TWO_PAIRS: 2,
    PokerHand.THREE_OF_A_KIND: 3,
    PokerHand.FULL_HOUSE: 3,
}
"""How many cards of one rank lead a high hand."""


def lawful(hand: tuple[str, ...], wheel: Wheel) -> list[Setting]:
    """Every setting whose five do not rank below its two."""
    return [setting for setting in splits(hand) if in_order(setting, wheel)]


def any_lawful(hand: tuple[str, ...], wheel: Wheel) -> list[Setting]:
    """Every lawful setting, those of the basic way first."""
    named = basic(hand, wheel)
    rest = [way for way in lawful(hand, wheel) if not any(map(way.same_as, named))]
    return [*named, *rest]


def basic(hand: tuple[str, ...], wheel: Wheel) -> list[Setting]:
    """The settings the basic way allows, the first being the one it names.

    There is more than one only where hands are alike in everything that ranks.
    """
    # In the order of the deck, so that the same one is named however the cards lie.
    ways = [
        _Way(setting, rank(setting.high, wheel), rank(setting.low, wheel))
        for setting in lawful(tuple(sorted(hand, key=DECK.index)), wheel)
    ]
    formed = max(way.high.hand for way in ways)
    return _best(ways, _parts if formed in _PARTED else _keeps)


def _parts(way: _Way) -> tuple[int, int]:
    """The best three or pair in the high hand while a pair lies low."""
    if way.low.hand is not PokerHand.PAIR or way.high.hand not in _ALIKE:
        return 0, 0
    return _ALIKE[way.high.hand], way.high.cards[0]


def _keeps(way: _Way) -> tuple[int, int]:
    return way.high.hand, 0


def _best(ways: list[_Way], merit: Callable[[_Way], tuple[int, int]]) -> list[Setting]:
    """The ways of most merit, then of the strongest low hand, then of the strongest high hand."""
    top = max((merit(way), way.low, way.high) for way in ways)
    return [way.setting for way in ways if (merit(way), way.low, way.high) == top]


HOUSE_WAYS: Final[dict[str | None, HouseWay]] = {None: any_lawful, "basic": basic}
"""Without a named way the dealer sets as the dealer likes, within the law."""
