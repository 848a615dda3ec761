"""One schema holds everything: a log and its leases are never apart."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from eventsourcing.persistence import PersistenceError
from psycopg import Connection
from psycopg.errors import UndefinedColumn, UndefinedFunction, UndefinedTable
from psycopg.sql import SQL, Identifier

from services.store.database import DatabaseUnusable, Datastore, NothingHere
from services.store.faults import causes

MIGRATION_SECONDS: Final = 600.0
"""So long a statement may take that makes or changes a table: there may be an index to build."""
_LOG: Final = "pitledger_events"
_UNKNOWN: Final = (UndefinedTable, UndefinedColumn, UndefinedFunction)
_OURS: Final = (_LOG, "pitledger_commands", "pitledger_leases", "pitledger_refusals")
_FOUND: Final = """
SELECT n.nspname AS schema, array_agg(c.relname::text ORDER BY c.relname) AS tables
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relname = ANY (%s) AND c.relkind IN ('r', 'p', 'v') GROUP BY n.nspname ORDER BY 1"""


@contextmanager
def in_turn(datastore: Datastore) -> Iterator[Connection[Any]]:
    """Two processes that start at once change tables one after the other."""
    with datastore.get_connection() as gate, gate.transaction():
        # It says nothing for as long as the work takes.
        gate.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        gate.execute("SELECT pg_advisory_xact_lock(hashtext('pitledger schema'))")
        yield gate


def require_schema(datastore: Datastore) -> None:
    """For who makes nothing: the log must be there."""
    with datastore.get_connection() as conn:
        logs = [row["schema"] for row in conn.execute(_FOUND, ([_LOG],))]
    if datastore.schema not in logs:
        elsewhere = f" (there is one in {', '.join(logs)})" if logs else ""
        raise NothingHere(
            f"there is no database of Pitledger in the schema {datastore.schema!r} of this"
            f" database{elsewhere}, and none was made: correct PITLEDGER_DATABASE_URL or"
            " PITLEDGER_DATABASE_SCHEMA, or run `pitledger migrate`, which makes it"
        )


def require_restored(datastore: Datastore) -> None:
    """What a restore has not finished is served by nobody, and shown to nobody."""
    with datastore.get_connection() as conn:
        name = SQL("{}.pitledger_restoring").format(Identifier(datastore.schema)).as_string()
        there = conn.execute("SELECT to_regclass(%s) IS NOT NULL AS there", (name,)).fetchone()
        if there is None or not there["there"]:
            return
        row = conn.execute("SELECT source FROM pitledger_restoring").fetchone()
    if row is not None:
        raise DatabaseUnusable(
            f"a restore from {row['source']} was begun in this database and is not finished:"
            " run `pitledger restore` again with the same sources, or drop the database"
        )


@contextmanager
def of_this_version() -> Iterator[None]:
    """Tables that are there but other than they are known here were made by another version."""
    try:
        yield
    except PersistenceError as error:
        if not any(isinstance(one, _UNKNOWN) for one in causes(error)):
            raise
        raise other_version(str(error).strip().partition("\n")[0]) from None


def other_version(how: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        f"the tables of this database are of another version of Pitledger: {how};"
        " use the `pitledger` of the version that serves it, or go over to this one:"
        " run `pitledger migrate` and start its service"
    )


def refuse_halves(conn: Connection[Any]) -> None:
    """Leases apart from their log would let two desks write it, each sure of its own."""
    found = {row["schema"]: row["tables"] for row in conn.execute(_FOUND, (list(_OURS),))}
    halves = {schema: tables for schema, tables in found.items() if _LOG not in tables}
    if not halves:
        return
    logs = [schema for schema in found if schema not in halves]
    lie = "; ".join(f"{', '.join(tables)} in {schema}" for schema, tables in halves.items())
    raise DatabaseUnusable(
        "the database cannot be used as it is: a search_path has split the tables of one service:"
        f" {lie}, but {_LOG} in {', '.join(logs) or 'no schema'};"
        " stop every service that uses them and move them together"
        " (ALTER TABLE … SET SCHEMA …), or drop those that are not in use"
    )
