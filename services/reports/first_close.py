"""The close from which on nothing is posted to a gaming day, out of the log."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.chart import ChartOfAccounts
from domain.day.calendar import STATUSES
from domain.events.day import DayClosed
from domain.messages.events import decode
from projections.days import closing_of
from projections.reports import DayBooks
from projections.reports.day_books import Close
from services.store.ledger import Ledger


def with_close(ledger: Ledger, books: DayBooks) -> DayBooks:
    """The books with their day's first close; as they are where it is open."""
    found = closing_of(books.day, STATUSES[0], books.days)
    if found is None:
        return books
    row, closing = found
    (stored,) = ledger.select_events(row.key, gt=closing.seq - 1, lte=closing.seq)
    position = ledger.position_of(row.key, closing.seq)
    event = decode(stored.topic, stored.state)
    assert isinstance(event, DayClosed)
    assert position is not None
    close = Close(
        event=f"{row.key}/{closing.seq}",
        position=position,
        recorded=closing.recorded,
        by=closing.by,
        chart=ChartOfAccounts() if event.chart is UNSET else event.chart,
    )
    return replace(books, close=close)
