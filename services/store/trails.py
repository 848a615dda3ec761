"""Trails of accepted commands: beside the log, for as long as somebody may publish them."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from psycopg.rows import tuple_row

from services.store.columns import Uuids
from services.store.database import Datastore

KEPT_HOURS: Final = 24
"""A broker that is away for longer has events without them."""
_FIND: Final = (
    "SELECT command_id, request_id, traceparent FROM pitledger_trails"
    " WHERE command_id = ANY (%b::uuid[])"
)
_LET_GO: Final = "DELETE FROM pitledger_trails WHERE kept < now() - make_interval(hours => %s)"


class KeptTrail(NamedTuple):
    """As whoever asked, or the service for them, has named a request."""

    request_id: str
    traceparent: str


def find_trails(datastore: Datastore, commands: Sequence[UUID]) -> dict[UUID, KeptTrail]:
    """Of those commands that were asked for by somebody, and not too long ago."""
    if not commands:
        return {}
    with datastore.get_connection() as conn:
        cursor = conn.cursor(row_factory=tuple_row, binary=True)
        rows = cursor.execute(_FIND, (Uuids(commands),), prepare=True).fetchall()
    return {command: KeptTrail(*told) for command, *told in rows}


def let_trails_go(datastore: Datastore) -> int:
    """What is older than anybody waits for; how many."""
    with datastore.get_connection() as conn:
        return conn.execute(_LET_GO, (KEPT_HOURS,)).rowcount
