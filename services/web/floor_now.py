"""The floor beside its tables: what waits, the day's totals, the meters as they stand."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from psycopg.sql import SQL

from projections import all_projections
from projections.days import Days
from projections.floor.view import TableView
from projections.progressives import ProgressiveRow
from projections.slips import Slip, Slips, slips_of
from projections.table_days import Numbers, TableDays
from services.projector.standing import standing
from services.queries import Floor, Queries
from services.reports.predicates import All, Is, OneOf
from services.reports.rows import Rows
from services.settings import Settings
from services.store.database import Datastore
from services.web import waiting
from services.web.waiting import Wait

_SLIP_DAYS = timedelta(days=31)
_BOOKS = SQL("SELECT DISTINCT day FROM read_balances WHERE day > %s AND day < %s")


class DayTotals(NamedTuple):
    """The accounting periods of one gaming day, over all tables; cents."""

    day: str
    tables: int
    drop: int
    """By the events; what was counted is on the day's own page."""
    win: int
    vigorish: int
    rounds: int
    fills: int
    credits: int

    @property
    def hold(self) -> float | None:
        """Percent of the drop; unknown without any."""
        return 100 * self.win / self.drop if self.drop else None


class FloorNow(NamedTuple):
    """What stands above the tables."""

    waits: tuple[Wait, ...]
    totals: DayTotals
    meters: tuple[ProgressiveRow, ...]


def floor_now(books: Queries, datastore: Datastore, settings: Settings) -> FloorNow:
    """As it stands at this moment."""
    now = datetime.now(UTC)
    today = settings.gaming_day().of(now).isoformat()
    floor = books.floor()
    newest = max((row.day for row in floor.tables), default=today)
    return FloorNow(
        waits=tuple(_waits(books, datastore, floor, now, today)),
        totals=day_totals(books.rows, newest),
        meters=tuple(books.progressives()),
    )


def day_totals(rows: Rows, day: str) -> DayTotals:
    """A period is summed in its own day, whichever days it lasted into, as the day's books do."""
    found = [
        (row.table, period)
        for row in rows.find(TableDays(), Is("day", ">=", day))
        for period in row.periods
        if period.day == day
    ]
    return _summed(day, len({table for table, _ in found}), [period for _, period in found])


def _summed(day: str, tables: int, periods: list[Numbers]) -> DayTotals:
    return DayTotals(
        day=day,
        tables=tables,
        drop=sum(one.drop_estimated for one in periods),
        win=sum(one.win_events for one in periods),
        vigorish=sum(one.vigorish for one in periods),
        rounds=sum(one.rounds for one in periods),
        fills=sum(one.fills for one in periods),
        credits=sum(one.credits for one in periods),
    )


def _waits(
    books: Queries, datastore: Datastore, floor: Floor, now: datetime, today: str
) -> Iterator[Wait]:
    models = standing(datastore, [one.name for one in all_projections()])
    stopped = [one.projection for one in models if one.stopped_by]
    yield from waiting.of_read_models(models, stopped, floor.broken)
    yield from waiting.of_tables(floor.tables)
    yield from waiting.of_slips(_pending(books.rows, floor.tables, today), now)
    days = books.rows.find(Days())
    audited = max((row.day for row in days if row.status == "audited"), default="")
    with_books = [day for (day,) in books.rows.select(_BOOKS, audited, today)]
    yield from waiting.of_days(days, with_books, today)


def _pending(rows: Rows, tables: Iterable[TableView], today: str) -> list[Slip]:
    """Slips under way, with when they last moved; nothing is read where there are none."""
    waiting_at = [row.table for row in tables if row.slips]
    if not waiting_at:
        return []
    since = (date.fromisoformat(today) - _SLIP_DAYS).isoformat()
    found = rows.find(Slips(), All((OneOf("key", waiting_at), Is("day", ">=", since))))
    return [slip for slip in slips_of(found) if slip.pending]
