"""The count room: boxes that wait, the blind count sheet of each, and what was counted."""

from datetime import date, timedelta
from typing import Final

from fastapi import APIRouter, Request, Response

from projections.reports import RECONCILIATION
from services.http.problems import Problem
from services.http.readers import report_apart
from services.http.reading import books, day_of
from services.reports.boxes import counted_boxes, waiting_box, waiting_boxes
from services.web.frame import page
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
BILLS: Final = (10_000, 5_000, 2_000, 1_000, 500, 200, 100)
"""What cash is counted by; cents."""


@router.get("/count")
@report_apart
def count(request: Request, visitor: Visiting, day: str | None = None) -> Response:
    """Everything that waits; of what was counted, the boxes of the day and of the one before."""
    shown = day_of(request, day or None)
    before = (date.fromisoformat(shown) - timedelta(days=1)).isoformat()
    rows = books(request).rows
    waiting = waiting_boxes(rows)
    return page(
        request,
        visitor,
        "count.html",
        section="count",
        title="Count",
        day=shown,
        to_count=[one for one in waiting if not one.at_table],
        at_tables=[one for one in waiting if one.at_table],
        counted=counted_boxes(rows, (before, shown)),
        days=(before, shown),
        sees_differences=RECONCILIATION.withheld(visitor.role) is None,
        may_correct=visitor.may("correct_entry", "drop"),
    )


@router.get("/count/{table}/{session}/{box}")
def sheet(request: Request, visitor: Visiting, table: str, session: int, box: int) -> Response:
    """One box, counted by denomination and category. What should be in it is not on the page."""
    found = waiting_box(books(request).rows, table, session, box)
    if found is None:
        raise Problem("not-found", f"no box {box} of session {session} of {table} waits")
    return page(
        request,
        visitor,
        "count_box.html",
        section="count",
        title=f"Count {found.table} box {found.number}",
        box=found,
        bills=BILLS,
    )
