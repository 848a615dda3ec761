"""Turns of phrase that rules and their explanation share."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

NO_ROLL: Final = {
    "not_flat": "a die did not land flat",
    "fell_out": "a die fell out",
    "uncovered": "the bank lifted the lid",
}
"""What is called of dice that do not count, by its cause."""


def listed(names: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def odds_told(odds: Fraction) -> str:
    """As 30 to 1, or 7 to 6; never with "for" (19:47-10.11(e))."""
    return f"{odds.numerator:,} to {odds.denominator:,}"
