"""What a craps table is opened with, and what each of its wagers may cost."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from domain.games.craps.elections.elections import DEFAULT_SEATS
from domain.games.craps.wagers.catalogue import CATALOGUE
from services.tools.simulator.terms import Terms

_DOLLAR: Final = 100
_LONG: Final = Fraction(5)
"""From these odds to one on, little may be wagered."""
_MOST_ON_LONG: Final = 2_500


@dataclass(frozen=True, slots=True)
class CrapsTerms(Terms):
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
