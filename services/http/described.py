"""What each address answers when all is well, for the API's own description."""

import functools
import operator
from typing import Any, Final

import msgspec

from domain.events.codec import EVENT_TYPES
from domain.options import Split
from projections.days.row import AlertLine, Closing
from projections.figures.reconciliation import Reconciliation
from projections.floor.next_view import NextView
from projections.floor.view import TableView
from projections.progressive_days import MeterDayRow
from projections.progressives import ProgressiveRow
from projections.reports.exceptions import OpenItem
from projections.rounds.row import RoundRow
from services.reports.sealed_close import SealedDay

_JSON: Final = "application/json"
_REFERENCE: Final = "#/components/schemas/answer.{name}"
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


_JSON_ANSWERS: Final[dict[tuple[str, str], Any]] = {
    ("post", "/v1/tables/{table}/commands"): Events,
    ("post", "/v1/commands"): Events,
    ("post", "/v1/proofs"): MadeProof,
    ("get", "/v1/tables"): Tables,
    ("get", "/v1/tables/{table}"): TableView,
    ("get", "/v1/tables/{table}/next"): NextView,
    ("get", "/v1/tables/{table}/house-way"): Split,
    ("get", "/v1/tables/{table}/rounds"): Rounds,
    ("get", "/v1/rounds/{round_id}"): RoundRow,
    ("get", "/v1/rounds/{round_id}/events"): Events,
    ("get", "/v1/events"): Log,
    ("get", "/v1/progressives"): Progressives,
    ("get", "/v1/reconciliation"): Reconciliation,
    ("get", "/v1/days"): DayList,
    ("get", "/v1/days/{day}"): DayStanding,
    ("get", "/v1/exceptions"): Exceptions,
    ("get", "/v1/reports"): ReportNames,
    ("get", "/v1/reports/{name}"): WrittenReport,
    ("get", "/livez"): Alive,
    ("get", "/readyz"): Ready,
}
_TEXT: Final = {"schema": {"type": "string"}}
_BYTES: Final = {"schema": {"type": "string", "format": "binary"}}
_OTHER_FORMS: Final[dict[str, dict[str, Any]]] = {
    "/v1/reports/{name}": {"text/csv": _TEXT, "text/html": _TEXT, "application/zip": _BYTES},
    "/v1/rounds/{round_id}/evidence": {"application/zip": _BYTES},
    "/v1/stream": {"text/event-stream": _TEXT},
    "/metrics": {"text/plain": _TEXT},
    "/v1/log/checkpoint": {"text/plain": _TEXT},
    "/v1/log/key": {"text/plain": _TEXT},
    "/v1/log/tile/entries/{path}": {"application/octet-stream": _BYTES},
    "/v1/log/tile/{level}/{path}": {"application/octet-stream": _BYTES},
}
_NOT_JSON: Final = tuple(path for path in _OTHER_FORMS if path != "/v1/reports/{name}")


def describe_answers(described: dict[str, Any]) -> None:
    """Put the form of every success into the description."""
    (*references, with_day), components = _schemas()
    described["components"]["schemas"].update(components)
    for (method, path), reference in zip(_JSON_ANSWERS, references, strict=True):
        _content(described, method, path)[_JSON] = {"schema": reference}
    meters = _content(described, "get", "/v1/progressives")[_JSON]
    meters["schema"] = {"anyOf": [meters["schema"], with_day]}
    for path, forms in _OTHER_FORMS.items():
        content = _content(described, "get", path)
        if path in _NOT_JSON:
            content.clear()
        content.update(forms)


def _content(described: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    answers = described["paths"][path][method]["responses"]
    success = next(answer for status, answer in answers.items() if status.startswith("2"))
    found: dict[str, Any] = success.setdefault("content", {})
    return found


@functools.cache
def _schemas() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Named apart from the commands' own: an event and a command may be called alike."""
    kinds = [*_JSON_ANSWERS.values(), DayOfProgressives]
    references, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    return list(references), {f"answer.{name}": schema for name, schema in components.items()}
