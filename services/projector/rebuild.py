"""Read models from the log again: beside the old ones, swapped in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import psycopg
from psycopg import Cursor
from psycopg.sql import SQL, Identifier

from domain.events import Event, decode
from projections import Projection, Row
from services.projector.feed import LOG, Unreadable
from services.projector.follower import Poisoned
from services.projector.read_models import ReadModels, make_indexes, named
from services.projector.search_index import create_index, drop_index, rename_index
from services.projector.steps import EventPlace
from services.store.connection import allowing
from services.store.ledger import Ledger, Logged

_PAGE: Final = 5000
_NEAR: Final = 2000
"""So close to the head the rest is folded inside the swap, while no runner can move on."""
_ROWS_IN_HAND: Final = 10_000
_REBUILD_SECONDS: Final = 3600.0
"""A statement may wait for an index, or for its turn."""
NEXT: Final = "_next"


class _Pile:
    """The new rows of one read model; put down when there are too many to hold."""

    def __init__(self, models: ReadModels, projection: Projection[Row]) -> None:
        self.projection = projection
        self._models = models
        self._rows: dict[str, Row] = {}
        self._put_down: set[str] = set()
        """Streams with rows in the new table already: theirs have to be looked for there."""
        self.steps = models.steps.of(projection.name)
        self.needed: set[EventPlace] = set()
        """Steps that cannot be done without yet."""

    def fold(self, events: list[Event]) -> None:
        projection, rows = self.projection, self._rows
        place_of, first, fold = projection.place, projection.first, projection.fold
        placed = [(place, event) for event in events if (place := place_of(event)) is not None]
        self._pick_up(placed)
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
            self._rows.update(self._models.load(self.projection, [key], NEXT))
        if key in self._rows:
            self._rows[key] = self.projection.leave_out(self._rows[key], seq)

    def _pick_up(self, placed: list[tuple[str, Event]]) -> None:
        missing = {
            place
            for place, event in placed
            if event.key in self._put_down and place not in self._rows
        }
        if missing:
            found = self._models.load(self.projection, list(missing), NEXT)
            self._rows.update(found)

    def is_full(self) -> bool:
        return len(self._rows) > _ROWS_IN_HAND

    def put_down(self, cursor: Cursor[Any]) -> None:
        if self._rows:
            self._save(cursor)
            self._put_down.update(row.key for row in self._rows.values())
            self._rows.clear()

    def _save(self, cursor: Cursor[Any]) -> None:
        name = self.projection.name + NEXT
        try:
            self._models.save(cursor, name, self._rows)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise Refused(self.projection, self._rows) from error


class Refused(Exception):
    """The database does not take the new rows of a read model."""

    def __init__(self, projection: Projection[Row], rows: dict[str, Row]) -> None:
        super().__init__(projection.name)
        self.projection = projection
        self.rows = dict(rows)


class Rebuild:
    """Read models built anew in one reading of the log.

    Readers see the old tables until the new ones are whole.
    """

    def __init__(
        self,
        ledger: Ledger,
        models: ReadModels,
        *projections: Projection[Row],
        ends: Mapping[str, int] | None = None,
    ) -> None:
        """With the ends of a topic from before, what it held until then is not read again."""
        self._ledger = ledger
        self._models = models
        self._ends = ends or {}
        self._piles = [_Pile(models, projection) for projection in projections]
        self._heads: dict[str, int] = {}
        self._position = 0

    def run(self, on_event: Callable[[int], None] = lambda _: None) -> int:
        """Fold everything, then swap; how many events were folded.

        An event that cannot be folded ends it, unless somebody has ordered to leave it out; the
        old rows stay as they are.
        """
        try:
            with allowing(_REBUILD_SECONDS):
                return self._run(on_event)
        except Refused as refused:
            raise self._poisoned(refused) from refused

    def _run(self, on_event: Callable[[int], None]) -> int:
        for pile in self._piles:
            self._begin(pile.projection)
        while self._ledger.head() - self._position > _NEAR:
            self._page()
            self._put_down([pile for pile in self._piles if pile.is_full()])
            on_event(self._position)
        self._put_down(self._piles)
        self._index()
        self._swap()
        on_event(self._position)
        return self._position

    def _begin(self, projection: Projection[Row]) -> None:
        name = projection.name
        with self._models.datastore.get_connection() as conn:
            conn.execute(named(SQL("DROP TABLE IF EXISTS {table}"), name + NEXT))
            conn.execute(
                SQL("CREATE TABLE {} (LIKE {} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)").format(
                    Identifier(f"read_{name}{NEXT}"), Identifier(f"read_{name}")
                )
            )
            conn.execute(named(SQL("ALTER TABLE {table} ADD PRIMARY KEY (id)"), name + NEXT))
            if projection.indexed:
                drop_index(conn, name + NEXT)
                create_index(conn, name + NEXT)

    def _page(self) -> bool:
        logged = self._ledger.log_after(self._position, _PAGE)
        if not logged:
            return False
        events: list[Event] = []
        for entry in logged:
            try:
                events.append(decode(entry.topic, entry.state))
            except ValueError as error:
                self._fold(events)
                events = []
                self._pass_over(entry, error)
        self._fold(events)
        self._position = logged[-1].position
        return True

    def _fold(self, events: list[Event]) -> None:
        for pile in self._piles:
            pile.fold(events)
        for event in events:
            self._heads[event.key] = event.seq

    def _pass_over(self, entry: Logged, error: ValueError) -> None:
        """What cannot be read, if every read model has been ordered to leave it out."""
        place = self._ledger.stream_at(entry.position)
        if place is None or not all(place in pile.steps for pile in self._piles):
            why = f"{entry.topic} at {entry.position}: {error}"
            raise Unreadable(why, entry.position, place) from error
        for pile in self._piles:
            pile.pass_over(*place)
        self._heads[place[0]] = place[1]

    def _poisoned(self, refused: Refused) -> Exception:
        """Which event made a row that the database refuses: found by folding it once more."""
        projection, models = refused.projection, self._models
        rows = {
            place: None
            for place, row in refused.rows.items()
            if models.refusal(projection.name, {place: row})
        }
        grown: dict[str, Row] = {}
        position = 0
        while logged := self._ledger.log_after(position, _PAGE):
            for entry in logged:
                event = decode(entry.topic, entry.state)
                place = projection.place(event)
                if place is None or place not in rows:
                    continue
                row = projection.fold(grown.get(place) or projection.first(place, event), event)
                why = models.refusal(projection.name, {place: row})
                if why is not None:
                    return Poisoned(event, why)
                grown[place] = row
            position = logged[-1].position
        return refused

    def _put_down(self, piles: Sequence[_Pile]) -> None:
        for pile in piles:
            with self._models.datastore.transaction(commit=True) as cursor:
                pile.put_down(cursor)

    def _index(self) -> None:
        """After the bulk of the rows, which is quicker than with every row."""
        with self._models.datastore.get_connection() as conn:
            for pile in self._piles:
                make_indexes(conn, pile.projection, NEXT)

    def _swap(self) -> None:
        """Runners wait for their position's row; then they find another build and start there."""
        names = [pile.projection.name for pile in self._piles]
        with self._models.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "SELECT 1 FROM projection_positions WHERE projection = ANY (%s)"
                " ORDER BY projection, source FOR UPDATE",
                (names,),
            )
            while self._page():
                pass
            for pile in self._piles:
                pile.put_down(cursor)
                self._take_over(cursor, pile.projection, pile.needed)

    def _take_over(
        self, cursor: Cursor[Any], projection: Projection[Row], needed: set[EventPlace]
    ) -> None:
        name = projection.name
        cursor.execute(named(SQL("DROP TABLE {table}"), name))
        indexes = [("INDEX", end) for end in ("_by_key", "_by_doc", "_by_day")]
        for kind, end in (("TABLE", ""), *indexes):
            cursor.execute(
                SQL("ALTER {} IF EXISTS {} RENAME TO {}").format(
                    SQL(kind),
                    Identifier(f"read_{name}{NEXT}{end}"),
                    Identifier(f"read_{name}{end}"),
                )
            )
        if projection.indexed:
            drop_index(cursor, name)
            rename_index(cursor, name + NEXT, name)
        self._models.replace_heads(cursor, name, self._heads)
        self._models.steps.mend(cursor, name, needed)
        cursor.execute(
            "UPDATE projection_positions SET build = build + 1, stopped_by = NULL,"
            " stopped_key = NULL, stopped_seq = NULL, version = %s,"
            " position = CASE source WHEN %s THEN %s ELSE position END WHERE projection = %s",
            (projection.version, LOG, self._position, name),
        )
        for source, offset in self._ends.items():
            # All that was on the topic was in the log before; whatever else is there is passed by.
            cursor.execute(
                "UPDATE projection_positions SET position = greatest(position, %s)"
                " WHERE projection = %s AND source = %s",
                (offset, name, source),
            )
