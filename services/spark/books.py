"""The books of every property and gaming day, reconciled as the property does it itself."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from projections.days import DayRow, Days
from projections.figures.reconciliation import Reconciliation
from projections.progressive_days import MeterDayRow, ProgressiveDays
from projections.reports import DayBooks
from projections.sessions import SessionRow, Sessions
from projections.slips import SlipDayRow, Slips
from services.spark.streams import Found
from services.store.rows import decode_row

_KEPT_DAYS: Final = timedelta(days=7)
"""Slips of so many days after it are kept for a day; a report looks for those it needs."""


class DayReconciled(NamedTuple):
    """A property's gaming day; `report` is what `pitledger reconcile --json` prints there."""

    property: str
    day: str
    report: str


def reconcile_days(rows: Iterable[Found]) -> Iterator[DayReconciled]:
    """Rows by property, each from its newest day back: a close covers every day before it."""
    for name, of_property in groupby(rows, key=attrgetter("property")):
        books = _Books()
        for day, of_day in groupby(of_property, key=attrgetter("day")):
            report = books.reconcile(day, of_day)
            yield DayReconciled(name, day, msgspec.json.encode(report).decode())


class _Books:
    """What later days leave for the earlier ones: how they were closed, and slips."""

    def __init__(self) -> None:
        self._days: list[DayRow] = []
        self._slips: list[SlipDayRow] = []

    def reconcile(self, day: str, rows: Iterable[Found]) -> Reconciliation:
        sessions: list[SessionRow] = []
        meters: list[MeterDayRow] = []
        for one in rows:
            match one.model:
                case Sessions.name:
                    sessions.append(decode_row(one.model, one.row, one.doc, SessionRow))
                case ProgressiveDays.name:
                    meters.append(decode_row(one.model, one.row, one.doc, MeterDayRow))
                case Days.name:
                    self._days.append(decode_row(one.model, one.row, one.doc, DayRow))
                case Slips.name:
                    self._slips.append(decode_row(one.model, one.row, one.doc, SlipDayRow))
                case _:
                    raise AssertionError(one.model)
        far = (date.fromisoformat(day) + _KEPT_DAYS).isoformat()
        self._slips = [row for row in self._slips if row.day <= far]
        return DayBooks(
            day=day,
            sessions=tuple(sessions),
            meters=tuple(meters),
            slips=tuple(self._slips),
            days=tuple(self._days),
        ).reconciliation()
