"""The Pair Fortunes bonus wager of Maryland: pairs among the four tiles (MD 5.F(1), 8.L).

Pairs are the sixteen of MD 3.B(2)(a) to (c): gee joon, eleven identical, four mixed. Wongs and
gongs are none. The setting does not matter: the best row over the three splits is paid. Gee joon
with any pair but heaven is two pairs, which every paytable pays above gee joon alone.
"""

from typing import Final

from domain.games.pai_gow.tiles.house_way import pair_of, splits
from domain.games.pai_gow.tiles.ranking import rank

WAGER: Final = "pair_fortunes"
OFFER_CITE: Final = "MD 5.F(1)"
CITES: Final = {"A": "MD 8.L(1)", "B": "MD 8.L(2)", "C": "MD 8.L(3)", "D": "MD 8.L(4)"}

ROWS: Final = (
    "gee_joon_and_heaven",
    "two_pairs",
    "gee_joon",
    "mixed_pair",
    "identical_pair",
)
"""From best to least; every paytable pays in this order."""

PAYTABLES: Final[dict[str, dict[str, int]]] = {
    name: dict(zip(ROWS, odds, strict=True))
    for name, odds in {
        "A": (300, 25, 8, 4, 3),
        "B": (250, 25, 8, 5, 2),
        "C": (250, 30, 7, 5, 2),
        "D": (200, 30, 10, 4, 2),
    }.items()
}
"""Odds to one."""

_GEE_JOON, _HEAVEN, _LAST_IDENTICAL, _LAST_PAIR = 1, 2, 12, 16
"""Places of MD 3.B(2)."""


def fortune(hand: tuple[str, ...]) -> str | None:
    """The best row that the four tiles form; None where they hold no pair and the wager loses."""
    rows = (_row(pair_of(way.high), pair_of(way.low)) for way in splits(hand))
    return min((row for row in rows if row), key=ROWS.index, default=None)


def _row(*hands: tuple[str, str]) -> str | None:
    places = sorted(place for hand in hands if (place := rank(hand).place) <= _LAST_PAIR)
    match places:
        case []:
            return None
        case [place]:
            return _single(place)
        case _:
            heaven_too = places == [_GEE_JOON, _HEAVEN]
            return "gee_joon_and_heaven" if heaven_too else "two_pairs"


def _single(place: int) -> str:
    if place == _GEE_JOON:
        return "gee_joon"
    return "identical_pair" if place <= _LAST_IDENTICAL else "mixed_pair"
