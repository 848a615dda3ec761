"""Seven cards set as five and two (19:47-11.1)."""

from itertools import combinations
from typing import Final

from domain.games.pai_gow.cards.ranking import LOW_SIZE, Wheel, rank
from domain.games.pai_gow.layout.setting import Setting

_LOWS: Final = tuple(combinations(range(7), LOW_SIZE))


def splits(hand: tuple[str, ...]) -> list[Setting]:
    """The twenty-one ways to part seven cards, lawful or not."""
    return [
        Setting(
            high=tuple(card for place, card in enumerate(hand) if place not in low),
            low=tuple(hand[place] for place in low),
        )
        for low in _LOWS
    ]


def in_order(setting: Setting, wheel: Wheel) -> bool:
    """The five rank equal to or higher than the two: matching both of them is enough."""
    return rank(setting.high, wheel) >= rank(setting.low, wheel)
