"""A gaming day: its reconciliation, who counted what, how far it is closed, and the close."""

from datetime import date, timedelta
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from projections.days import Days
from projections.figures.tolerances import LEVELS
from projections.floor import Floor
from projections.reports import EXCEPTIONS, RECONCILIATION, DayBooks, to_be_had
from projections.reports.exceptions import items
from services.http.blind import counts, uncounted
from services.http.opening import opened
from services.http.readers import report_apart
from services.http.reading import books, day_of
from services.reports.books_at import Asked
from services.reports.closing import calendar_of, steps_of
from services.reports.counts import counts_of
from services.web.day_figures import COLUMNS, facts_of, verdict_on
from services.web.frame import page
from services.web.moments import moment_entered
from services.web.pages.exceptions import by_age, shown_items
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
_SEE_OTHER: Final = 303
_LAST_DAYS: Final = 14
_SHOWN_ROUNDS: Final = 12
Status = Literal["provisional", "counted", "audited", ""]


@router.get("/days")
def days(request: Request, _: Visiting, day: str | None = None) -> Response:
    """The day that is asked for, or today's."""
    return _to(day_of(request, day or None))


@router.get("/reconciliation")
def reconciliation(request: Request, _: Visiting, day: str | None = None) -> Response:
    """Where the reconciliation was found before it was a part of the day's page."""
    return _to(day_of(request, day or None))


def _to(day: str) -> Response:
    return Response(status_code=_SEE_OTHER, headers={"Location": f"/days/{day}"})


@router.get("/days/{shown}")
@report_apart
def one_day(  # noqa: PLR0913  each is a part of the address
    request: Request,
    visitor: Visiting,
    shown: str,
    *,
    day: str | None = None,
    status: Status = "",
    as_of: Annotated[str | None, Query(max_length=64)] = None,
) -> Response:
    """As it stands, as it was closed, or as it was known at a moment; `day` leads to another."""
    if day:
        return _to(day_of(request, day))
    wanted = day_of(request, shown)
    zone: str = request.app.state.settings.timezone
    moment = moment_entered(as_of, zone) if as_of else None
    asked = Asked(wanted, as_of=moment, status=status or None)
    left = uncounted(books(request), wanted) if counts(visitor.actor) else []
    entries = (EXCEPTIONS,) if left else (RECONCILIATION, EXCEPTIONS)
    found = opened(request, visitor.actor, asked, *entries)
    as_it_stands = not status and moment is None
    of_day = [one for one in items(found) if one.open or one.day == wanted]
    of_day.sort(key=lambda one: (not one.open, *by_age(one)))
    return page(
        request,
        visitor,
        "day.html",
        section="day",
        title=f"Gaming day {wanted}",
        day=wanted,
        shown=wanted,
        standing=found.status,
        as_it_stands=as_it_stands,
        closed_as=status,
        as_of=moment,
        blind=left,
        own=next((row for row in found.days if row.day == wanted), None),
        items=shown_items(of_day, visitor),
        **(_closes(request, wanted) if as_it_stands else {"steps": ()}),
        **_around(request, found),
        **({} if left else _figures(found)),
    )


def _figures(found: DayBooks) -> dict[str, Any]:
    lines = found.reconciliation()
    return {
        "found": lines,
        "verdict": verdict_on(lines),
        "facts": facts_of(lines),
        "columns": COLUMNS,
        "findings": [(line, one) for line in lines.tables for one in line.findings],
        "counts": counts_of(found),
        "levels": LEVELS,
        "most_rounds": _SHOWN_ROUNDS,
        "reports": to_be_had(found.day, found.status),
    }


def _closes(request: Request, day: str) -> dict[str, Any]:
    rows = books(request).rows
    tables = [row.state for row in rows.find(Floor())]
    return {"steps": steps_of(day, day_of(request, None), tables, rows.find(Days()))}


def _around(request: Request, found: DayBooks) -> dict[str, Any]:
    """The days before and after, and how far the last ones are closed."""
    day = date.fromisoformat(found.day)
    newest = max(day, date.fromisoformat(day_of(request, None)))
    calendar = calendar_of(found.days)
    last = [(newest - timedelta(days=back)).isoformat() for back in range(_LAST_DAYS)]
    return {
        "day_before": (day - timedelta(days=1)).isoformat(),
        "day_after": (day + timedelta(days=1)).isoformat(),
        "last_days": [(one, calendar.standing(one) or "open") for one in last],
    }
