"""The two wagers of stones: on the higher one, and on drawing the highest of all."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Final, Literal, TypeAlias

from domain.wagers.catalogue import Catalogue, OddsRow, WagerRecord
from domain.wagers.edge import Edge

NAME: Final = "xx-stones"
HIGH: Final = "high_stone"
Verdict: TypeAlias = Literal["win", "lose", "push"]
_NUMBERS: Final = range(1, 13)


@dataclass(frozen=True, slots=True, kw_only=True)
class StonesWager(WagerRecord):
    """One wager of a seat."""

    decides: Callable[[int, int], Verdict]
    """By the seat's stone and the house's."""

    @property
    def odds(self) -> Fraction:
        return self.rows[0].odds

    def mean(self) -> Fraction:
        """What the house keeps of it, over every two stones."""
        cost = {"win": -self.odds, "lose": Fraction(1), "push": Fraction(0)}
        kept = [cost[self.decides(own, house)] for own, house in permutations(_NUMBERS, 2)]
        return sum(kept, Fraction(0)) / len(kept)


def _high(own: int, house: int) -> Verdict:
    if house == 1:
        return "push"
    return "win" if own > house else "lose"


def _lucky(own: int, _: int) -> Verdict:
    return "win" if own == _NUMBERS[-1] else "lose"


def _edge(_: str | None) -> tuple[Edge, ...]:
    return (Edge(HIGH, HIGH_STONE.mean(), "over every two stones"),)


def _lucky_edge(_: str | None) -> tuple[Edge, ...]:
    return (Edge("lucky_stone", LUCKY_STONE.mean(), "over every two stones"),)


HIGH_STONE: Final = StonesWager(
    name=HIGH,
    label="High stone",
    decided_by="hands",
    permitted={NAME: "House rules of Stones 1(a)"},
    paid_by={NAME: "House rules of Stones 4(a)"},
    rows=(OddsRow("A stone above the house's", Fraction(1)),),
    edges=_edge,
    coupon=False,
    decides=_high,
)
LUCKY_STONE: Final = StonesWager(
    name="lucky_stone",
    label="Lucky stone",
    decided_by="pieces",
    election="lucky_stone",
    permitted={NAME: "House rules of Stones 1(b)"},
    paid_by={NAME: "House rules of Stones 4(b)"},
    rows=(OddsRow("Stone twelve", Fraction(10)),),
    edges=_lucky_edge,
    beside=lambda _: HIGH,
    coupon=False,
    decides=_lucky,
)
CATALOGUE: Final[Catalogue[StonesWager]] = Catalogue((HIGH_STONE, LUCKY_STONE))
