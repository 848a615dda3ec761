"""Read models from the log again: beside the old ones, swapped in one transaction."""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, Final

from psycopg import Connection, Cursor
from psycopg.sql import SQL, Identifier

from projections import Projection, Row
from services.projector.feed import LOG
from services.projector.read_models import ReadModels, make_indexes, named, set_storage
from services.projector.rebuild_table import NEXT, RebuildTables, Refused
from services.projector.search_index import create_index, drop_index, rename_index
from services.projector.side_by_side import SideBySide
from services.projector.steps import EventPlace
from services.runtime.by_stream import Store
from services.store.connection import allowing
from services.store.ledger import Ledger

_PAGE: Final = 5000
_NEAR: Final = 2000
"""So close to the head the rest is folded inside the swap, while no runner can move on."""
_ALONE: Final = 20_000
"""A log of fewer events is folded sooner than processes are started."""
_ROWS_IN_HAND: Final = 10_000
"""Of each read model; by several processes together."""
_REBUILD_SECONDS: Final = 3600.0
"""A statement may wait for an index, or for its turn."""

_READERS: Final = """
SELECT DISTINCT r.rolname::text AS role
  FROM pg_class c CROSS JOIN aclexplode(c.relacl) AS a LEFT JOIN pg_roles r ON r.oid = a.grantee
 WHERE c.oid = to_regclass(%s) AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner"""


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
        store: Store | None = None,
        processes: int = 1,
    ) -> None:
        """With the ends of a topic from before, what it held until then is not read again.

        Where others find the store, so many processes fold a long log.
        """
        self._ledger = ledger
        self._models = models
        self._ends = ends or {}
        self._store = store
        self._processes = processes
        self._projections = projections
        self._tables = RebuildTables(ledger, models, projections)
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
            raise self._tables.poisoned(refused) from refused

    def _run(self, on_event: Callable[[int], None]) -> int:
        for projection in self._projections:
            self._begin(projection)
        if self._store is not None and self._processes > 1 and self._ledger.head() >= _ALONE:
            self._fold_side_by_side(self._store, on_event)
        while self._ledger.head() - self._position > _NEAR:
            self._page()
            self._tables.write(beyond=_ROWS_IN_HAND)
            on_event(self._position)
        self._tables.write()
        self._index()
        self._swap()
        on_event(self._position)
        return self._position

    def _fold_side_by_side(self, store: Store, on_event: Callable[[int], None]) -> None:
        """What there is now; the little that comes meanwhile is left for this process."""
        head = self._ledger.head()
        work = (self._ledger, store, self._projections, self._processes)
        with closing(SideBySide(*work, _ROWS_IN_HAND // self._processes)) as others:
            while self._position < head:
                upto = min(self._position + _PAGE * self._processes, head)
                others.share_out(self._position, upto)
                self._position = upto
                on_event(self._position)
            others.hand_over(self._tables)

    def _begin(self, projection: Projection[Row]) -> None:
        name = projection.name
        # A runner that begins meanwhile finds it, and waits for the swap.
        self._models.have_position(projection, LOG)
        with self._models.datastore.get_connection() as conn:
            conn.execute(named(SQL("DROP TABLE IF EXISTS {table}"), name + NEXT))
            conn.execute(
                SQL("CREATE TABLE {} (LIKE {} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)").format(
                    Identifier(f"read_{name}{NEXT}"), Identifier(f"read_{name}")
                )
            )
            conn.execute(named(SQL("ALTER TABLE {table} ADD PRIMARY KEY (id)"), name + NEXT))
            set_storage(conn, projection, NEXT)
            if projection.indexed:
                drop_index(conn, name + NEXT)
                create_index(conn, name + NEXT)
                _keep_readers(conn, f"read_{name}_search", f"read_{name}{NEXT}_search")
            _keep_readers(conn, f"read_{name}", f"read_{name}{NEXT}")

    def _page(self) -> bool:
        logged = self._ledger.log_after(self._position, _PAGE)
        if not logged:
            return False
        self._tables.take(logged)
        self._position = logged[-1].position
        return True

    def _index(self) -> None:
        """After the bulk of the rows, which is quicker than with every row."""
        with self._models.datastore.get_connection() as conn:
            for projection in self._projections:
                make_indexes(conn, projection, NEXT)

    def _swap(self) -> None:
        """Runners wait for their position's row; then they find another build and start there."""
        names = [projection.name for projection in self._projections]
        with self._models.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "SELECT 1 FROM projection_positions WHERE projection = ANY (%s)"
                " ORDER BY projection, source FOR UPDATE",
                (names,),
            )
            while self._page():
                pass
            for table in self._tables.tables:
                table.write(cursor)
                self._take_over(cursor, table.projection, table.needed)

    def _take_over(
        self, cursor: Cursor[Any], projection: Projection[Row], needed: set[EventPlace]
    ) -> None:
        name = projection.name
        cursor.execute(named(SQL("DROP TABLE {table}"), name))
        indexes = [("INDEX", end) for end in ("_by_key", "_by_stream", "_by_word", "_by_day")]
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
        self._models.replace_heads(cursor, name, self._tables.heads)
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


def _keep_readers(conn: Connection[Any], old: str, new: str) -> None:
    """Who may read a table, granted by hand to reports and the like, may read its new one too."""
    for row in conn.execute(_READERS, (Identifier(old).as_string(),)).fetchall():
        reader = SQL("PUBLIC") if row["role"] is None else Identifier(row["role"])
        conn.execute(SQL("GRANT SELECT ON {} TO {}").format(Identifier(new), reader))
