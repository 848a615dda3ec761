"""One projection following the events, and what a page changes of several, written together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import psycopg
from eventsourcing.persistence import DataError, IntegrityError

from domain.events import Event
from projections import Projection, Row
from services.projector.feed import Gap, Page
from services.projector.read_models import Move, Place, ReadModels
from services.projector.steps import EventPlace
from services.runtime.metrics import PROJECTION_STEPPED_OVER, PROJECTION_STOPPED
from services.store.connection import allowing

_ROWS_IN_HAND: Final = 5000
_COMMIT_SECONDS: Final = 120.0
"""A page is long, and nobody waits for it."""


class Poisoned(Exception):
    """An event that a fold cannot take: its projection stops there, the others go on."""

    def __init__(self, event: Event, error: object) -> None:
        super().__init__(f"{type(event).__name__} {event.key}/{event.seq}: {error}")
        self.event = event
        self.why = str(error)
        self.may_be_left_out = not isinstance(error, Gap)


@dataclass(frozen=True, slots=True)
class Folded:
    """What a page changes: rows, and how far each of its streams has come."""

    rows: dict[str, Row]
    moves: list[Move]


class Follower:
    """Rows and positions in memory; nothing is kept before it is committed."""

    def __init__(self, projection: Projection[Row], models: ReadModels) -> None:
        self.projection = projection
        self.stopped = False
        self.corrupt: str | None = None
        """The row that stopped it, where it was one and not an event."""
        self.steps: frozenset[EventPlace] = frozenset()
        self._models = models
        self._places: dict[str, Place] = {}
        self._rows: dict[str, Row] = {}
        self._heads: dict[str, int] = {}
        models.prepare(projection)
        self.go_on()

    def go_on(self) -> None:
        """From what is kept, past the events that somebody has ordered to leave out."""
        self.forget()
        self.leave_out(self._models.steps.of(self.name))
        self.stopped, self.corrupt = False, None
        PROJECTION_STOPPED.labels(self.name).set(0)

    def leave_out(self, steps: frozenset[EventPlace]) -> None:
        self.steps = steps
        PROJECTION_STEPPED_OVER.labels(self.name).set(len(steps))

    def stop(self, corrupt: str | None) -> None:
        self.stopped, self.corrupt = True, corrupt
        PROJECTION_STOPPED.labels(self.name).set(1)

    @property
    def name(self) -> str:
        return self.projection.name

    def place(self, source: str) -> Place:
        if source not in self._places:
            self._places[source] = self._models.position(self.projection, source)
        return self._places[source]

    def position(self, source: str) -> int:
        return self.place(source).position

    def fold(self, page: Page) -> Folded:
        """Each stream goes on where it stands: what was seen is skipped, a gap is an error."""
        before = self._known_heads(page.keys())
        try:
            new, heads = page.unseen(before)
        except Gap as gap:
            raise Poisoned(gap.event, gap) from gap
        changed = self._changed(new)
        moves = [Move(key, before[key], seq) for key, seq in heads.items() if seq > before[key]]
        return Folded(changed, moves)

    def _changed(self, events: list[Event]) -> dict[str, Row]:
        projection = self.projection
        first, fold, placed = projection.first, projection.fold, projection.placed(events)
        rows = self._known_rows({place for place, _ in placed})
        changed: dict[str, Row] = {}
        for place, event in placed:
            try:
                row = changed.get(place) or rows.get(place) or first(place, event)
                if self.steps and (event.key, event.seq) in self.steps:
                    left = projection.leave_out(row, event.seq)
                    changed |= {} if left is row else {place: left}
                    continue
                changed[place] = fold(row, event)
            except Exception as error:
                raise Poisoned(event, repr(error)) from error
        return changed

    def pass_over(self, key: str, seq: int) -> Folded:
        """An event that cannot even be read: its stream moves on, and the row that counts along."""
        rows = self._known_rows({key})
        left = {place: self.projection.leave_out(row, seq) for place, row in rows.items()}
        return Folded(left, [Move(key, seq - 1, seq)])

    def _known_heads(self, keys: frozenset[str]) -> dict[str, int]:
        missing = [key for key in keys if key not in self._heads]
        found = self._models.heads(self.name, missing) if missing else {}
        return {key: self._heads.get(key, found.get(key, 0)) for key in keys}

    def _known_rows(self, places: set[str]) -> dict[str, Row]:
        missing = [place for place in places if place not in self._rows]
        loaded = self._models.load(self.projection, missing) if missing else {}
        return loaded | {place: self._rows[place] for place in places if place in self._rows}

    def keep(self, folded: Folded, source: str, position: int) -> None:
        if len(self._rows) + len(folded.rows) > _ROWS_IN_HAND:
            self._rows.clear()
        self._rows.update(folded.rows)
        self._heads.update((move.key, move.after) for move in folded.moves)
        self._places[source] = self.place(source)._replace(position=position)

    def forget(self) -> None:
        """Another runner was faster: begin again where it is."""
        self._places.clear()
        self._rows.clear()
        self._heads.clear()


class Change(NamedTuple):
    """What a page makes of one read model that stood in this place."""

    projection: str
    place: Place
    folded: Folded


class Written(NamedTuple):
    """What became of a change."""

    done: bool
    """False where another runner has moved the read model, or it was built anew."""
    refused: str | None = None
    """What the database says against its rows."""


class Writing:
    """Writes the changes of a page together, and where that cannot be, each for itself."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models

    def write(self, page: Page, changes: Sequence[Change]) -> list[Written]:
        """In the order of the changes. One that is refused or late keeps back no other."""
        if len(changes) > 1 and self._write(page, changes) == Written(done=True):
            return [Written(done=True)] * len(changes)
        return [self._write(page, [change]) for change in changes]

    def _write(self, page: Page, changes: Sequence[Change]) -> Written:
        try:
            with allowing(_COMMIT_SECONDS):
                return Written(self._commit(page, changes))
        except (DataError, IntegrityError) as error:
            return Written(done=False, refused=f"the database does not take it: {error}")

    def _commit(self, page: Page, changes: Sequence[Change]) -> bool:
        """All or nothing; sent at once, so that the database is waited for once, and once more
        for the commit."""
        models = self._models
        places = {change.projection: change.place for change in changes}
        moves = {change.projection: change.folded.moves for change in changes}
        with (
            models.datastore.get_connection() as conn,
            conn.pipeline(),
            conn.transaction() as transaction,
        ):
            # Rows and positions are lost together or not at all, and both can be made again.
            conn.execute("SET LOCAL synchronous_commit TO off")
            positions, heads = conn.cursor(), conn.cursor()
            models.advance_all(positions, page.source, places, page.stop)
            models.advance_all_heads(heads, moves)
            for change in changes:
                if change.folded.rows:
                    models.save(conn.cursor(), change.projection, change.folded.rows)
            wanted = len(places), sum(map(len, moves.values()))
            is_first = (len(positions.fetchall()), len(heads.fetchall())) == wanted
            if not is_first:
                raise psycopg.Rollback(transaction)
        return is_first
