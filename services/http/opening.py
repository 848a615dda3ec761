"""The books of a day, opened for whoever may read them: for the API and for the pages."""

from collections.abc import Iterable
from typing import Final

from fastapi import Request

from domain.commands.fields import Actor
from projections.reports import DayBooks, ReportEntry
from services.http.blind import require_counted
from services.http.problems import Problem
from services.http.reading import books, ledger_of
from services.reports.books_at import Asked, open_books, require_closed
from services.reports.errors import (
    BadMoment,
    CannotOpen,
    NotClosed,
    NotProjected,
    TwoMoments,
    UnknownTable,
)

_PROBLEMS: Final[dict[type[CannotOpen], tuple[str, str]]] = {
    BadMoment: ("invalid-request", "as_of: {}"),
    TwoMoments: ("invalid-request", "name either `as_of` or `status`, not both"),
    NotClosed: ("not-found", "{}"),
    UnknownTable: ("not-found", "table: {}"),
    NotProjected: ("not-projected", "{}"),
}
"""What each reason not to open the books is answered with."""


def opened(request: Request, actor: Actor | None, asked: Asked, *entries: ReportEntry) -> DayBooks:
    """The books, as far as these reports need them, for somebody who may read each of them."""
    _require_reader(actor, entries)
    if any(entry.shows_drop for entry in entries):
        require_counted(books(request), actor, asked.day)
    needs = frozenset[str]().union(*(entry.needs for entry in entries))
    threshold = request.app.state.settings.currency_threshold
    try:
        found = open_books(ledger_of(request), asked, needs, threshold=threshold)
        require_closed(found, *entries)
    except CannotOpen as error:
        kind, words = _PROBLEMS[type(error)]
        raise Problem(kind, words.format(error)) from None
    return found


def _require_reader(actor: Actor | None, entries: Iterable[ReportEntry]) -> None:
    for entry in entries:
        withheld = entry.withheld(None if actor is None else actor.role)
        if withheld is not None:
            raise Problem("forbidden", withheld, why="role")
