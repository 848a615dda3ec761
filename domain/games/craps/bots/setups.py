"""Three craps tables: a full one, a small one under full controls, and a long one."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from domain.games.craps.elections.elections import DEFAULT_SEATS
from domain.games.craps.wagers.catalogue import CATALOGUE, NAME
from domain.games.craps.wagers.record import CrapsWager
from domain.games.seam.guests import Setup

_DOLLAR: Final = 100
_LONG: Final = Fraction(5)
"""From these odds to one on, little may be wagered."""
_MOST_ON_LONG: Final = 2_500


@dataclass(frozen=True, slots=True)
class CrapsSetup(Setup):
    """Played on the dice, at the odds that it files."""

    @property
    def places(self) -> range:
        return range(1, self.elections.get("seats", DEFAULT_SEATS) + 1)

    @property
    def odds(self) -> dict[str, Fraction]:
        """To one, by wager, as a layout lists them."""
        filed = self.elections["odds"]
        return {name: Fraction(*filed[name]) for name in CATALOGUE if name in filed}

    def lot(self, wager: str) -> int:
        """A wager is so many cents, or a multiple of it: whole dollars, paid in whole dollars."""
        return _DOLLAR * self.odds[wager].denominator

    def limits(self, wager: str) -> tuple[int, int]:
        """Least and most, in lots."""
        lot = self.lot(wager)
        if self.odds[wager] >= _LONG:
            return lot, _MOST_ON_LONG // lot * lot
        return -(-self.minimum // lot) * lot, self.maximum // lot * lot

    def in_lots(self, wager: str, wish: int) -> int:
        """The next amount that may lie there, from a wish."""
        low, high = self.limits(wager)
        lot = self.lot(wager)
        return min(max(-(-wish // lot) * lot, low), high)

    def side_risk(self) -> int:
        """What the long odds could cost if every place had them; what lies there comes on top."""
        long = (name for name, odds in self.odds.items() if odds >= _LONG)
        at_one = sum(int(self.odds[name] * self.limits(name)[1]) for name in long)
        return at_one * len(self.places)

    def submission(self) -> dict[str, Any]:
        limits = {wager: list(self.limits(wager)) for wager in self.odds}
        return {"regulation": self.regulation, "limits": limits, **self.elections}


_LINE: Final = {"pass": [1, 1], "dont_pass": [1, 1], "come": [1, 1], "dont_come": [1, 1]}
_SIX_AND_EIGHT: Final = {"place_6": [7, 6], "place_8": [7, 6]}
_TO_WIN: Final = {
    "place_4": [9, 5],
    "place_5": [7, 5],
    **_SIX_AND_EIGHT,
    "place_9": [7, 5],
    "place_10": [9, 5],
}
_TO_LOSE: Final = {
    "place_lose_4": [5, 11],
    "place_lose_5": [5, 8],
    "place_lose_6": [4, 5],
    "place_lose_8": [4, 5],
    "place_lose_9": [5, 8],
    "place_lose_10": [5, 11],
}
_HARD: Final = {"hard_4": [7, 1]}
_POPULAR: Final = (0.25, 0.55)

_FIVE: Final = (500, 50_000, {"100": 500, "500": 700, "2500": 300, "10000": 80, "50000": 4})
_TEN: Final = (1_000, 100_000, {"100": 600, "500": 800, "2500": 500, "10000": 220, "50000": 20})
_FIFTEEN: Final = (1_500, 200_000, {"100": 800, "500": 900, "2500": 800, "10000": 400, "50000": 40})


def _craps(
    stakes: tuple[int, int, dict[str, int]], odds: dict[str, list[int]], **elections: Any
) -> CrapsSetup:
    filed = {"odds": odds, **elections}
    return CrapsSetup(*stakes, regulation=NAME, elections=filed, popularity=_POPULAR)


def _any_other() -> dict[str, list[int]]:
    """Odds for whatever else there is, in halves to one and below what would be fair."""
    listed = {**_LINE, **_TO_WIN, **_TO_LOSE, **_HARD}
    return {one.name: any_odds(one) for one in CATALOGUE.values() if one.name not in listed}


def any_odds(wager: CrapsWager) -> list[int]:
    """So many to so many."""
    # What the house keeps falls evenly with the odds, from what it keeps at one to one.
    at_one, at_two = (wager.edges_by(Fraction(odds))[-1].edge for odds in (1, 2))
    fair = 1 + at_one / (at_one - at_two)
    halves = max(1, math.ceil(2 * fair) - 1)
    return [halves, 2] if halves % 2 else [halves // 2, 1]


SETUPS: Final = (
    _craps(_TEN, {**_LINE, **_TO_WIN, **_TO_LOSE, **_HARD, **_any_other()}),
    _craps(_FIVE, {**_LINE, **_SIX_AND_EIGHT}, seats=8, controls="full"),
    _craps(_FIFTEEN, {**_LINE, **_TO_WIN, **_HARD}, seats=20),
)
