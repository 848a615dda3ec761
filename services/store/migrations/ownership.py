"""Who owns what: the log and all that belongs to it the owner, what the service makes the service.

A database of an earlier release belongs to one role altogether; so does one of a house that has
gone from one role to two.
"""

from typing import Any, Final, NamedTuple

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from projections import all_projections
from services.store.database import DatabaseUnusable
from services.store.migrations.steps import Roles

_TABLES: Final = (
    "pitledger_roster", "pitledger_session_key", "pitledger_sessions_ended",
    "projection_positions", "projection_heads", "projection_steps",
)  # fmt: skip
"""What the service makes by itself, beside the read models."""
_FUNCTIONS: Final = ("pitledger_balanced",)

_OBJECTS: Final = r"""
WITH ours AS (
    SELECT 'TABLE' AS kind, c.oid::regclass::text AS written, c.relname::text AS name,
           c.relowner AS owner, c.relname = ANY (%(tables)s) AS of_service,
           c.relkind <> 'r' OR c.relhasrules OR c.relrowsecurity
           OR EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
                         AND t.tgname <> 'append_only') AS strange
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = %(schema)s AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND (c.relname LIKE 'pitledger\_%%' OR c.relname = ANY (%(tables)s))
    UNION ALL
    SELECT 'ROUTINE', p.oid::regprocedure::text, p.proname::text, p.proowner,
           p.proname = ANY (%(functions)s), false
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = %(schema)s AND p.proname LIKE 'pitledger\_%%'
    UNION ALL
    SELECT 'SCHEMA', format('%%I', n.nspname), n.nspname::text, n.nspowner, false, false
      FROM pg_namespace n WHERE n.nspname = %(schema)s AND n.nspowner =
           (SELECT r.oid FROM pg_roles r WHERE r.rolname = %(runtime)s))
SELECT kind, written, name, pg_get_userbyid(owner)::text AS owner, of_service, strange
  FROM ours ORDER BY kind = 'SCHEMA' DESC, name"""


class Move(NamedTuple):
    """Something that goes from one role to another."""

    kind: str
    written: str
    name: str
    owner: str
    to: str


def moves(conn: Connection[Any], roles: Roles) -> tuple[list[Move], list[Move]]:
    """What is to go to the owner, before the steps; and to the service, after its rights."""
    told = {
        "schema": roles.schema,
        "runtime": roles.runtime,
        "tables": [*_TABLES, *_read_models()],
        "functions": list(_FUNCTIONS),
    }
    to_owner: list[Move] = []
    to_service: list[Move] = []
    for row in conn.execute(_OBJECTS, told):
        to = roles.runtime if row["of_service"] else roles.owner
        if row["owner"] == to:
            continue
        if row["strange"] and not row["of_service"]:
            raise DatabaseUnusable(
                f"{row['written']} belongs to {row['owner']} and is no plain table, or has"
                " triggers, rules or policies that are none of Pitledger's: nothing was changed;"
                " drop it, or what was added to it, and run `pitledger migrate` again"
            )
        move = Move(row["kind"], row["written"], row["name"], row["owner"], to)
        (to_service if row["of_service"] else to_owner).append(move)
    return to_owner, to_service


def carry_out(conn: Connection[Any], moved: list[Move]) -> None:
    for move in moved:
        # Its name as the server wrote it, with the schema and the arguments.
        what = SQL(f"{move.kind} {move.written}")
        conn.execute(SQL("ALTER {} OWNER TO {}").format(what, Identifier(move.to)))


def _read_models() -> list[str]:
    """Their tables, also those that a rebuild has begun."""
    names = [f"read_{one.name}{end}" for one in all_projections() for end in ("", "_next")]
    return [*names, *(f"{name}_search" for name in names)]
