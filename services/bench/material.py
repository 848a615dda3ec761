"""What the benchmarks work on: a simulated floor, and databases of their own."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import psycopg
from psycopg.sql import SQL, Identifier

from domain.commands import Command, parse_command
from services.simulator import Floor
from services.store.database import open_datastore
from services.store.ledger import Ledger

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def floor_commands(tables: int, rounds: int, seed: int = 1) -> list[Command]:
    """Commands of a busy floor, parsed beforehand so that only the desk is measured."""
    floor = Floor(tables=tables, rounds=rounds, seed=seed, start=START)
    return [parse_command(told) for told in floor.stream()]


@contextmanager
def new_ledger(server: str) -> Iterator[Ledger]:
    """An empty store; the database is dropped afterwards."""
    name = f"bench_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    datastore = open_datastore(server.replace("/postgres?", f"/{name}?"))
    try:
        ledger = Ledger(datastore)
        ledger.create_table()
        yield ledger
    finally:
        datastore.close()
        with psycopg.connect(server, autocommit=True) as conn:
            conn.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def grow(ledger: Ledger, events: int) -> None:
    """A log of at least so many events: the ones there are, again and again, for other tables."""
    have = ledger.head()
    copies = max(0, -(-events // have) - 1)
    with ledger.datastore.get_connection() as conn:
        for copy in range(1, copies + 1):
            conn.execute(
                "INSERT INTO pitledger_events"
                " (originator_id, originator_version, topic, state, notification_id, round)"
                " SELECT originator_id || '_' || %s, originator_version, topic, state,"
                " notification_id + %s, round || '_' || %s FROM pitledger_events"
                " WHERE notification_id <= %s",
                (f"{have}_{copy}", copy * have, f"{have}_{copy}", have),
            )
        conn.execute("ANALYZE pitledger_events")
