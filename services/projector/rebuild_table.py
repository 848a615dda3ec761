"""The new tables of a rebuild: all read models folded from the log, page by page."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import psycopg
from psycopg import Cursor

from domain.events import Event
from domain.messages.events import decode
from projections import Projection, Row
from services.projector.feed import Unreadable
from services.projector.follower import Poisoned
from services.projector.read_models import ReadModels
from services.projector.steps import EventPlace
from services.store.ledger import Ledger, Logged

NEXT: Final = "_next"
_PAGE: Final = 5000
_FEW: Final = 200
"""Events that are decoded and folded into all read models before the next ones are looked at: so
many stay in the processor's cache, which is a fifth of the time."""


class Refused(Exception):
    """The database does not take the new rows of a read model."""

    def __init__(self, projection: Projection[Row], rows: dict[str, Row]) -> None:
        super().__init__(projection.name)
        self.projection = projection
        self.rows = dict(rows)


class RebuildTable:
    """The new rows of one read model.

    They are written when there are too many to hold, and loaded again where they change once more.
    """

    def __init__(self, models: ReadModels, projection: Projection[Row]) -> None:
        self.projection = projection
        self._models = models
        self._rows: dict[str, Row] = {}
        self._loaded: set[str] = set()
        """Of the rows in hand those that stand in the new table already."""
        self._written: set[str] = set()
        """Streams with rows in the new table: theirs have to be looked for there."""
        self.steps = models.steps.of(projection.name)
        self.needed: set[EventPlace] = set()
        """Steps that cannot be done without yet."""

    def fold(self, events: Iterable[Event]) -> None:
        projection, rows = self.projection, self._rows
        first, fold, placed = projection.first, projection.fold, projection.placed(events)
        if self._written:
            self._load_missing(placed)
        for place, event in placed:
            row = rows.get(place)
            if row is None:
                row = first(place, event)
            try:
                folded = fold(row, event)
            except Exception as error:  # noqa: BLE001  whatever a fold cannot take
                self._leave_out(place, row, event, repr(error), error)
                continue
            if self.steps and (event.key, event.seq) in self.steps:
                # It was ordered to be left out: tried again, and taken if that is possible now.
                refused = self._models.refusal(projection.name + NEXT, {place: folded})
                if refused is not None:
                    self._leave_out(place, row, event, refused)
                    continue
            rows[place] = folded

    def _leave_out(
        self, place: str, row: Row, event: Event, why: str, error: Exception | None = None
    ) -> None:
        if (event.key, event.seq) not in self.steps:
            raise Poisoned(event, why) from error
        self.needed.add((event.key, event.seq))
        left = self.projection.leave_out(row, event.seq)
        if left is not row:
            self._rows[place] = left

    def pass_over(self, key: str, seq: int) -> None:
        """An event that cannot even be read; the row that counts along is its stream's own."""
        self.needed.add((key, seq))
        if key in self._written and key not in self._rows:
            self._load([key])
        if key in self._rows:
            self._rows[key] = self.projection.leave_out(self._rows[key], seq)

    def _load_missing(self, placed: list[tuple[str, Event]]) -> None:
        rows, written = self._rows, self._written
        missing = {place for place, event in placed if place not in rows and event.key in written}
        if missing:
            self._load(list(missing))

    def _load(self, places: list[str]) -> None:
        found = self._models.load(self.projection, places, NEXT)
        self._rows.update(found)
        self._loaded.update(found)

    def were_written(self, keys: Iterable[str]) -> None:
        """Others have written all rows of these streams."""
        self._written.update(keys)

    def __len__(self) -> int:
        return len(self._rows)

    def write(self, cursor: Cursor[Any]) -> None:
        """What the table does not have yet is copied into it, which costs the least."""
        if not self._rows:
            return
        name, loaded = self.projection.name + NEXT, self._loaded
        new = {place: row for place, row in self._rows.items() if place not in loaded}
        changed = {place: self._rows[place] for place in loaded}
        try:
            if new:
                self._models.copy(cursor, name, new)
            if changed:
                self._models.save(cursor, name, changed)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise Refused(self.projection, self._rows) from error
        self._written.update(row.key for row in self._rows.values())
        self._rows.clear()
        self._loaded.clear()


class RebuildTables:
    """All read models over the streams that come here."""

    def __init__(
        self, ledger: Ledger, models: ReadModels, projections: Iterable[Projection[Row]]
    ) -> None:
        self._ledger = ledger
        self._models = models
        self.tables = [RebuildTable(models, projection) for projection in projections]
        self.heads: dict[str, int] = {}

    def take(self, logged: Sequence[Logged]) -> None:
        for begin in range(0, len(logged), _FEW):
            self._take(logged[begin : begin + _FEW])

    def _take(self, logged: Sequence[Logged]) -> None:
        events: list[Event] = []
        for entry in logged:
            try:
                events.append(decode(entry.topic, entry.state))
            except ValueError as error:
                self._fold(events)
                events = []
                self._pass_over(entry, error)
        self._fold(events)

    def _fold(self, events: list[Event]) -> None:
        for table in self.tables:
            table.fold(events)
        self.heads.update((event.key, event.seq) for event in events)

    def _pass_over(self, entry: Logged, error: ValueError) -> None:
        """What cannot be read, if every read model has been ordered to leave it out."""
        place = self._ledger.stream_at(entry.position)
        if place is None or not all(place in table.steps for table in self.tables):
            why = f"{entry.topic} at {entry.position}: {error}"
            raise Unreadable(why, entry.position, place) from error
        for table in self.tables:
            table.pass_over(*place)
        self.heads[place[0]] = place[1]

    def write(self, *, beyond: int = 0) -> None:
        """The rows of every read model that has more of them in hand than this."""
        for table in self.tables:
            if len(table) > beyond:
                with self._models.datastore.transaction(commit=True) as cursor:
                    table.write(cursor)

    def poisoned(self, refused: Refused) -> Exception:
        """Which event made a row that the database refuses: found by folding it once more."""
        projection, models = refused.projection, self._models
        rows = {
            place
            for place, row in refused.rows.items()
            if models.refusal(projection.name, {place: row})
        }
        grown: dict[str, Row] = {}
        position = 0
        while logged := self._ledger.log_after(position, _PAGE):
            events = (decode(entry.topic, entry.state) for entry in logged)
            for place, event in projection.placed(events):
                if place not in rows:
                    continue
                row = projection.fold(grown.get(place) or projection.first(place, event), event)
                why = models.refusal(projection.name, {place: row})
                if why is not None:
                    return Poisoned(event, why)
                grown[place] = row
            position = logged[-1].position
        return refused
