"""Numbers that are used once, for ever: by series, as runs without a gap, so they stay small."""

import re
from bisect import bisect_right
from typing import Final, TypeAlias

Runs: TypeAlias = tuple[tuple[int, int], ...]
"""First and last number of each run, in order."""
UsedNumbers: TypeAlias = dict[str, Runs]

_LAST_DIGITS: Final = re.compile(r"^(.*?)([0-9]+)([^0-9]*)$")
_MOST_DIGITS: Final = 15
"""What stands before them belongs to the name of the series."""


def series_of(slip: str) -> tuple[str, int]:
    """The series of a slip's number and its place in it: F-007 and F-7 are one slip of `F-*`."""
    found = _LAST_DIGITS.match(slip)
    if found is None:
        return slip, 0
    before, digits, behind = found.groups()
    digits = digits.lstrip("0")
    before += digits[:-_MOST_DIGITS]
    return f"{before}*{behind}", int(digits[-_MOST_DIGITS:] or 0)


def is_used(used: UsedNumbers, slip: str) -> bool:
    series, number = series_of(slip)
    runs = used.get(series, ())
    at = _place(runs, number)
    return at > 0 and number <= runs[at - 1][1]


def with_number(used: UsedNumbers, slip: str) -> UsedNumbers:
    """With one more number, which was not used before."""
    series, number = series_of(slip)
    runs = used.get(series, ())
    at = _place(runs, number)
    below, above = runs[:at], runs[at:]
    first = last = number
    if below and below[-1][1] == number - 1:
        first, below = below[-1][0], below[:-1]
    if above and above[0][0] == number + 1:
        last, above = above[0][1], above[1:]
    return {**used, series: (*below, (first, last), *above)}


def _place(runs: Runs, number: int) -> int:
    """How many runs begin at the number or below it."""
    return bisect_right(runs, number, key=lambda run: run[0])
