"""Turns of phrase that rules and their explanation share."""

from collections.abc import Iterable
from fractions import Fraction


def listed(names: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def odds_told(odds: Fraction) -> str:
    """As 30 to 1, or 7 to 6; never with "for" (19:47-10.11(e))."""
    return f"{odds.numerator:,} to {odds.denominator:,}"
