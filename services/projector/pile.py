"""The new rows of one read model that is built anew, beside the old ones."""

from collections.abc import Iterable
from typing import Any, Final

import psycopg
from psycopg import Cursor

from domain.events import Event
from projections import Projection, Row
from services.projector.follower import Poisoned
from services.projector.read_models import ReadModels
from services.projector.steps import EventPlace

NEXT: Final = "_next"


class Refused(Exception):
    """The database does not take the new rows of a read model."""

    def __init__(self, projection: Projection[Row], rows: dict[str, Row]) -> None:
        super().__init__(projection.name)
        self.projection = projection
        self.rows = dict(rows)


class Pile:
    """Put down when there are too many to hold, and picked up again where they change once more."""

    def __init__(self, models: ReadModels, projection: Projection[Row]) -> None:
        self.projection = projection
        self._models = models
        self._rows: dict[str, Row] = {}
        self._picked_up: set[str] = set()
        """Of the rows in hand those that stand in the new table already."""
        self._put_down: set[str] = set()
        """Streams with rows in the new table already: theirs have to be looked for there."""
        self.steps = models.steps.of(projection.name)
        self.needed: set[EventPlace] = set()
        """Steps that cannot be done without yet."""

    def fold(self, events: list[Event]) -> None:
        projection, rows = self.projection, self._rows
        first, fold, placed = projection.first, projection.fold, projection.placed(events)
        if self._put_down:
            self._look_for(placed)
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
        if key in self._put_down and key not in self._rows:
            self._pick_up([key])
        if key in self._rows:
            self._rows[key] = self.projection.leave_out(self._rows[key], seq)

    def _look_for(self, placed: list[tuple[str, Event]]) -> None:
        missing = {
            place
            for place, event in placed
            if event.key in self._put_down and place not in self._rows
        }
        if missing:
            self._pick_up(list(missing))

    def _pick_up(self, places: list[str]) -> None:
        found = self._models.load(self.projection, places, NEXT)
        self._rows.update(found)
        self._picked_up.update(found)

    def were_put_down(self, keys: Iterable[str]) -> None:
        """Others have put down all rows of these streams."""
        self._put_down.update(keys)

    def __len__(self) -> int:
        return len(self._rows)

    def put_down(self, cursor: Cursor[Any]) -> None:
        if self._rows:
            self._save(cursor)
            self._put_down.update(row.key for row in self._rows.values())
            self._rows.clear()
            self._picked_up.clear()

    def _save(self, cursor: Cursor[Any]) -> None:
        """What the table does not have yet is copied into it, which costs the least."""
        name, again = self.projection.name + NEXT, self._picked_up
        new = {place: row for place, row in self._rows.items() if place not in again}
        changed = {place: self._rows[place] for place in again}
        try:
            if new:
                self._models.copy(cursor, name, new)
            if changed:
                self._models.save(cursor, name, changed)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise Refused(self.projection, self._rows) from error
