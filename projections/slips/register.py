"""The slip register: every slip with its steps, and the numbers that are not right."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

import msgspec

from domain.table.slip_series import series_of
from projections.figures.corrected_amounts import right_amounts
from projections.slips.row import SlipDayRow, SlipStep

MOST_GAPS: Final = 100
"""More numbers than these are shown as one range: a pad was skipped, not a slip."""


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A slip with all its steps."""

    table: str
    slip: str
    kind: str
    amount: int
    """As corrected."""
    steps: tuple[SlipStep, ...]
    days: tuple[str, ...]
    """The gaming days that something happened to it in."""

    @property
    def state(self) -> str:
        return self.steps[-1].step

    @property
    def pending(self) -> bool:
        return self.state in ("requested", "issued")

    @property
    def moved(self) -> int | None:
        """`seq` at which its chips moved."""
        return self.steps[-1].seq if self.state == "received" else None


class SlipFault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a number of the register."""

    kind: str
    """`missing`, `twice`, `voided` or `pending`."""
    slip: str
    tables: tuple[str, ...]
    words: str


def slips_of(rows: Iterable[SlipDayRow]) -> list[Slip]:
    """Every slip of these days, by table and number."""
    rows = sorted(rows, key=lambda row: (row.table, row.day))
    right = right_amounts(rows)
    found: dict[tuple[str, str], list[tuple[str, SlipStep]]] = {}
    for row in rows:
        for step in row.steps:
            found.setdefault((row.table, step.slip), []).append((row.day, step))
    slips = []
    for (table, name), told in found.items():
        steps = tuple(step for _, step in sorted(told, key=lambda one: one[1].seq))
        slips.append(
            Slip(
                table=table,
                slip=name,
                kind=steps[-1].kind,
                amount=right.get((table, steps[-1].seq), steps[-1].amount),
                steps=steps,
                days=tuple(dict.fromkeys(day for day, _ in told)),
            )
        )
    return sorted(slips, key=lambda slip: (slip.table, series_of(slip.slip), slip.slip))


def faults_of(day: str, slips: Iterable[Slip]) -> list[SlipFault]:
    """What the day's register shows; slips of the days around it show which numbers are in use."""
    slips = list(slips)
    of_day = [slip for slip in slips if day in slip.days]
    faults = [_fault_of(slip) for slip in of_day]
    return [
        *_missing(day, slips),
        *_twice(of_day, slips),
        *(fault for fault in faults if fault is not None),
    ]


def _fault_of(slip: Slip) -> SlipFault | None:
    if slip.state != "voided" and not slip.pending:
        return None
    words = slip.steps[-1].reason or ""
    if slip.pending:
        words = f"{slip.kind} of {slip.amount} cents was {slip.state} and not received"
    kind = "pending" if slip.pending else "voided"
    return SlipFault(kind=kind, slip=slip.slip, tables=(slip.table,), words=words)


def _missing(day: str, slips: list[Slip]) -> list[SlipFault]:
    """Numbers passed over between the highest of the days before and the day's highest."""
    used: dict[str, dict[int, list[Slip]]] = {}
    for slip in slips:
        series, number = series_of(slip.slip)
        used.setdefault(series, {}).setdefault(number, []).append(slip)
    faults = []
    for series, numbers in sorted(used.items()):
        today = [one for one, its in numbers.items() if any(slip.days[0] == day for slip in its)]
        if not today:
            continue
        before = [one for one, its in numbers.items() if any(slip.days[0] < day for slip in its)]
        low = max((one for one in before if one < max(today)), default=min(today))
        tables = {slip.table for one in today for slip in numbers[one]}
        low = min(low, *today)
        for first, last in _gaps(numbers, low, max(today)):
            faults += _passed_over(series, first, last, tuple(sorted(tables)))
    return faults


def _gaps(numbers: Iterable[int], low: int, high: int) -> Iterator[tuple[int, int]]:
    inside = sorted(one for one in numbers if low <= one <= high)
    for one, following in pairwise(inside):
        if following > one + 1:
            yield one + 1, following - 1


def _passed_over(series: str, first: int, last: int, tables: tuple[str, ...]) -> list[SlipFault]:
    words = "passed over: neither used nor voided"
    if last - first >= MOST_GAPS:
        name = f"{series.replace('*', str(first))} to {series.replace('*', str(last))}"
        return [SlipFault(kind="missing", slip=name, tables=tables, words=words)]
    names = [series.replace("*", str(number)) for number in range(first, last + 1)]
    return [SlipFault(kind="missing", slip=name, tables=tables, words=words) for name in names]


def _twice(of_day: list[Slip], slips: list[Slip]) -> list[SlipFault]:
    """One number belongs to one slip, at whichever table it was used first."""
    tables: dict[tuple[str, int], set[str]] = {}
    for slip in slips:
        tables.setdefault(series_of(slip.slip), set()).add(slip.table)
    numbers = {series_of(slip.slip): slip.slip for slip in of_day}
    found = {number: slip for number, slip in numbers.items() if len(tables[number]) > 1}
    return [
        SlipFault(
            kind="twice",
            slip=slip,
            tables=tuple(sorted(tables[number])),
            words="the same number was used at more than one table",
        )
        for number, slip in sorted(found.items())
    ]
