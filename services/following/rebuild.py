"""Read models from the log again: beside the old ones, swapped in one transaction."""

from collections.abc import Callable
from typing import Any, Final

from psycopg import Cursor
from psycopg.sql import SQL, Identifier

from domain.events import Event, decode
from projections import Projection, Row
from services.following.feed import LOG
from services.following.read_models import ReadModels, make_indexes, named
from services.store.ledger import Ledger, Logged

_PAGE: Final = 5000
_NEAR: Final = 2000
"""So close to the head the rest is folded inside the swap, while no runner can move on."""
_ROWS_IN_HAND: Final = 20_000
NEXT: Final = "_next"


class Rebuild:
    """One projection built anew. Readers see the old table until the new one is whole."""

    def __init__(self, ledger: Ledger, models: ReadModels, projection: Projection[Row]) -> None:
        self._ledger = ledger
        self._models = models
        self._projection = projection
        self._name = projection.name
        self._rows: dict[str, Row] = {}
        self._heads: dict[str, int] = {}
        self._position = 0

    def run(self, on_event: Callable[[int], None] = lambda _: None) -> int:
        """Fold everything, then swap; how many events were folded."""
        self._begin()
        while self._ledger.head() - self._position > _NEAR:
            with self._models.datastore.transaction(commit=True) as cursor:
                self._page(cursor)
            on_event(self._position)
        self._index()
        self._swap()
        on_event(self._position)
        return self._position

    def _begin(self) -> None:
        with self._models.datastore.get_connection() as conn:
            conn.execute(named(SQL("DROP TABLE IF EXISTS {table}"), self._name + NEXT))
            conn.execute(
                SQL("CREATE TABLE {} (LIKE {} INCLUDING DEFAULTS)").format(
                    Identifier(f"read_{self._name}{NEXT}"), Identifier(f"read_{self._name}")
                )
            )
            conn.execute(named(SQL("ALTER TABLE {table} ADD PRIMARY KEY (id)"), self._name + NEXT))

    def _page(self, cursor: Cursor[Any]) -> bool:
        logged = self._ledger.log_after(self._position, _PAGE)
        if not logged:
            return False
        changed = self._fold(logged)
        if changed:
            self._models.save(cursor, self._name + NEXT, changed)
        self._position = logged[-1].position
        return True

    def _fold(self, logged: list[Logged]) -> dict[str, Row]:
        projection = self._projection
        events: list[Event] = [decode(entry.topic, entry.state) for entry in logged]
        placed = [(place, event) for event in events if (place := projection.place(event))]
        self._load({place for place, _ in placed})
        changed: dict[str, Row] = {}
        for place, event in placed:
            row = self._rows.get(place) or projection.first(place, event)
            self._rows[place] = changed[place] = projection.fold(row, event)
        for event in events:
            self._heads[event.key] = event.seq
        return changed

    def _load(self, places: set[str]) -> None:
        """Rows that were put down for want of room come back from the new table."""
        if len(self._rows) > _ROWS_IN_HAND:
            self._rows = {place: row for place, row in self._rows.items() if place in places}
        missing = [place for place in places if place not in self._rows]
        self._rows |= self._models.load(self._projection, missing, NEXT)

    def _index(self) -> None:
        """After the bulk of the rows, which is quicker than with every row."""
        with self._models.datastore.get_connection() as conn:
            make_indexes(conn, self._projection, NEXT)

    def _swap(self) -> None:
        """Runners wait for their position's row; then they find another build and start there."""
        name = self._name
        with self._models.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "SELECT 1 FROM projection_positions WHERE projection = %s FOR UPDATE", (name,)
            )
            while self._page(cursor):
                pass
            cursor.execute(named(SQL("DROP TABLE {table}"), name))
            for kind, end in (("TABLE", ""), ("INDEX", "_by_key"), ("INDEX", "_by_doc")):
                cursor.execute(
                    SQL("ALTER {} IF EXISTS {} RENAME TO {}").format(
                        SQL(kind),
                        Identifier(f"read_{name}{NEXT}{end}"),
                        Identifier(f"read_{name}{end}"),
                    )
                )
            self._models.replace_heads(cursor, name, self._heads)
            cursor.execute(
                "UPDATE projection_positions SET build = build + 1, stopped_by = NULL,"
                " version = %s, position = CASE source WHEN %s THEN %s ELSE position END"
                " WHERE projection = %s",
                (self._projection.version, LOG, self._position, name),
            )
