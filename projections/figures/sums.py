"""Sums of figures, of which one may be unknown, and of accounts."""

from collections.abc import Iterable, Mapping


def total(parts: Iterable[int | None]) -> int | None:
    """The sum; unknown as soon as one part is."""
    known = 0
    for part in parts:
        if part is None:
            return None
        known += part
    return known


def add(sums: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Two sums by name as one."""
    total = dict(sums)
    for name, cents in more.items():
        total[name] = total.get(name, 0) + cents
    return total
