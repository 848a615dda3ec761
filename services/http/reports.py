"""The back office: reconciliation, days, reports, exceptions; now, as closed, or as once known."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from projections.days import Days, status_of
from projections.reports import REPORTS, DayBooks
from projections.reports.exceptions import items
from services.http.access import Caller
from services.http.answers import json_answer
from services.http.floor_page import HEADERS
from services.http.masking import why_withheld
from services.http.problems import Problem
from services.http.reading import books, day_of, ledger_of
from services.reports.as_of import NotProjected, position_at, rows_as_of
from services.reports.frozen import NotClosed, rows_as_closed
from services.reports.gathering import NEEDS, gather
from services.reports.page import as_page
from services.reports.reconciliation_page import reconciliation_page
from services.reports.rows import Rows
from services.reports.written import as_csv, as_object

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


def _rows(request: Request, day: str, as_of: str | None, status: str | None = None) -> Rows:
    """Where to read from: one way to name an earlier state of the books at a time."""
    ledger = ledger_of(request)
    if as_of is not None and status is not None:
        raise Problem("invalid-request", "name either `as_of` or `status`, not both")
    try:
        if status is not None:
            return rows_as_closed(ledger, day, status)
        if as_of is not None:
            return rows_as_of(ledger, position_at(ledger, as_of))
    except NotClosed as error:
        raise Problem("not-found", str(error)) from None
    except NotProjected as error:
        raise Problem("not-projected", str(error)) from None
    except ValueError as error:
        raise Problem("invalid-request", f"as_of: {error}") from None
    return books(request).rows


def _gathered(
    request: Request, rows: Rows, day: str, needs: frozenset[str], table: str | None
) -> DayBooks:
    if table is not None and books(request).table(table) is None:
        raise Problem("not-found", f"table: no table is called {table!r}")
    threshold = request.app.state.settings.currency_threshold
    return gather(rows, day, needs, table=table, threshold=threshold)


@router.get("/v1/reconciliation")
def get_reconciliation(
    request: Request,
    _: Caller,
    day: str | None = None,
    table: str | None = None,
    as_of: AsOf = None,
) -> Response:
    """The gaming day's tables, by the events and by the counts."""
    wanted = day_of(request, day)
    rows = _rows(request, wanted, as_of)
    found = _gathered(request, rows, wanted, NEEDS["reconciliation"], table)
    return json_answer(found.reconciliation())


@router.get("/reconciliation", include_in_schema=False)
def reconciliation(request: Request, _: Caller, day: str | None = None) -> Response:
    """The day's tables and differences as a page."""
    wanted = day_of(request, day)
    needs = NEEDS["reconciliation"] | NEEDS["exceptions"]
    found = _gathered(request, books(request).rows, wanted, needs, None)
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
def get_day(request: Request, _: Caller, day: str) -> Response:
    """One gaming day: how it was closed, its alerts, what is open and what is missing of it."""
    wanted = day_of(request, day)
    needs = NEEDS["reconciliation"] | NEEDS["exceptions"]
    found = _gathered(request, books(request).rows, wanted, needs, None)
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
    _: Caller,
    day: str | None = None,
    table: str | None = None,
    only_open: Annotated[bool | None, Query(alias="open")] = None,
) -> Response:
    """What somebody answers for, up to today or of one day; `open` true or false narrows it."""
    until = day_of(request, day)
    rows = books(request).rows
    found = items(_gathered(request, rows, until, NEEDS["exceptions"], table))
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
    if name not in REPORTS:
        raise Problem("not-found", f"there is no report {name!r}; there are {', '.join(REPORTS)}")
    withheld = why_withheld(name, actor)
    if withheld is not None:
        raise Problem("forbidden", withheld)
    wanted = day_of(request, day)
    rows = _rows(request, wanted, as_of, status)
    report = REPORTS[name](_gathered(request, rows, wanted, NEEDS[name], table))
    if form == "html":
        return Response(as_page(report), media_type="text/html; charset=utf-8", headers=HEADERS)
    if form == "csv":
        named = {"Content-Disposition": f'attachment; filename="{name}-{wanted}.csv"'}
        return Response(as_csv(report), media_type="text/csv; charset=utf-8", headers=named)
    told: dict[str, Any] = as_object(report)
    return json_answer(told)
