"""Whether the database holds the service to appending: whatever lets the role do more is named."""

from collections.abc import Iterator
from typing import Any, Final

from psycopg.sql import Identifier

from services.store.database import connected_as_owner

_LOG: Final = ("pitledger_events", "pitledger_commands", "pitledger_refusals")
_ROLE: Final = """
SELECT current_user::text AS owner, r.rolsuper AS super, d.datname AS database,
       pg_has_role(r.oid, current_user, 'MEMBER') AS member,
       pg_has_role(r.oid, d.datdba, 'MEMBER') AS of_database,
       pg_has_role(r.oid, n.nspowner, 'MEMBER') AS of_schema,
       has_schema_privilege(r.oid, n.oid, 'USAGE') AND has_schema_privilege(r.oid, n.oid, 'CREATE')
       AS at_home
  FROM pg_roles r, pg_database d, pg_namespace n
 WHERE r.rolname = %(runtime)s AND d.datname = current_database() AND n.nspname = %(schema)s"""
_TABLES: Final = """
SELECT c.relname::text AS name, c.oid::regclass::text AS written,
       array(SELECT p FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS p
              WHERE has_table_privilege(%(runtime)s, c.oid, p)
                 OR (p IN ('INSERT', 'UPDATE') AND has_any_column_privilege(%(runtime)s, c.oid, p)))
       AS rights,
       EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'append_only'
                  AND t.tgenabled = 'A') AS guarded
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = %(schema)s AND c.relname = ANY (%(log)s) ORDER BY c.relname"""


def shortcomings(owner_url: str, runtime_role: str, schema: str = "public") -> list[str]:
    """Each with what to run; nothing where the role may append and nothing else."""
    told = {"runtime": runtime_role, "schema": schema, "log": list(_LOG)}
    with connected_as_owner(owner_url, schema) as conn:
        role = conn.execute(_ROLE, told).fetchone()
        tables = conn.execute(_TABLES, told).fetchall()
    if role is None:  # nothing has been made yet
        return []
    names = _Names(runtime_role, role["owner"], schema, role["database"])
    return [*_of_the_role(role, names), *_of_the_tables(role, tables, names)]


class _Names:
    """Written as SQL takes them."""

    def __init__(self, role: str, owner: str, schema: str, database: str) -> None:
        self.are_one = role == owner
        self.role, self.owner, self.schema, self.database = (
            Identifier(name).as_string() for name in (role, owner, schema, database)
        )


def _of_the_role(found: dict[str, Any], names: _Names) -> Iterator[str]:
    role, owner = names.role, names.owner
    if names.are_one:
        yield (
            f"the service and the owner of the log are one role, {role}: the database cannot hold"
            " the service to appending, only the sealed log can show a change; make a role for each"
        )
        return
    if found["super"]:
        yield f"{role} is a superuser and may do anything: ALTER ROLE {role} NOSUPERUSER"
        return
    if found["member"]:
        yield f"{role} is a member of the log's owner: REVOKE {owner} FROM {role}"
    if found["of_database"]:
        yield (
            f"{role} owns the database and may drop what lies in it:"
            f" ALTER DATABASE {names.database} OWNER TO {owner}"
        )
    elif found["of_schema"]:
        yield (
            f"{role} owns the schema and may drop what lies in it:"
            f" ALTER SCHEMA {names.schema} OWNER TO {owner}"
        )
    if not found["at_home"]:
        yield (
            f"{role} cannot make its read models:"
            f" GRANT USAGE, CREATE ON SCHEMA {names.schema} TO {role}"
        )


def _of_the_tables(
    found: dict[str, Any], tables: list[dict[str, Any]], names: _Names
) -> Iterator[str]:
    for table in tables:
        if not table["guarded"]:
            yield (
                f"the trigger that refuses changes of {table['name']} is off or gone:"
                f" ALTER TABLE {table['written']} ENABLE ALWAYS TRIGGER append_only"
            )
        # One that has every right by what it is was told of already.
        if table["rights"] and not (names.are_one or found["super"] or found["member"]):
            rights = ", ".join(table["rights"])
            yield (
                f"{names.role} has {rights} on {table['name']}, by a grant or a role it is a member"
                f" of: REVOKE {rights} ON {table['written']} FROM {names.role}"
            )
