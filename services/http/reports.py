"""The back office: reconciliation, days, reports, exceptions; now, as closed, or as once known."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from projections.days import Days, status_of
from projections.reports import EXCEPTIONS, RECONCILIATION, REPORTS, Report, ReportEntry, to_be_had
from projections.reports.exceptions import items
from services.http.access import Caller
from services.http.answers import json_answer
from services.http.opening import opened
from services.http.parameters import AsOf, Day, DayText, SectionName, Table, Truth
from services.http.problems import Problem
from services.http.readers import report_apart
from services.http.reading import books, day_of, ledger_of
from services.reports.books_at import Asked
from services.reports.page import as_page
from services.reports.sealed_close import sealed_close
from services.reports.written import as_csv, as_object, as_zip, csv_name
from services.web.files import HEADERS

router = APIRouter(tags=["back office"])

Status = Annotated[
    Literal["provisional", "counted", "audited"] | None,
    Query(description="frozen as the day was closed"),
]
Form = Annotated[
    Literal["json", "csv", "zip", "html"],
    Query(alias="format", description="csv is one section, zip all of them as CSV files"),
]


@router.get("/v1/reconciliation")
@report_apart
def get_reconciliation(
    request: Request,
    actor: Caller,
    day: Day = None,
    table: Table = None,
    as_of: AsOf = None,
) -> Response:
    """The gaming day's tables, by the events and by the counts."""
    asked = Asked(day_of(request, day), table=table, as_of=as_of)
    return json_answer(opened(request, actor, asked, RECONCILIATION).reconciliation())


@router.get("/v1/days")
@report_apart
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
@report_apart
def get_day(request: Request, actor: Caller, day: DayText) -> Response:
    """One gaming day: how it was closed, its alerts, what is open and what is missing of it."""
    wanted = day_of(request, day)
    found = opened(request, actor, Asked(wanted), RECONCILIATION, EXCEPTIONS)
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
            "reports": [
                f"/v1/reports/{name}?day={wanted}" for name in to_be_had(wanted, found.status)
            ],
            "checkpoint": sealed_close(ledger_of(request), own),
        }
    )


@router.get("/v1/exceptions")
@report_apart
def get_exceptions(
    request: Request,
    actor: Caller,
    day: Day = None,
    table: Table = None,
    only_open: Annotated[Truth | None, Query(alias="open")] = None,
) -> Response:
    """What somebody answers for, up to today or of one day; `open` true or false narrows it."""
    until = day_of(request, day)
    found = items(opened(request, actor, Asked(until, table=table), EXCEPTIONS))
    wanted = [
        one for one in found if only_open in (None, one.open) and (day is None or one.day == until)
    ]
    return json_answer({"exceptions": wanted})


@router.get("/v1/reports")
def get_reports(_: Caller) -> Response:
    """The reports there are."""
    return json_answer({"reports": list(REPORTS)})


@router.get("/v1/reports/{name}")
@report_apart
def get_report(  # noqa: PLR0913  each is a part of the address
    request: Request,
    actor: Caller,
    name: str,
    *,
    day: Day = None,
    table: Table = None,
    form: Form = "json",
    section: SectionName = None,
    status: Status = None,
    as_of: AsOf = None,
) -> Response:
    """One report of a gaming day."""
    entry = REPORTS.get(name)
    if entry is None:
        raise Problem("not-found", f"there is no report {name!r}; there are {', '.join(REPORTS)}")
    asked = Asked(day_of(request, day), table=table, as_of=as_of, status=status)
    _require_section(entry, form, section)
    report = entry.build(opened(request, actor, asked, entry))
    return _written(report, form, section, request.app.state.settings.timezone)


def _require_section(entry: ReportEntry, form: str, section: str | None) -> None:
    unknown = entry.unknown_section(section)
    if unknown is not None:
        raise Problem("invalid-request", f"section: {unknown}")
    if section is not None and form != "csv":
        raise Problem("invalid-request", "section: only a CSV is of one section; leave it out")


def _written(report: Report, form: str, section: str | None, zone: str) -> Response:
    if form == "html":
        page = as_page(report, zone=zone)
        return Response(page, media_type="text/html; charset=utf-8", headers=HEADERS)
    if form == "zip":
        named = _attached(f"{report.name}-{report.day}.zip")
        return Response(as_zip(report, zone), media_type="application/zip", headers=named)
    if form == "csv":
        named = _attached(csv_name(report, section))
        told = as_csv(report, section, zone)
        return Response(told, media_type="text/csv; charset=utf-8", headers=named)
    return json_answer(as_object(report, zone))


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
