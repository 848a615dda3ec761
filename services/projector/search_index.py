"""The index of finished rounds: a narrow table beside the rounds' own, written in its transaction.

It holds nothing that the rounds do not; it is what they are found by. One inverted index has every
kind of value that is looked for, because a search names several of them at once.
"""

from collections.abc import Iterable
from typing import Any, Final

from psycopg import Connection, Cursor
from psycopg.sql import SQL, Composed, Identifier

from projections.rounds.row import RoundRow
from projections.rounds.search import SearchRow, search_row
from services.store.columns import Texts, array_literal

_TABLE: Final = SQL(
    """
CREATE TABLE IF NOT EXISTS {table} (
    id       text        COLLATE "C" PRIMARY KEY,
    opened   timestamptz NOT NULL,
    ended    timestamptz NOT NULL,
    tags     text[]      COLLATE "C" NOT NULL,
    seats    smallint[]  NOT NULL,
    players  text[]      COLLATE "C" NOT NULL,
    wagers   text[]      COLLATE "C" NOT NULL,
    outcomes text[]      COLLATE "C" NOT NULL,
    amounts  bigint[]    NOT NULL,
    paid     bigint[]    NOT NULL,
    pieces   text[]      COLLATE "C" NOT NULL,
    hidden   text[]      COLLATE "C" NOT NULL
)"""
)
_STATISTICS: Final = SQL(
    "ALTER TABLE {table} ALTER tags SET STATISTICS 500, ALTER pieces SET STATISTICS 300,"
    " ALTER hidden SET STATISTICS 300"
)
"""There are more seats times pieces than are counted by default."""
_BY_TIME: Final = SQL("CREATE INDEX IF NOT EXISTS {by_time} ON {table} (opened DESC, id DESC)")
_BY_VALUE: Final = SQL(
    "CREATE INDEX IF NOT EXISTS {by_value} ON {table}"
    " USING gin (tags, seats, players, wagers, outcomes, pieces, hidden)"
    " WITH (fastupdate = on, gin_pending_list_limit = 1024)"
)
"""What comes in waits, unsorted, until there is a megabyte of it: sorted in together it costs an
eighth. A search goes through what waits as well, so it is kept short."""
_UPSERT: Final = SQL(
    "INSERT INTO {table} SELECT id, opened::timestamptz, ended::timestamptz, tags::text[],"
    " seats::smallint[], players::text[], wagers::text[], outcomes::text[], amounts::bigint[],"
    " paid::bigint[], pieces::text[], hidden::text[] FROM unnest(%b::text[], %b::text[],"
    " %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], %b::text[],"
    " %b::text[], %b::text[], %b::text[]) AS new (id, opened, ended, tags, seats, players,"
    " wagers, outcomes, amounts, paid, pieces, hidden)"
    " ON CONFLICT (id) DO UPDATE SET (opened, ended, tags, seats, players, wagers, outcomes,"
    " amounts, paid, pieces, hidden) = (excluded.opened, excluded.ended, excluded.tags,"
    " excluded.seats, excluded.players, excluded.wagers, excluded.outcomes, excluded.amounts,"
    " excluded.paid, excluded.pieces, excluded.hidden)"
)
_FIELDS: Final = (
    *("tags", "seats", "players", "wagers", "outcomes", "amounts", "paid", "pieces", "hidden"),
)


def create_index(conn: Connection[Any], model: str) -> None:
    conn.execute(_named(_TABLE, model))
    conn.execute(_named(_STATISTICS, model))


def make_search_indexes(conn: Connection[Any], model: str) -> None:
    conn.execute(_named(_BY_TIME, model))
    conn.execute(_named(_BY_VALUE, model))


def empty_index(cursor: Cursor[Any], model: str) -> None:
    cursor.execute(_named(SQL("TRUNCATE {table}"), model))


def drop_index(conn: Connection[Any] | Cursor[Any], model: str) -> None:
    conn.execute(_named(SQL("DROP TABLE IF EXISTS {table}"), model))


def rename_index(cursor: Cursor[Any], model: str, name: str) -> None:
    for kind, old, new in (
        ("TABLE", _table(model), _table(name)),
        ("INDEX", _by_time(model), _by_time(name)),
        ("INDEX", _by_value(model), _by_value(name)),
    ):
        cursor.execute(SQL("ALTER {} {} RENAME TO {}").format(SQL(kind), old, new))


def index_rounds(cursor: Cursor[Any], model: str, rounds: Iterable[RoundRow]) -> None:
    """Those that are finished; one that was taken up again is found no more."""
    found: list[SearchRow] = []
    again: list[str] = []
    for row in rounds:
        searched = search_row(row)
        if searched is not None:
            found.append(searched)
        elif row.corrections:
            again.append(row.round)
    if again:
        cursor.execute(_named(SQL("DELETE FROM {table} WHERE id = ANY (%s)"), model), (again,))
    if found:
        save_index(cursor, model, found)


def save_index(cursor: Cursor[Any], model: str, rows: list[SearchRow]) -> None:
    plain = (Texts(row.id for row in rows), Texts(row.opened for row in rows))
    ended = Texts(row.ended for row in rows)
    lists = (Texts(array_literal(getattr(row, name)) for row in rows) for name in _FIELDS)
    cursor.execute(_named(_UPSERT, model), (*plain, ended, *lists))


def copy_index(cursor: Cursor[Any], model: str, rounds: Iterable[RoundRow]) -> None:
    """Those that are finished, of rounds that the index never had."""
    with cursor.copy(_named(SQL("COPY {table} FROM STDIN"), model)) as copy:
        for row in filter(None, map(search_row, rounds)):
            lists = (array_literal(getattr(row, name)) for name in _FIELDS)
            copy.write_row((row.id, row.opened, row.ended, *lists))


def _table(model: str) -> Identifier:
    return Identifier(f"read_{model}_search")


def _by_time(model: str) -> Identifier:
    return Identifier(f"read_{model}_search_by_time")


def _by_value(model: str) -> Identifier:
    return Identifier(f"read_{model}_search_by_value")


def _named(query: SQL, model: str) -> Composed:
    return query.format(table=_table(model), by_time=_by_time(model), by_value=_by_value(model))
