"""The desk: accepted events a second, beside raw inserts and the library as it comes."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder

from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay
from domain.table.decide import decide
from domain.table.state import Table
from services.bench.figures import Figure, stopwatch
from services.bench.material import floor_commands, new_ledger
from services.desk import Desk
from services.desk.request import make_request
from services.store.ledger import Ledger, Logged

_BATCH: Final = 256
_STOCK_BATCH: Final = 50
_STOCK_SHARE: Final = 10
"""The library one save at a time is slow: a tenth of the events tells its rate as well."""


def run(server: str, rounds: int) -> Iterator[Figure]:
    commands = floor_commands(50, rounds)
    with new_ledger(server) as ledger:
        desk = Desk(ledger, day=GamingDay(), queue_size=len(commands), batch_size=_BATCH)
        answers = [desk.submit(make_request([command])) for command in commands]
        with stopwatch() as watch:
            desk.start()
            for answer in answers:
                answer.result()
        desk.close()
        events = ledger.log_after(0, 10**7)
        ours = len(events) / watch.seconds
        a_commit = _BATCH * len(events) // len(commands)
        raw = _raw(ledger, events, a_commit)
        alone, batched = _stock(ledger, events)
    yield Figure(
        bench="desk", what=f"events/s, {a_commit} a commit", value=ours, unit="events/s",
        baseline=raw, baseline_name="raw INSERT … SELECT unnest",
    )  # fmt: skip
    for name, rate in (("stock, one save a command", alone), ("stock, batched", batched)):
        yield Figure(
            bench="desk", what="the same", value=ours, unit="events/s",
            baseline=rate, baseline_name=name,
        )  # fmt: skip


def _raw(ledger: Ledger, events: list[Logged], size: int) -> float:
    """The same bytes at the same batch size into a bare table."""
    with psycopg.connect(**ledger.datastore.pool.kwargs, autocommit=True) as conn:  # type: ignore[arg-type]
        conn.execute("CREATE TABLE raw (id bigint PRIMARY KEY, topic text, state bytea)")
        with stopwatch() as watch:
            for start in range(0, len(events), size):
                part = events[start : start + size]
                conn.execute(
                    "INSERT INTO raw SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bytea[])",
                    [list(column) for column in zip(*part, strict=True)],
                    prepare=True,
                )
    return len(events) / watch.seconds


def _stock(ledger: Ledger, events: list[Logged]) -> tuple[float, float]:
    """The library's own recorder: three events a save, and many saves in one."""
    recorder = PostgresApplicationRecorder(ledger.datastore, events_table_name="stock_events")
    recorder.create_table()
    stored = [StoredEvent(f"s{n // 3}", n % 3 + 1, e.topic, e.state) for n, e in enumerate(events)]
    few = stored[: len(stored) // _STOCK_SHARE // 3 * 3]
    with stopwatch() as alone:
        for start in range(0, len(few), 3):
            recorder.insert_events(few[start : start + 3])
    rest = stored[len(few) :]
    with stopwatch() as batched:
        for start in range(0, len(rest), 3 * _STOCK_BATCH):
            recorder.insert_events(rest[start : start + 3 * _STOCK_BATCH])
    return len(few) / alone.seconds, len(rest) / batched.seconds


def run_decide(rounds: int) -> Iterator[Figure]:
    """Microseconds a command, by kind, with no store at all."""
    stamp = Stamp(at="2026-01-01T12:00:00Z", recorded="2026-01-01T12:00:00Z", day="2026-01-01")
    tables: dict[str, Table] = {}
    spent: defaultdict[str, float] = defaultdict(float)
    count: defaultdict[str, int] = defaultdict(int)
    for command in floor_commands(10, rounds):
        name = command.table or ""
        with stopwatch() as watch:
            tables[name], _, _ = decide(tables.get(name) or Table(name=name), command, stamp)
        spent[command.command] += watch.seconds
        count[command.command] += 1
    for kind in sorted(spent, key=lambda kind: -spent[kind]):
        microseconds = spent[kind] / count[kind] * 1e6
        yield Figure(bench="decide", what=f"{kind} ({count[kind]})", value=microseconds, unit="µs")
