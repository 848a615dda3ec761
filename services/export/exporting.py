"""Events, rounds and wagers of some gaming days, out of the log and the read model of rounds."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

from domain.gaming_day import stored_moment, write_moment
from projections.days import Days, closing_of
from projections.rounds import RoundRow, Rounds
from services.export.columns import event_row, round_row, wager_rows
from services.export.files import DayFiles
from services.reports.as_of import position_at, position_of
from services.reports.predicates import Is
from services.reports.rows import Rows
from services.store.connection import allowing
from services.store.ledger import Ledger
from services.store.log_row import day_of, read_row
from services.store.rows import decode_row

_PAGE: Final = 4096
_SORT_SECONDS: Final = 600.0
_AHEAD: Final = timedelta(days=2)
"""Nothing of a gaming day is recorded earlier before its date, wherever the house is."""
FIRST_DAY: Final = "0001-01-01"
LAST_DAY: Final = "9999-12-31"


class Exported(NamedTuple):
    """How much was written."""

    days: int
    events: int
    rounds: int
    wagers: int


class Export:
    """Into a folder; days that lie there already are written anew, others stay."""

    def __init__(self, ledger: Ledger, folder: Path, house: str, first: str, last: str) -> None:
        """`house`: the property's name, which every row carries."""
        self._ledger = ledger
        self._house = house
        self._folder = folder
        self._first = first
        self._last = last

    def run(self, on_event: Callable[[int], None] = lambda _: None) -> Exported:
        events = self._events(on_event)
        rounds, wagers = self._rounds()
        days = events.days | rounds.days
        return Exported(len(days), events.rows, rounds.rows, wagers.rows)

    def bounds(self) -> tuple[int, int]:
        """Between which positions all events of these days lie."""
        first = 0
        if self._first > FIRST_DAY:
            begin = stored_moment(f"{self._first}T00:00:00+00:00") - _AHEAD
            first = position_at(self._ledger, write_moment(begin))
        days = Rows(self._ledger.datastore).find(Days(), Is("day", ">=", self._last))
        audited = closing_of(self._last, "audited", days)
        if audited is None:
            return first, self._ledger.head()
        row, closing = audited
        return first, position_of(self._ledger, row.key, closing.seq)

    def _events(self, on_event: Callable[[int], None]) -> DayFiles:
        files = DayFiles(self._folder, "events", self._house)
        position, stop = self.bounds()
        while position < stop:
            page = self._ledger.log_after(position, min(_PAGE, stop - position))
            for logged in page:
                row = read_row(logged.position, logged.state)
                day = day_of(row)
                if self._first <= day <= self._last:
                    files.add(day, event_row(row))
            position = page[-1].position
            on_event(position)
        files.close()
        return files

    def _rounds(self) -> tuple[DayFiles, DayFiles]:
        rounds, wagers = (
            DayFiles(self._folder, table, self._house) for table in ("rounds", "wagers")
        )
        for row in self._played():
            rounds.add(row.day, round_row(row))
            for line in wager_rows(row):
                wagers.add(row.day, line)
        for files in (rounds, wagers):
            files.close()
        return rounds, wagers

    def _played(self) -> Iterator[RoundRow]:
        """Sorted by the database, and handed over piece by piece: they need not fit in here."""
        query = (
            "SELECT id, doc::text AS doc FROM read_rounds WHERE day >= %s AND day <= %s"
            ' ORDER BY day, id COLLATE "C"'
        )
        with (
            allowing(_SORT_SECONDS),
            self._ledger.datastore.get_connection() as conn,
            conn.transaction(),
            conn.cursor("exported") as cursor,
        ):
            cursor.itersize = _PAGE
            cursor.execute(query, (self._first, self._last))
            for row in cursor:
                yield decode_row(Rounds.name, row["id"], row["doc"], RoundRow)
