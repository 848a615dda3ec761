"""The house edge: what the house keeps of a wager on average, as a share of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge, exact unless it has an error. Below zero the player is ahead."""

    wager: str
    edge: Fraction
    counted: str
    """Over what, and as a share of what."""
    case: str = ""
    """Where one wager has more than one edge: which it is."""
    error: float | None = None
    """Its standard error, where it was found by dealing and not by counting."""


def cost(odds: int | Fraction | None) -> int | Fraction:
    """What one outcome costs the player of a wager of one: the stake, or less than nothing."""
    return 1 if odds is None else -odds


def edge_over(outcomes: Iterable[int | Fraction | None]) -> Fraction:
    """The mean cost of outcomes that are all equally likely."""
    costs = [cost(odds) for odds in outcomes]
    return Fraction(sum(costs)) / len(costs)
