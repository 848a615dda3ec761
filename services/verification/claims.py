"""Accepted commands, each with the events that it made: every event is one command's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from psycopg.rows import tuple_row

from services.store.connection import allowing
from services.store.database import Datastore

_CLAIMS: Final = (
    "SELECT command_id::text, first_id, last_id FROM pitledger_commands"
    " WHERE last_id >= %s AND first_id <= %s ORDER BY first_id, last_id"
)
_AT_ONCE: Final = 5000
_SORT_SECONDS: Final = 600.0


class Request(NamedTuple):
    """Commands that were done as one, and the place of their events."""

    first: int
    last: int
    ids: frozenset[str]
    """Of the commands, of the proofs used up with them, and of the line that brought them."""


@contextmanager
def requests(datastore: Datastore, first: int, last: int) -> Iterator[Iterator[Request]]:
    """In the order of the log, those that made an event in this range."""
    with (
        allowing(_SORT_SECONDS),
        datastore.get_connection() as conn,
        conn.transaction(),
        conn.cursor("claims", row_factory=tuple_row) as cursor,
    ):
        cursor.itersize = _AT_ONCE
        cursor.execute(_CLAIMS, (first, last))
        yield _joined(iter(cursor))


def _joined(rows: "Iterator[tuple[str, int, int]]") -> Iterator[Request]:
    place: tuple[int, int] | None = None
    ids: set[str] = set()
    for command_id, first, last in rows:
        if place is not None and place != (first, last):
            yield Request(*place, frozenset(ids))
            ids = set()
        place = first, last
        ids.add(command_id)
    if place is not None:
        yield Request(*place, frozenset(ids))
