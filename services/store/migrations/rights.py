"""The rights of the role that serves: granted again whenever the owner migrates."""

from typing import Any, Final

from psycopg import Connection

from services.store.migrations.steps import Roles, all_steps, filled_in

_GRANTED: Final = r"""
SELECT array_agg(a::text ORDER BY a::text) FROM (
    SELECT c.oid, (aclexplode(c.relacl)).* FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = %(schema)s
    UNION ALL
    SELECT p.oid, (aclexplode(p.proacl)).* FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = %(schema)s
    UNION ALL
    SELECT n.oid, (aclexplode(n.nspacl)).* FROM pg_namespace n WHERE n.nspname = %(schema)s) AS a"""


def grant(conn: Connection[Any], roles: Roles) -> None:
    """What every step grants, in the order of the steps."""
    for step in all_steps():
        if step.rights.strip():
            conn.execute(filled_in(step.rights, roles))


def rights_differ(conn: Connection[Any], roles: Roles) -> bool:
    """Found by granting them and taking that back."""
    known = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    if conn.execute(known, (roles.runtime,)).fetchone() is None:
        return True
    with conn.transaction(force_rollback=True):
        before = _granted(conn, roles)
        grant(conn, roles)
        return _granted(conn, roles) != before


def _granted(conn: Connection[Any], roles: Roles) -> list[Any]:
    return conn.execute(_GRANTED, {"schema": roles.schema}).fetchall()
