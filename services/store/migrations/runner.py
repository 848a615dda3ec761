"""Making and upgrading the schema: as its owner, one process at a time, each step whole or not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from typing import Any, Final, NamedTuple

from psycopg import Connection
from psycopg.errors import DeadlockDetected, InsufficientPrivilege, LockNotAvailable
from psycopg.sql import SQL, Composed, Identifier

from services.settings_sources import SettingsError
from services.store.connection import allowing
from services.store.database import OWNER_SETTING, DatabaseUnusable, open_datastore, usable
from services.store.migrations.ownership import Move, carry_out, moves
from services.store.migrations.rights import grant, rights_differ
from services.store.migrations.steps import Roles, Step, all_steps, filled_in
from services.store.migrations.version import applied_steps, floor_of, refuse_newer
from services.store.schema import MIGRATION_SECONDS, in_turn, refuse_halves

_LOCK_SECONDS: Final = 30
"""So long a step waits for a table, and everybody else behind it."""
_MOST_DEADLOCKS: Final = 10
"""So often a change is made again that PostgreSQL undid to end a deadlock with a service."""
_RECORD: Final = SQL(
    """
CREATE TABLE IF NOT EXISTS {schema}.pitledger_schema (
    version int         PRIMARY KEY,
    applied timestamptz NOT NULL DEFAULT now(),
    build   text        NOT NULL
);
ALTER TABLE {schema}.pitledger_schema ADD COLUMN IF NOT EXISTS serves int;
GRANT SELECT ON {schema}.pitledger_schema TO PUBLIC;
INSERT INTO {schema}.pitledger_schema (version, build, serves)
VALUES ({number}, {build}, {serves})"""
)
# Whoever holds a lease is turned away by its epoch at the next write, and finds out when it starts
# again; whoever stands by looks before it works.
_END_LEASES: Final = SQL(
    "UPDATE {schema}.pitledger_leases SET epoch = epoch + 1, until = now() - interval '1 second'"
)


_IN_USE: Final = (
    "a table was {}: stop the service, or what else reads it, and run `pitledger migrate` again;"
    " it goes on where it was"
)


class TablesInUse(SettingsError):
    """A step could not have a table for itself in time."""


class Plan(NamedTuple):
    """What is to be done, in this order."""

    roles: Roles
    makes_schema: bool
    to_owner: list[Move]
    steps: list[Step]
    grants: bool
    to_service: list[Move]
    ends: int
    """Builds that know less than this version served before, and are turned away; 0: none are."""

    def lines(self) -> list[str]:
        """Each a sentence without its verb's time: it is told before and after."""
        roles = self.roles
        told = [f"make the schema {roles.schema}"] if self.makes_schema else []
        told += _told(self.to_owner)
        told += [f"apply {step}" for step in self.steps]
        told += [f"turn away builds that know less than version {self.ends}"] if self.ends else []
        told += [f"put the rights of {roles.runtime} in order"] if self.grants else []
        return told + _told(self.to_service)


def migrate(owner_url: str, runtime_role: str, schema: str = "public") -> list[str]:
    """Bring the schema to this build's version; what was done, nothing where all was in order."""
    with _as_owner(owner_url, schema) as conn:
        plan = _plan(conn, schema, runtime_role)
        roles = plan.roles
        if plan.makes_schema:
            create = SQL("CREATE SCHEMA {}").format(Identifier(schema))
            change(conn, _for_schema(conn, roles), lambda: conn.execute(create))
        _move(conn, roles, plan.to_owner)
        for step in plan.steps:
            ends = bool(plan.ends) and step.floor == plan.ends
            change(conn, _for_tables(roles), partial(_apply, conn, roles, step, ends=ends))
        if plan.grants:
            change(conn, _for_tables(roles), lambda: grant(conn, roles))
        _move(conn, roles, plan.to_service)
        return plan.lines()


def plan_migration(owner_url: str, runtime_role: str, schema: str = "public") -> list[str]:
    """What `migrate` would do; nothing is changed."""
    with _as_owner(owner_url, schema) as conn:
        return _plan(conn, schema, runtime_role).lines()


@contextmanager
def _as_owner(owner_url: str, schema: str) -> Iterator[Connection[Any]]:
    datastore = open_datastore(owner_url, connections=2, schema=schema, access="own")
    try:
        with (
            usable(owner_url, OWNER_SETTING),
            allowing(MIGRATION_SECONDS),
            in_turn(datastore),
            datastore.get_connection() as conn,
        ):
            yield conn
    finally:
        datastore.close()


def _plan(conn: Connection[Any], schema: str, runtime: str) -> Plan:
    refuse_halves(conn)
    row = conn.execute(
        "SELECT current_user::text AS owner, EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = %s)"
        " AS there, to_regclass(%s) IS NOT NULL AS served",
        (schema, Identifier(schema, "pitledger_leases").as_string()),
    ).fetchone()
    assert row is not None
    roles = Roles(schema, row["owner"], runtime)
    to_owner, to_service = moves(conn, roles)
    applied = applied_steps(conn, schema)
    refuse_newer(applied)
    recorded = {one.number for one in applied}
    steps = [step for step in all_steps() if step.number not in recorded]
    floor = max((step.floor for step in steps), default=0)
    # What served before there were versions makes its own function again when it starts: where it
    # owns everything it is not made to start, and works on by the new one until it is ended.
    may_end = bool(applied) or not roles.are_one
    ends = floor if row["served"] and may_end and floor > floor_of(applied) else 0
    grants = not roles.are_one and bool(steps or to_owner or rights_differ(conn, roles))
    return Plan(roles, not row["there"], to_owner, steps, grants, to_service, ends)


def _apply(conn: Connection[Any], roles: Roles, step: Step, *, ends: bool) -> None:
    conn.execute(filled_in(step.changes, roles))
    conn.execute(_recorded(step, roles.schema))
    if ends:
        conn.execute(_END_LEASES.format(schema=Identifier(roles.schema)))


def change(conn: Connection[Any], remedy: str, make: Callable[[], object]) -> None:
    """Make a change in one transaction; what is missing for it is told with what a superuser can
    do. PostgreSQL undoes one of two that wait for each other: a change that was undone is made
    again."""
    for _ in range(_MOST_DEADLOCKS):
        try:
            return _change_once(conn, remedy, make)
        except DeadlockDetected:
            continue
    raise TablesInUse(_IN_USE.format("busy again and again"))


def _change_once(conn: Connection[Any], remedy: str, make: Callable[[], object]) -> None:
    try:
        with conn.transaction():
            conn.execute(SQL("SET LOCAL lock_timeout = '{}s'").format(_LOCK_SECONDS))
            make()
    except InsufficientPrivilege as error:
        why = str(error).partition("\n")[0]
        raise DatabaseUnusable(
            f"the user of {OWNER_SETTING} may not do this: {why}; as a superuser, run: {remedy}"
        ) from None
    except LockNotAvailable:
        raise TablesInUse(_IN_USE.format(f"in use for {_LOCK_SECONDS} s")) from None


def _move(conn: Connection[Any], roles: Roles, moved: list[Move]) -> None:
    others = sorted({role for move in moved for role in (move.owner, move.to)} - {roles.owner})
    names = ", ".join(_quoted(role) for role in others)
    owner = _quoted(roles.owner)
    remedy = (
        f"GRANT {names} TO {owner}; then `pitledger migrate` again, and after it:"
        f" REVOKE {names} FROM {owner}"
    )
    if moved:
        change(conn, remedy, lambda: carry_out(conn, moved))


def _recorded(step: Step, schema: str) -> Composed:
    build = version("pitledger")
    return _RECORD.format(
        schema=Identifier(schema), number=step.number, build=build, serves=step.serves
    )


def _for_schema(conn: Connection[Any], roles: Roles) -> str:
    name = conn.info.dbname
    return f"GRANT CREATE ON DATABASE {_quoted(name)} TO {_quoted(roles.owner)}"


def _for_tables(roles: Roles) -> str:
    schema, owner = _quoted(roles.schema), _quoted(roles.owner)
    return f"GRANT USAGE, CREATE ON SCHEMA {schema} TO {owner} WITH GRANT OPTION"


def _told(moved: list[Move]) -> list[str]:
    by_roles: dict[tuple[str, str], list[str]] = {}
    for move in moved:
        by_roles.setdefault((move.owner, move.to), []).append(move.name)
    return [f"give {_in_short(names)} of {of} to {to}" for (of, to), names in by_roles.items()]


def _in_short(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _quoted(name: str) -> str:
    return Identifier(name).as_string()
