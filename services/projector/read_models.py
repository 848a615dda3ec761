"""Read models in PostgreSQL: a table each, and how far each has been folded."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from eventsourcing.persistence import DataError, IntegrityError
from psycopg import Connection, Cursor
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from projections import Projection, Row
from projections.rounds.row import RoundRow
from services.projector.search_index import (
    copy_index,
    create_index,
    empty_index,
    index_rounds,
    make_search_indexes,
)
from services.projector.steps import EventPlace, Steps
from services.store.columns import BigInts, Documents, Texts, array_literal
from services.store.connection import allowing
from services.store.database import Datastore
from services.store.rows import decode_row
from services.store.schema import MIGRATION_SECONDS, in_turn

R = TypeVar("R", bound=Row)

_BEHIND: Final = """
SELECT name FROM unnest(%b::text[]) AS name
 WHERE EXISTS (SELECT 1 FROM unnest(%b::text[], %b::bigint[]) AS goal (key, seq)
                 LEFT JOIN projection_heads h ON h.projection = name AND h.key = goal.key
                WHERE coalesce(h.seq, 0) < goal.seq)
   AND NOT EXISTS (SELECT 1 FROM projection_positions
                    WHERE projection = name AND stopped_by IS NOT NULL)"""
_POSITIONS: Final = """
CREATE TABLE IF NOT EXISTS projection_positions (
    projection text   NOT NULL,
    source     text   NOT NULL,
    version    int    NOT NULL,
    position   bigint NOT NULL,
    build      int    NOT NULL DEFAULT 0,
    stopped_by text,
    PRIMARY KEY (projection, source)
)"""
_STOPPED_AT: Final = """
ALTER TABLE projection_positions
    ADD COLUMN IF NOT EXISTS stopped_key text, ADD COLUMN IF NOT EXISTS stopped_seq bigint"""
_HEADS: Final = """
CREATE TABLE IF NOT EXISTS projection_heads (
    projection text   NOT NULL,
    key        text   NOT NULL,
    seq        bigint NOT NULL,
    PRIMARY KEY (projection, key)
)"""
_MODEL: Final = SQL(
    """
CREATE TABLE IF NOT EXISTS {table} (
    id  text   PRIMARY KEY,
    key text   NOT NULL,
    seq bigint NOT NULL,
    day text   NOT NULL,
    doc jsonb  NOT NULL
)"""
)
_SUM_TO_ZERO: Final = """
CREATE OR REPLACE FUNCTION pitledger_balanced(accounts jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT accounts IS NOT NULL AND coalesce(sum(cents::bigint), 0) = 0
      FROM jsonb_each_text(accounts) AS a (account, cents)
$$"""
_BALANCED_MODEL: Final = SQL(
    """
CREATE TABLE IF NOT EXISTS {table} (
    id  text   PRIMARY KEY,
    key text   NOT NULL,
    seq bigint NOT NULL,
    day text   NOT NULL,
    doc jsonb  NOT NULL,
    CONSTRAINT debits_equal_credits CHECK (pitledger_balanced(doc -> 'accounts'))
)"""
)
"""What is posted is posted twice: the database itself refuses a row that does not sum to zero."""
_FOUND_BY: Final = SQL(
    "ALTER TABLE {table} ADD COLUMN IF NOT EXISTS found_by text[] NOT NULL DEFAULT '{{}}'"
)
_UNCOMPRESSED: Final = SQL("ALTER TABLE {table} SET (toast_tuple_target = 8160)")
"""Few rows that change all the time: packing each anew costs more than the room it takes."""
_BY_SEQ: Final = SQL("CREATE INDEX IF NOT EXISTS {by_key} ON {table} (key, seq)")
_BY_KEY: Final = SQL("CREATE INDEX IF NOT EXISTS {by_stream} ON {table} (key)")
"""Nothing that an ordinary change of a row changes is in an index, so that none is written."""
_BY_WORD: Final = SQL(
    "CREATE INDEX IF NOT EXISTS {by_word} ON {table} USING gin (found_by) WITH (fastupdate = off)"
)
"""Without a list of what is still to be sorted in: until the next vacuum a reader would have to go
through that list, or through the whole table."""
_BEFORE: Final = SQL("DROP INDEX IF EXISTS {by_doc}, {by_key}")
"""Indexes of earlier versions."""
_BY_DAY: Final = SQL("CREATE INDEX IF NOT EXISTS {by_day} ON {table} (day)")
_UPSERT: Final = SQL(
    "INSERT INTO {table} (id, key, seq, day, doc, found_by)"
    " SELECT id, key, seq, day, doc, found_by::text[] FROM unnest(%b::text[], %b::text[],"
    " %b::bigint[], %b::text[], %b::jsonb[], %b::text[]) AS new (id, key, seq, day, doc, found_by)"
    " ON CONFLICT (id) DO UPDATE SET"
    " seq = excluded.seq, day = excluded.day, doc = excluded.doc, found_by = excluded.found_by"
)


_ADVANCE: Final = """
WITH held AS (
    SELECT p.projection
      FROM projection_positions p, unnest(%b::text[], %b::bigint[], %b::bigint[])
           AS stood (projection, position, build)
     WHERE p.projection = stood.projection AND p.source = %s
       AND p.position = stood.position AND p.build = stood.build
     ORDER BY p.projection
       FOR UPDATE OF p)
UPDATE projection_positions p SET position = %s FROM held
 WHERE p.projection = held.projection AND p.source = %s RETURNING p.projection"""
_ADVANCE_HEADS: Final = """
WITH moved AS (
    SELECT * FROM unnest(%b::text[], %b::text[], %b::bigint[], %b::bigint[])
        AS m (projection, key, before, after)),
new AS (
    INSERT INTO projection_heads
    SELECT projection, key, after FROM moved WHERE before = 0 ORDER BY projection, key
    ON CONFLICT DO NOTHING RETURNING key),
held AS (
    SELECT h.projection, h.key, m.after FROM projection_heads h, moved m
     WHERE h.projection = m.projection AND h.key = m.key AND h.seq = m.before AND m.before > 0
     ORDER BY h.projection, h.key
       FOR UPDATE OF h),
old AS (
    UPDATE projection_heads h SET seq = held.after FROM held
     WHERE h.projection = held.projection AND h.key = held.key RETURNING h.key)
SELECT key FROM new UNION ALL SELECT key FROM old"""
"""Both take their rows in one order, as a rebuild does: whoever comes second waits, and no two
wait for each other."""
_COPY: Final = SQL("COPY {table} (id, key, seq, day, doc, found_by) FROM STDIN")


class Move(NamedTuple):
    """How far a page takes a stream."""

    key: str
    before: int
    after: int


class Place(NamedTuple):
    """Where a projection stands."""

    position: int
    build: int


def _table(name: str) -> Identifier:
    return Identifier(f"read_{name}")


class ReadModels:
    """Rows of the read models, for the runner that writes and the services that show."""

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore
        self.steps = Steps(datastore)

    def create(self, projections: Iterable[Projection[Row]]) -> None:
        with allowing(MIGRATION_SECONDS), in_turn(self.datastore) as conn:
            conn.execute(_POSITIONS)
            conn.execute(_STOPPED_AT)
            conn.execute(_HEADS)
            conn.execute(_SUM_TO_ZERO)
            Steps.create(conn)
            for projection in projections:
                model = _BALANCED_MODEL if projection.balanced else _MODEL
                conn.execute(named(model, projection.name))
                conn.execute(named(_FOUND_BY, projection.name))
                if not projection.newest_first:
                    conn.execute(named(_BEFORE, projection.name))
                set_storage(conn, projection)
                if projection.indexed:
                    create_index(conn, projection.name)
                make_indexes(conn, projection)

    def prepare(self, projection: Projection[Row]) -> None:
        """A fold of another version starts again from nothing; one that was stopped is tried."""
        name = projection.name
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE projection_positions SET stopped_by = NULL, stopped_key = NULL,"
                " stopped_seq = NULL WHERE projection = %s RETURNING version",
                (name,),
            )
            if any(row["version"] != projection.version for row in cursor.fetchall()):
                cursor.execute(named(SQL("TRUNCATE {table}"), name))
                if projection.indexed:
                    empty_index(cursor, name)
                cursor.execute("DELETE FROM projection_positions WHERE projection = %s", (name,))
                cursor.execute("DELETE FROM projection_heads WHERE projection = %s", (name,))

    def position(self, projection: Projection[Row], source: str) -> Place:
        """How far it has been folded from this source, and in which build of its table."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "INSERT INTO projection_positions (projection, source, version, position, build)"
                " VALUES (%(name)s, %(source)s, %(version)s, 0, coalesce((SELECT max(build)"
                " FROM projection_positions WHERE projection = %(name)s), 0))"
                " ON CONFLICT (projection, source) DO UPDATE SET version = excluded.version"
                " RETURNING position, build",
                {"name": projection.name, "source": source, "version": projection.version},
            )
            row = cursor.fetchone()
            assert row is not None
            return Place(row["position"], row["build"])

    def have_position(self, projection: Projection[Row], source: str) -> None:
        """A row to be locked by, also where nothing was folded yet; one that is there stays."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "INSERT INTO projection_positions (projection, source, version, position)"
                " VALUES (%s, %s, %s, 0) ON CONFLICT DO NOTHING",
                (projection.name, source, projection.version),
            )

    def heads(self, projection: str, keys: Sequence[str]) -> dict[str, int]:
        """The newest seq of each stream that has been folded."""
        with self.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            cursor.execute(
                "SELECT key, seq FROM projection_heads WHERE projection = %s AND key = ANY (%s)",
                (projection, list(keys)),
            )
            return {str(key): int(seq) for key, seq in cursor.fetchall()}

    def advance_all(
        self, cursor: Cursor[Any], source: str, places: Mapping[str, Place], stop: int
    ) -> None:
        """Compare and set: a row for each, but where another runner has moved it, or it was built
        anew."""
        columns = (
            Texts(places),
            BigInts(place.position for place in places.values()),
            BigInts(place.build for place in places.values()),
        )
        cursor.execute(_ADVANCE, (*columns, source, stop, source))

    def advance_all_heads(self, cursor: Cursor[Any], moved: Mapping[str, Sequence[Move]]) -> None:
        """Compare and set, stream by stream: a row for each, but where another source was faster
        with one."""
        moves = [(name, move) for name, of_one in moved.items() for move in of_one]
        columns = (
            Texts(name for name, _ in moves),
            Texts(move.key for _, move in moves),
            BigInts(move.before for _, move in moves),
            BigInts(move.after for _, move in moves),
        )
        cursor.execute(_ADVANCE_HEADS, columns)

    def replace_heads(self, cursor: Cursor[Any], projection: str, heads: dict[str, int]) -> None:
        """All heads at once, for a projection that was built anew."""
        cursor.execute("DELETE FROM projection_heads WHERE projection = %s", (projection,))
        cursor.execute(
            "INSERT INTO projection_heads SELECT %s, * FROM unnest(%b::text[], %b::bigint[])",
            (projection, Texts(heads), BigInts(heads.values())),
        )

    def stop(self, projection: str, source: str, why: str, event: EventPlace | None = None) -> None:
        """With the event where it is one that could be stepped over."""
        key, seq = event or (None, None)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE projection_positions SET stopped_by = %s, stopped_key = %s,"
                " stopped_seq = %s WHERE projection = %s AND source = %s",
                (why, key, seq, projection, source),
            )

    def going(self, projections: Sequence[str]) -> set[str]:
        """Of these the ones that nothing is known to stop: built anew, or stepped on."""
        with self.datastore.get_connection() as conn:
            rows = conn.execute(
                "SELECT projection FROM projection_positions WHERE projection = ANY (%s)"
                " GROUP BY projection HAVING bool_and(stopped_by IS NULL)",
                (list(projections),),
            ).fetchall()
        return {row["projection"] for row in rows}

    def versions(self, projections: Sequence[str]) -> dict[str, int]:
        """By which version of its fold each was begun; nothing of those that never were."""
        query = (
            "SELECT projection, max(version) FROM projection_positions"
            " WHERE projection = ANY (%s) GROUP BY projection"
        )
        with self.datastore.get_connection() as conn:
            return dict(conn.cursor(row_factory=tuple_row).execute(query, (list(projections),)))

    def behind(self, projections: Sequence[str], goal: Mapping[str, int]) -> set[str]:
        """Of these the ones that nothing stops, but that have folded less of a stream."""
        columns = Texts(projections), Texts(goal), BigInts(goal.values())
        with self.datastore.get_connection() as conn:
            rows = conn.execute(_BEHIND, columns).fetchall()
        return {row["name"] for row in rows}

    def load(self, projection: Projection[R], ids: Sequence[str], suffix: str = "") -> dict[str, R]:
        query = SQL("SELECT id, doc::text FROM {table} WHERE id = ANY (%s)")
        query_of_table = named(query, projection.name + suffix)
        with self.datastore.get_connection() as conn:
            rows = (
                conn.cursor(row_factory=tuple_row).execute(query_of_table, (list(ids),)).fetchall()
            )
        kind = projection.row
        return {place: decode_row(projection.name, place, doc, kind) for place, doc in rows}

    def refusal(self, projection: str, rows: dict[str, Row]) -> str | None:
        """What the database says against these rows; nothing of them is kept."""
        try:
            with self.datastore.transaction(commit=False) as cursor:
                self.save(cursor, projection, rows)
        except (DataError, IntegrityError) as error:
            return f"the database does not take it: {error}"
        return None

    def save(self, cursor: Cursor[Any], projection: str, rows: dict[str, Row]) -> None:
        values = rows.values()
        cursor.execute(
            named(_UPSERT, projection),
            (
                Texts(rows),
                Texts(row.key for row in values),
                BigInts(row.seq for row in values),
                Texts(row.day for row in values),
                Documents(msgspec.json.encode(row) for row in values),
                Texts(array_literal(row.found_by) for row in values),
            ),
        )
        rounds = [row for row in values if isinstance(row, RoundRow)]
        if rounds:
            index_rounds(cursor, projection, rounds)

    def copy(self, cursor: Cursor[Any], projection: str, rows: dict[str, Row]) -> None:
        """Rows that the table does not have yet: the quickest way in."""
        with cursor.copy(named(_COPY, projection)) as copy:
            for place, row in rows.items():
                doc = msgspec.json.encode(row).decode()
                words = array_literal(row.found_by)
                copy.write_row((place, row.key, row.seq, row.day, doc, words))
        rounds = [row for row in rows.values() if isinstance(row, RoundRow)]
        if rounds:
            copy_index(cursor, projection, rounds)


def set_storage(conn: Connection[Any], projection: Projection[Any], suffix: str = "") -> None:
    if projection.one_a_stream:
        conn.execute(named(_UNCOMPRESSED, projection.name + suffix))


def make_indexes(conn: Connection[Any], projection: Projection[Any], suffix: str = "") -> None:
    by_key = _BY_SEQ if projection.newest_first else _BY_KEY
    conn.execute(named(by_key, projection.name + suffix))
    if projection.searched:
        conn.execute(named(_BY_WORD, projection.name + suffix))
    if projection.by_day:
        conn.execute(named(_BY_DAY, projection.name + suffix))
    if projection.indexed:
        make_search_indexes(conn, projection.name + suffix)


def named(query: SQL, name: str) -> Composed:
    return query.format(
        table=_table(name),
        by_key=Identifier(f"read_{name}_by_key"),
        by_stream=Identifier(f"read_{name}_by_stream"),
        by_word=Identifier(f"read_{name}_by_word"),
        by_doc=Identifier(f"read_{name}_by_doc"),
        by_day=Identifier(f"read_{name}_by_day"),
    )
