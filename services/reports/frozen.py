"""Reports of a day as it was closed: the same bytes whenever they are asked for."""

from projections.days import Days, closing_of, status_of
from projections.reports import REPORTS, DayBooks
from services.reports.as_of import position_of, rows_as_of
from services.reports.gathering import EVERYTHING, gather
from services.reports.rows import Rows
from services.reports.written import canonical
from services.store.ledger import Ledger


class NotClosed(Exception):
    """The day was not closed so."""


def rows_as_closed(ledger: Ledger, day: str, status: str) -> Rows:
    """The rows of the log up to and with the event that closed the day so."""
    days = Rows(ledger.datastore).find(Days(), "day >= %s", day)
    found = closing_of(day, status, days)
    if found is None:
        standing = status_of(day, days)
        raise NotClosed(
            f"the gaming day {day} has not been closed as {status}, it is {standing};"
            " without a status its figures are shown as they stand"
        )
    row, closing = found
    return rows_as_of(ledger, position_of(ledger, row.key, closing.seq))


def books_as_closed(ledger: Ledger, day: str, status: str) -> DayBooks:
    return gather(rows_as_closed(ledger, day, status), day, EVERYTHING)


def report_bytes(ledger: Ledger, day: str, status: str) -> bytes:
    """Every report of the day as it was closed, in one document."""
    books = books_as_closed(ledger, day, status)
    return canonical([report(books) for report in REPORTS.values()])
