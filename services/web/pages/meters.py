"""The meters: what stands on each now, how it grew, who was paid off it, at which tables."""

from datetime import date, timedelta
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from projections.progressive_days import ProgressiveDays
from projections.progressives import Hit, ProgressiveRow
from services.http.reading import books, day_of
from services.reports.predicates import between
from services.web.frame import page
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)


class ShownMeter(NamedTuple):
    """A meter with its payouts of the days that are shown, the newest first."""

    row: ProgressiveRow
    hits: list[Hit]


@router.get("/meters")
def meters(
    request: Request,
    visitor: Visiting,
    day: str | None = None,
    days: Annotated[int, Query(ge=1, le=800)] = 31,
) -> Response:
    """Every meter as it stands; growth and payouts of so many days up to this one."""
    last = day_of(request, day or None)
    first = (date.fromisoformat(last) - timedelta(days=days - 1)).isoformat()
    hits: dict[str, list[Hit]] = {}
    for row in books(request).rows.find(ProgressiveDays(), between(first, last)):
        hits.setdefault(row.meter, []).extend(row.hits)
    shown = [
        ShownMeter(row, sorted(hits.get(row.meter, ()), key=lambda hit: hit.at, reverse=True))
        for row in books(request).progressives()
    ]
    return page(
        request,
        visitor,
        "meters.html",
        section="meters",
        title="Meters",
        day=last,
        meters=shown,
        days=days,
        first=first,
    )
