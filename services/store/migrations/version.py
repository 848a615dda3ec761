"""Which steps a database has: what serves it must know all of them, and need no more."""

from typing import Any, Final

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from services.store.database import DatabaseUnusable, Datastore
from services.store.migrations.steps import all_steps, latest
from services.store.schema import refuse_halves, require_schema

_THERE: Final = """
SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = %s AND c.relname = 'pitledger_schema'"""


def recorded_steps(conn: Connection[Any], schema: str) -> set[int]:
    """The numbers that were applied; none where an earlier release made the tables, or nobody."""
    if conn.execute(_THERE, (schema,)).fetchone() is None:
        return set()
    query = SQL("SELECT version FROM {}.pitledger_schema").format(Identifier(schema))
    return {int(row["version"]) for row in conn.execute(query)}


def require_version(datastore: Datastore) -> None:
    """For the parts that serve: neither too old nor too new."""
    with datastore.get_connection() as conn:
        refuse_halves(conn)
        recorded = recorded_steps(conn, datastore.schema)
    if not recorded:
        require_schema(datastore)
    refuse_newer(recorded)
    if missing := [step for step in all_steps() if step.number not in recorded]:
        has = f"of version {max(recorded)}" if recorded else "of an earlier release"
        raise DatabaseUnusable(
            f"the tables of this database are {has}, and this build needs version {latest()}"
            f" ({', '.join(map(str, missing))} to come): run `pitledger migrate`"
        )


def refuse_newer(recorded: set[int]) -> None:
    """What a later build has changed may mean something else to this one."""
    if recorded and max(recorded) > latest():
        raise DatabaseUnusable(
            f"the tables of this database are of version {max(recorded)}, and this build knows"
            f" version {latest()}: use a newer one"
        )


def require_no_newer(datastore: Datastore) -> None:
    """For a command that only looks: it may read what is older."""
    with datastore.get_connection() as conn:
        refuse_newer(recorded_steps(conn, datastore.schema))
