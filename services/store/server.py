"""What answers at an address: which PostgreSQL, and whether a pooler leaves a session whole."""

from collections.abc import Callable
from typing import Any, Final

from psycopg import Connection

OLDEST: Final = 15
"""The oldest PostgreSQL that is supported: tested against, and still mended by its makers."""
_ASKED: Final = 4


def why_unfit(conn: Connection[Any], another: Callable[[], Connection[Any]]) -> str | None:
    """What keeps the server from being used, and what to do; `another` connects once more."""
    found = conn.info.server_version // 10_000
    if found < OLDEST:
        told = conn.info.parameter_status("server_version")
        return (
            f"PostgreSQL {told} was found, and {OLDEST} or newer is needed: upgrade the server, or"
            " name another one"
        )
    if _behind_a_pooler(conn) and _shares_sessions(conn, another):
        return (
            "a pooler was found that gives every transaction any connection to the server, and a"
            " session of its own is needed: set pool_mode = session for this database in the"
            " pooler, or name the server itself"
        )
    return None


def _behind_a_pooler(conn: Connection[Any]) -> bool:
    """A pooler makes up the process that it tells its clients of."""
    return conn.info.backend_pid != _process(conn)


def _shares_sessions(conn: Connection[Any], another: Callable[[], Connection[Any]]) -> bool:
    """Two connections held at once have two processes, each always the same, or none of its own.

    A busy pooler may happen to answer as if they had; the next part that starts asks again.
    """
    mine = _process(conn)
    with another() as other:
        theirs = [_process(one) for _ in range(_ASKED) for one in (other, conn)]
    return set(theirs[1::2]) != {mine} or mine in theirs[::2]


def _process(conn: Connection[Any]) -> int:
    # Not prepared: where sessions are shared, so are the names of statements.
    row = conn.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    assert row is not None
    return int(row[0])
