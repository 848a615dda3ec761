"""Reports: the catalogue of a day, each report in the frame, and pictures of the figures."""

from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from domain.day.calendar import STATUSES
from domain.game_library import REGULATIONS
from projections.days import Days, closing_of, status_of
from projections.reports import REPORTS, ReportEntry
from services.charts.hours import by_table
from services.http.opening import opened
from services.http.problems import Problem, shorten
from services.http.readers import report_apart
from services.http.reading import books, day_of
from services.reports.books_at import Asked
from services.reports.page import as_body
from services.web.frame import page
from services.web.moments import moment_entered
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)
Status = Literal["", "provisional", "counted", "audited"]


class Address(NamedTuple):
    """Which books are shown, as the address says it."""

    day: str
    table: str = ""
    status: str = ""
    as_of: str = ""

    def query(self) -> str:
        return urlencode({name: value for name, value in self._asdict().items() if value})


@router.get("/reports")
def catalogue(
    request: Request, visitor: Visiting, day: str | None = None, status: Status = ""
) -> Response:
    """Every report of a day, as it stands or as it was closed."""
    wanted = day_of(request, day or None)
    days = books(request).rows.find(Days())
    closed = [one for one in STATUSES if closing_of(wanted, one, days)]
    return page(
        request,
        visitor,
        "reports.html",
        section="reports",
        title="Reports",
        day=wanted,
        address=Address(wanted, status=status),
        standing=status_of(wanted, days),
        closed=closed,
        not_closed=status if status and status not in closed else "",
        reports=[
            (entry, _not_to_be_had(entry, visitor, wanted, status_of(wanted, days)))
            for entry in REPORTS.values()
        ],
        days=sorted(((row.day, status_of(row.day, days)) for row in days), reverse=True)[:31],
    )


def _not_to_be_had(entry: ReportEntry, visitor: Visitor, day: str, standing: str) -> str | None:
    withheld = entry.withheld(visitor.role)
    if withheld is not None:
        return f"Not for you: {withheld}."
    unclosed = entry.unclosed(day, standing)
    return None if unclosed is None else f"Not yet: {unclosed}."


@router.get("/reports/charts")
@report_apart
def charts(  # noqa: PLR0913  each is a part of the address
    request: Request,
    visitor: Visiting,
    *,
    day: str | None = None,
    table: str = "",
    game: str = "",
    days: Annotated[int, Query(ge=1, le=800)] = 92,
) -> Response:
    """Pictures of one table or of all, up to a day."""
    wanted = day_of(request, day or None)
    tables = [row.table for row in books(request).tables()]
    if table and table not in tables:
        raise Problem("not-found", f"there is no table {shorten(table)!r}")
    settings = request.app.state.settings
    rows = books(request).rows
    hours, by_hour = by_table(rows, settings.gaming_day(), settings.timezone, wanted)
    return page(
        request,
        visitor,
        "report_charts.html",
        section="reports",
        title="Charts",
        day=wanted,
        table=table,
        game=game,
        days=days,
        tables=tables,
        games=[one.name for one in REGULATIONS],
        of_table=f"&table={table}" if table else "",
        hours=hours,
        by_hour=[one for one in by_hour if table in ("", one.table)],
    )


@router.get("/reports/{name}")
@report_apart
def report(  # noqa: PLR0913  each is a part of the address
    request: Request,
    visitor: Visiting,
    name: str,
    *,
    day: str | None = None,
    table: str = "",
    status: Status = "",
    as_of: str = "",
) -> Response:
    """One report of a gaming day; `as_of` without an offset is in the property's time."""
    entry = REPORTS.get(name)
    if entry is None:
        there_are = ", ".join(REPORTS)
        raise Problem("not-found", f"there is no report {shorten(name)!r}; there are {there_are}")
    zone: str = request.app.state.settings.timezone
    asked = Asked(
        day_of(request, day or None),
        table=table or None,
        as_of=moment_entered(as_of, zone) if as_of else None,
        status=status or None,
    )
    made = entry.build(opened(request, visitor.actor, asked, entry))
    return page(
        request,
        visitor,
        "report.html",
        section="reports",
        title=entry.title,
        day=asked.day,
        report=made,
        entry=entry,
        body=as_body(made, zone=zone),
        address=Address(asked.day, table, status, as_of),
        api=Address(asked.day, table, status, asked.as_of or ""),
        tables=[row.table for row in books(request).tables()],
        statuses=STATUSES,
        zone=zone,
    )
