"""The books of a gaming day: as they stand, as they were known at a moment, or as it was closed.

The one way to open them, for the API, the pages and the command line.
"""

from collections.abc import Collection
from dataclasses import dataclass

from psycopg.sql import SQL

from domain.gaming_day import parse_moment
from projections.days import Days, closing_of, status_of
from projections.floor import Floor
from projections.reports import DayBooks, ReportEntry
from services.queries import is_table_name
from services.reports.as_of import position_at, position_of, rows_as_of
from services.reports.errors import BadMoment, NotClosed, TwoMoments, UnknownTable
from services.reports.first_close import with_close
from services.reports.gathering import CLOSE, EVERYTHING, gather
from services.reports.predicates import Is
from services.reports.rows import Rows, table_of
from services.store.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Asked:
    """Which day, of one table or of all; without a moment or a status, as it stands."""

    day: str
    table: str | None = None
    as_of: str | None = None
    """As it was known at this moment, in recorded time."""
    status: str | None = None
    """As it was closed."""


def open_books(
    ledger: Ledger, asked: Asked, needs: Collection[str] = EVERYTHING, *, threshold: int = 0
) -> DayBooks:
    """The books that are asked for, as far as they are needed. Raises CannotOpen."""
    check(asked)
    rows = rows_at(ledger, asked)
    if asked.table is not None and not _is_known(ledger, asked.table):
        raise UnknownTable(f"no table is called {asked.table!r}")
    found = gather(rows, asked.day, needs, table=asked.table, threshold=threshold)
    return with_close(ledger, found) if CLOSE in needs else found


def require_closed(books: DayBooks, *entries: ReportEntry) -> None:
    """That the day is closed, where one of these reports is of closed days. Raises NotClosed."""
    for entry in entries:
        why = entry.unclosed(books.day, books.status)
        if why is not None:
            raise NotClosed(why)


def check(asked: Asked) -> None:
    """What can be seen to be impossible without looking. Raises CannotOpen."""
    if asked.as_of is not None and asked.status is not None:
        raise TwoMoments("name either as_of or status, not both")
    if asked.table is not None and not is_table_name(asked.table):
        raise UnknownTable(f"no table is called {asked.table!r}")
    if asked.as_of is not None:
        try:
            parse_moment(asked.as_of)
        except ValueError as error:
            raise BadMoment(str(error)) from None


def rows_at(ledger: Ledger, asked: Asked) -> Rows:
    """The rows of the read models then. Raises CannotOpen."""
    if asked.status is not None:
        return _rows_as_closed(ledger, asked.day, asked.status)
    if asked.as_of is None:
        return Rows(ledger.datastore)
    try:
        position = position_at(ledger, asked.as_of)
    except ValueError as error:
        raise BadMoment(str(error)) from None
    return rows_as_of(ledger, position)


def _rows_as_closed(ledger: Ledger, day: str, status: str) -> Rows:
    """Of the log up to and with the event that closed the day so."""
    days = Rows(ledger.datastore).find(Days(), Is("day", ">=", day))
    found = closing_of(day, status, days)
    if found is None:
        standing = status_of(day, days)
        raise NotClosed(
            f"the gaming day {day} has not been closed as {status}, it is {standing};"
            " without a status its figures are shown as they stand"
        )
    row, closing = found
    return rows_as_of(ledger, position_of(ledger, row.key, closing.seq))


def _is_known(ledger: Ledger, table: str) -> bool:
    query = SQL("SELECT 1 FROM {} WHERE id = %s").format(table_of(Floor()))
    return bool(Rows(ledger.datastore).select(query, table))
