"""The back office: reconciliation, days, reports, exceptions; now, as closed, or as once known."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from domain.commands.fields import Actor
from projections.days import Days, status_of
from projections.reports import EXCEPTIONS, RECONCILIATION, REPORTS, DayBooks, ReportEntry
from projections.reports.exceptions import items
from services.http.access import Caller
from services.http.answers import json_answer
from services.http.problems import Problem
from services.http.reading import books, day_of, ledger_of
from services.reports.books_at import Asked, open_books
from services.reports.errors import (
    BadMoment,
    CannotOpen,
    NotClosed,
    NotProjected,
    TwoMoments,
    UnknownTable,
)
from services.reports.page import as_page
from services.reports.reconciliation_page import reconciliation_page
from services.reports.written import as_csv, as_object
from services.web.files import HEADERS

router = APIRouter(tags=["back office"])

_POLICY: Final = HEADERS["Content-Security-Policy"].replace(
    "form-action 'none'", "form-action 'self'"
)
_PAGE: Final = {**HEADERS, "Content-Security-Policy": _POLICY}
"""The page asks for another day by a form."""

AsOf = Annotated[
    str | None, Query(description="as it was known at this moment, RFC 3339 in recorded time")
]
Status = Annotated[
    Literal["provisional", "counted", "audited"] | None,
    Query(description="frozen as the day was closed"),
]
Form = Annotated[Literal["json", "csv", "html"], Query(alias="format")]


_PROBLEMS: Final[dict[type[CannotOpen], tuple[str, str]]] = {
    BadMoment: ("invalid-request", "as_of: {}"),
    TwoMoments: ("invalid-request", "name either `as_of` or `status`, not both"),
    NotClosed: ("not-found", "{}"),
    UnknownTable: ("not-found", "table: {}"),
    NotProjected: ("not-projected", "{}"),
}
"""What each reason not to open the books is answered with."""


def _require_reader(actor: Actor | None, *entries: ReportEntry) -> None:
    """Whoever is shown these reports, in whichever form, may read each of them."""
    for entry in entries:
        withheld = entry.withheld(None if actor is None else actor.role)
        if withheld is not None:
            raise Problem("forbidden", withheld)


def _opened(request: Request, asked: Asked, *entries: ReportEntry) -> DayBooks:
    """The books, as far as these reports need them."""
    needs = frozenset[str]().union(*(entry.needs for entry in entries))
    threshold = request.app.state.settings.currency_threshold
    try:
        return open_books(ledger_of(request), asked, needs, threshold=threshold)
    except CannotOpen as error:
        kind, words = _PROBLEMS[type(error)]
        raise Problem(kind, words.format(error)) from None


@router.get("/v1/reconciliation")
def get_reconciliation(
    request: Request,
    actor: Caller,
    day: str | None = None,
    table: str | None = None,
    as_of: AsOf = None,
) -> Response:
    """The gaming day's tables, by the events and by the counts."""
    _require_reader(actor, RECONCILIATION)
    asked = Asked(day_of(request, day), table=table, as_of=as_of)
    return json_answer(_opened(request, asked, RECONCILIATION).reconciliation())


@router.get("/reconciliation", include_in_schema=False)
def reconciliation(request: Request, actor: Caller, day: str | None = None) -> Response:
    """The day's tables and differences as a page."""
    _require_reader(actor, RECONCILIATION, EXCEPTIONS)
    found = _opened(request, Asked(day_of(request, day)), RECONCILIATION, EXCEPTIONS)
    return Response(
        reconciliation_page(found), media_type="text/html; charset=utf-8", headers=_PAGE
    )


@router.get("/v1/days")
def get_days(request: Request, _: Caller) -> Response:
    """Every gaming day that was closed, the newest first."""
    rows = sorted(books(request).rows.find(Days()), key=lambda row: row.day, reverse=True)
    return json_answer(
        {
            "days": [
                {
                    "day": row.day,
                    "status": status_of(row.day, rows),
                    "history": row.history,
                    "alerts": len(row.alerts),
                    "open_alerts": sum(alert.open for alert in row.alerts),
                }
                for row in rows
            ]
        }
    )


@router.get("/v1/days/{day}")
def get_day(request: Request, actor: Caller, day: str) -> Response:
    """One gaming day: how it was closed, its alerts, what is open and what is missing of it."""
    _require_reader(actor, RECONCILIATION, EXCEPTIONS)
    wanted = day_of(request, day)
    found = _opened(request, Asked(wanted), RECONCILIATION, EXCEPTIONS)
    own = next((row for row in found.days if row.day == wanted), None)
    lines = found.reconciliation()
    return json_answer(
        {
            "day": wanted,
            "status": found.status,
            "balanced": lines.balanced,
            "history": own.history if own else (),
            "alerts": own.alerts if own else (),
            "exceptions": [one for one in items(found) if one.open or one.day == wanted],
            "missing": [
                {
                    "table": line.table,
                    "session": line.session,
                    "period": line.period,
                    "missing": line.missing,
                }
                for line in lines.tables
                if line.missing
            ],
            "reports": [f"/v1/reports/{name}?day={wanted}" for name in REPORTS],
        }
    )


@router.get("/v1/exceptions")
def get_exceptions(
    request: Request,
    actor: Caller,
    day: str | None = None,
    table: str | None = None,
    only_open: Annotated[bool | None, Query(alias="open")] = None,
) -> Response:
    """What somebody answers for, up to today or of one day; `open` true or false narrows it."""
    _require_reader(actor, EXCEPTIONS)
    until = day_of(request, day)
    found = items(_opened(request, Asked(until, table=table), EXCEPTIONS))
    wanted = [
        one for one in found if only_open in (None, one.open) and (day is None or one.day == until)
    ]
    return json_answer({"exceptions": wanted})


@router.get("/v1/reports")
def get_reports(_: Caller) -> Response:
    """The reports there are."""
    return json_answer({"reports": list(REPORTS)})


@router.get("/v1/reports/{name}")
def get_report(  # noqa: PLR0913  each is a part of the address
    request: Request,
    actor: Caller,
    name: str,
    *,
    day: str | None = None,
    table: str | None = None,
    form: Form = "json",
    status: Status = None,
    as_of: AsOf = None,
) -> Response:
    """One report of a gaming day."""
    entry = REPORTS.get(name)
    if entry is None:
        raise Problem("not-found", f"there is no report {name!r}; there are {', '.join(REPORTS)}")
    _require_reader(actor, entry)
    asked = Asked(day_of(request, day), table=table, as_of=as_of, status=status)
    report = entry.build(_opened(request, asked, entry))
    if form == "html":
        return Response(as_page(report), media_type="text/html; charset=utf-8", headers=HEADERS)
    if form == "csv":
        named = {"Content-Disposition": f'attachment; filename="{name}-{asked.day}.csv"'}
        return Response(as_csv(report), media_type="text/csv; charset=utf-8", headers=named)
    return json_answer(as_object(report))
