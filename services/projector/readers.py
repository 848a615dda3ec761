"""Who may read a read model may read it after a rebuild too, which makes its table anew."""

from typing import Any, Final

from psycopg import Connection
from psycopg.sql import SQL, Identifier

_READERS: Final = """
SELECT DISTINCT r.rolname::text AS role
  FROM pg_class c CROSS JOIN aclexplode(c.relacl) AS a LEFT JOIN pg_roles r ON r.oid = a.grantee
 WHERE c.oid = to_regclass(%s) AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner"""


def keep_readers(conn: Connection[Any], old: str, new: str) -> None:
    """As it was granted by hand, to reports and the like."""
    for row in conn.execute(_READERS, (Identifier(old).as_string(),)).fetchall():
        reader = SQL("PUBLIC") if row["role"] is None else Identifier(row["role"])
        conn.execute(SQL("GRANT SELECT ON {} TO {}").format(Identifier(new), reader))
