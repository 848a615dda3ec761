"""What the benchmarks work on: a simulated floor, and databases of their own."""

import gc
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row
from psycopg.sql import SQL, Identifier

from domain.commands import Command
from domain.gaming_day import GamingDay
from domain.messages.commands import parse_command
from services.desk import Desk
from services.desk.request import Context, make_request
from services.runtime.trail import take_trail
from services.store.cluster import SUPERUSER
from services.store.database import open_datastore
from services.store.embedded import serving_address
from services.store.ledger import Ledger
from services.store.migrations.embedded import make_ready
from services.tools.bench.figures import stopwatch
from services.tools.simulator import Floor
from services.tools.simulator.floor import Elsewhere

_AT_OTHER_TABLES: Final = """
INSERT INTO pitledger_events
    (originator_id, originator_version, topic, state, notification_id, round)
SELECT other, originator_version, topic,
       convert_to(replace(replace(convert_from(state, 'UTF8'), '"' || originator_id, '"' || other),
                          '"meter":"', '"meter":"' || %(name)s), 'UTF8'),
       notification_id + %(on)s, %(name)s || round
  FROM pitledger_events, LATERAL (
       SELECT CASE WHEN originator_id LIKE 'meter:%%'
                   THEN overlay(originator_id PLACING 'meter:' || %(name)s FROM 1 FOR 6)
                   ELSE %(name)s || originator_id END) AS of_other (other)
 WHERE notification_id <= %(have)s"""
"""A meter's name is in its events too: what is told of one belongs to its stream alone."""
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
TABLES = 50


def floor_commands(tables: int, rounds: int, seed: int = 1, names: str = "") -> list[Command]:
    """Commands of a busy floor, parsed beforehand so that only the desk is measured.

    With `names` before its tables' names, a floor beside another one in the same log.
    """
    floor = Floor(tables=tables, rounds=rounds, seed=seed, start=START)
    beside = {name: Elsewhere(f"{names}{name}") for name in floor.names()}
    return [parse_command(beside[told["table"]].tell(told)) for told in floor.stream()]


@contextmanager
def new_ledger(server: str) -> Iterator[Ledger]:
    """An empty store; the database is dropped afterwards."""
    name = f"bench_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    owner = server.replace("/postgres?", f"/{name}?")
    make_ready(owner)
    datastore = open_datastore(serving_address(owner))
    try:
        yield Ledger(datastore)
    finally:
        datastore.close()
        with psycopg.connect(server, autocommit=True) as conn:
            conn.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def address_of(server: str, ledger: Ledger) -> str:
    """Where another process finds this store."""
    with ledger.datastore.get_connection() as conn:
        return serving_address(server.replace("/postgres?", f"/{conn.info.dbname}?"))


def hand_in(
    ledger: Ledger, commands: list[Command], batch_size: int = 256, *, keeps_trails: bool = False
) -> float:
    """All commands at once to a new desk; seconds from its start to the last answer."""
    desk = Desk(
        ledger,
        day=GamingDay(),
        queue_size=len(commands),
        batch_size=batch_size,
        keeps_trails=keeps_trails,
    )
    whose = Context(trail=take_trail(None, None))
    answers = [desk.submit(make_request([command], context=whose)) for command in commands]
    # The callers' own objects are not the desk's to collect.
    gc.collect()
    gc.freeze()
    with stopwatch() as watch:
        desk.start()
        for answer in answers:
            answer.result()
    desk.close()
    gc.unfreeze()
    return watch.seconds


@contextmanager
def as_owner(ledger: Ledger) -> Iterator[psycopg.Connection[dict[str, Any]]]:
    """Only the owner writes past the append function, or takes events out of the log."""
    owner: dict[str, Any] = {**ledger.datastore.pool.kwargs, "user": SUPERUSER}  # type: ignore[dict-item]
    with psycopg.connect(**{**owner, "autocommit": True, "row_factory": dict_row}) as conn:
        yield conn


def grow(ledger: Ledger, events: int) -> None:
    """A log of at least so many events: what there is, again and again at other tables.

    The claims of command ids grow with it.
    """
    have = ledger.head()
    with as_owner(ledger) as conn:
        for copy in range(1, -(-events // have)):
            told = {"name": f"C{have}_{copy}_", "on": copy * have, "have": have}
            conn.execute(_AT_OTHER_TABLES, told)
            conn.execute(
                "INSERT INTO pitledger_commands SELECT gen_random_uuid(), body,"
                " first_id + %(on)s, last_id + %(on)s FROM pitledger_commands"
                " WHERE last_id <= %(have)s",
                told,
            )
        conn.execute("ANALYZE pitledger_events, pitledger_commands")
