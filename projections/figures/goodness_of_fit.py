"""Pearson's chi-square: how far counts lie from what is expected, and how likely that is."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, lgamma, log
from typing import Final

import msgspec

_CLOSE: Final = 1e-15
_MOST_STEPS: Final = 10_000
LEAST_EXPECTED: Final = 5
"""With fewer expected in a cell the statistic does not follow its distribution."""


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """Counts beside what is expected of them."""

    observed: tuple[int, ...]
    expected: tuple[float, ...]
    degrees: int
    """Of freedom."""
    chi_square: float | None
    """None: too little was counted to say anything."""
    p_value: float | None
    """How likely counts so far off, or farther, are where nothing is amiss."""


def fit(observed: Sequence[int], chances: Sequence[Fraction]) -> Fit:
    """Counts against the chance of each; the chances sum to one."""
    assert sum(chances) == 1, chances
    many = sum(observed)
    expected = tuple(float(many * chance) for chance in chances)
    degrees = len(chances) - 1
    enough = bool(expected) and min(expected) >= LEAST_EXPECTED
    chi_square = None
    if enough:
        cells = zip(observed, expected, strict=True)
        chi_square = sum((found - wanted) ** 2 / wanted for found, wanted in cells)
    return Fit(
        observed=tuple(observed),
        expected=expected,
        degrees=degrees,
        chi_square=chi_square,
        p_value=None if chi_square is None else upper_tail(chi_square, degrees),
    )


@cache
def total_chances(dice: int) -> Mapping[int, Fraction]:
    """Of every total of so many fair dice."""
    ways: dict[int, int] = {}
    for thrown in product(range(1, 7), repeat=dice):
        ways[sum(thrown)] = ways.get(sum(thrown), 0) + 1
    return {total: Fraction(many, 6**dice) for total, many in sorted(ways.items())}


def upper_tail(chi_square: float, degrees: int) -> float:
    """The chance of a chi-square of so many degrees of freedom to be this or more."""
    if chi_square <= 0:
        return 1.0
    shape, reach = degrees / 2, chi_square / 2
    scale = exp(-reach + shape * log(reach) - lgamma(shape))
    if reach < shape + 1:
        return 1.0 - scale * _series(shape, reach)
    return scale * _continued_fraction(shape, reach)


def _series(shape: float, reach: float) -> float:
    """The lower incomplete gamma function by its series, which is quick where it is small."""
    term = total = 1 / shape
    for step in range(1, _MOST_STEPS):
        term *= reach / (shape + step)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _continued_fraction(shape: float, reach: float) -> float:
    """The upper one by its continued fraction, from the front (Lentz)."""
    tiny = 1e-300
    even = reach + 1 - shape
    upper, lower = 1 / tiny, 1 / even
    value = lower
    for step in range(1, _MOST_STEPS):
        factor = -step * (step - shape)
        even += 2
        lower = 1 / (factor * lower + even or tiny)
        upper = even + factor / upper or tiny
        change = upper * lower
        value *= change
        if abs(change - 1) < _CLOSE:
            break
    return value
