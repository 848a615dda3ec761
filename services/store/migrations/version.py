"""Which steps a database has: what serves it needs no more, and may know less where they allow."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from services.store.database import DatabaseUnusable, Datastore
from services.store.migrations.steps import all_steps, latest
from services.store.schema import refuse_halves, require_schema

_THERE: Final = """
SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = %s AND c.relname = 'pitledger_schema'"""


class TooNew(DatabaseUnusable):
    """A later build has changed the tables, and this one must leave them alone."""


class Applied(NamedTuple):
    """A step that a database has: its number, and from which version on builds may work on it."""

    number: int
    floor: int


def recorded_steps(conn: Connection[Any], schema: str) -> set[int]:
    """The numbers that were applied; none where an earlier release made the tables, or nobody."""
    return {one.number for one in applied_steps(conn, schema)}


def applied_steps(conn: Connection[Any], schema: str) -> list[Applied]:
    if conn.execute(_THERE, (schema,)).fetchone() is None:
        return []
    # Out of the whole row: a database that no later build has migrated lacks the column.
    query = SQL(
        "SELECT s.version, coalesce((to_jsonb(s) ->> 'serves')::int, s.version) AS floor"
        " FROM {}.pitledger_schema s ORDER BY s.version"
    ).format(Identifier(schema))
    return [Applied(row["version"], row["floor"]) for row in conn.execute(query)]


def floor_of(applied: Iterable[Applied]) -> int:
    """Builds that know less than this version must not work on it."""
    return max((one.floor for one in applied), default=0)


def require_version(datastore: Datastore) -> None:
    """For the parts that serve: neither too old nor too new."""
    with datastore.get_connection() as conn:
        refuse_halves(conn)
        applied = applied_steps(conn, datastore.schema)
    if not applied:
        require_schema(datastore)
    refuse_too_new(applied)
    recorded = {one.number for one in applied}
    if missing := [step for step in all_steps() if step.number not in recorded]:
        has = f"of version {max(recorded)}" if recorded else "of an earlier release"
        raise DatabaseUnusable(
            f"the tables of this database are {has}, and this build needs version {latest()}"
            f" ({', '.join(map(str, missing))} to come): run `pitledger migrate`"
        )


def refuse_too_new(applied: Sequence[Applied]) -> None:
    """What a later build has changed may mean something else to this one, unless it said not."""
    if floor_of(applied) > latest():
        raise TooNew(
            f"the tables of this database are of version {applied[-1].number}, for builds that know"
            f" version {floor_of(applied)} at least, and this build knows version {latest()}: use"
            " the newer build; who has to go back to this one restores a backup from before the"
            " upgrade (docs/backup.md)"
        )


def refuse_newer(applied: Sequence[Applied]) -> None:
    """For who changes the schema: only a build that knows all of it may."""
    refuse_too_new(applied)
    if applied and applied[-1].number > latest():
        raise TooNew(
            f"the tables of this database are of version {applied[-1].number}, and this build knows"
            f" version {latest()}: it may serve them, but only the newer build's"
            " `pitledger migrate` may change them"
        )


def require_not_too_new(datastore: Datastore) -> None:
    """For a command that only looks: it may read what is older."""
    with datastore.get_connection() as conn:
        refuse_too_new(applied_steps(conn, datastore.schema))
