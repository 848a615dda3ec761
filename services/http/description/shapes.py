"""The shapes of answers that no struct of the books has by itself."""

import functools
import operator
from typing import Any, Final

import msgspec

from domain.messages.events import EVENT_TYPES
from projections.days.row import AlertLine, Closing
from projections.floor.view import TableView
from projections.progressive_days import MeterDayRow
from projections.progressives import ProgressiveRow
from projections.reports.exceptions import OpenItem
from projections.rounds.row import RoundRow
from services.reports.sealed_close import SealedDay

_EVENT: Final[Any] = functools.reduce(operator.or_, EVENT_TYPES)


class Broken(msgspec.Struct):
    """A table whose row cannot be read, and why."""

    table: str
    why: str


class Tables(msgspec.Struct):
    """The floor."""

    tables: list[TableView]
    broken: list[Broken]


class Rounds(msgspec.Struct):
    """The newest first."""

    rounds: list[RoundRow]


class Events(msgspec.Struct):
    """In order, as they are stored; what the caller may not see is masked."""

    events: list[_EVENT]


class Log(msgspec.Struct):
    """A page of the log, and the position to go on after."""

    events: list[_EVENT]
    next: int


class Progressives(msgspec.Struct):
    """The meters as they stand."""

    progressives: list[ProgressiveRow]


class DayOfProgressives(msgspec.Struct):
    """What a gaming day did to each meter."""

    day: str
    progressives: list[MeterDayRow]


class DayLine(msgspec.Struct):
    """A day that was closed."""

    day: str
    status: str
    history: list[Closing]
    alerts: int
    open_alerts: int


class DayList(msgspec.Struct):
    """The newest first."""

    days: list[DayLine]


class Missing(msgspec.Struct):
    """What a table's period lacks."""

    table: str
    session: int
    period: int
    missing: list[str]


class DayStanding(msgspec.Struct):
    """One gaming day: how far it is, and what is open of it."""

    day: str
    status: str
    balanced: bool | None
    history: list[Closing]
    alerts: list[AlertLine]
    exceptions: list[OpenItem]
    missing: list[Missing]
    reports: list[str]
    checkpoint: SealedDay | None


class Exceptions(msgspec.Struct):
    """What somebody answers for."""

    exceptions: list[OpenItem]


class ReportNames(msgspec.Struct):
    """The reports there are."""

    reports: list[str]


class ReportSection(msgspec.Struct):
    """A table of a report; its fields are the section's own."""

    name: str
    title: str
    rows: list[dict[str, Any]]
    totals: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class WrittenReport(msgspec.Struct):
    """A report as JSON; amounts are cents, moments RFC 3339 in UTC."""

    report: str
    title: str
    day: str
    status: str
    zone: str
    sections: list[ReportSection]
    notes: list[str]


class MadeProof(msgspec.Struct):
    """Good once, for that command, until it expires."""

    proof: str
    expires: str


class Alive(msgspec.Struct):
    """The process answers."""

    status: str


class Ready(msgspec.Struct):
    """What each part says: `ok`, or what is wrong."""

    status: str
    checks: dict[str, str]
    stepped_over: list[str] | msgspec.UnsetType = msgspec.UNSET
    not_as_sealed: list[str] | msgspec.UnsetType = msgspec.UNSET
    not_sealed: list[str] | msgspec.UnsetType = msgspec.UNSET
