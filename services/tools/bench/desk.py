"""The desk: accepted events a second, beside raw inserts and the library as it comes."""

from collections.abc import Iterator
from typing import Final

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder

from services.store.appending import Appender, Appends
from services.store.batch import Batch, Outcome
from services.store.database import Datastore
from services.store.ledger import Ledger, Logged
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import TABLES, floor_commands, hand_in, new_ledger

_STOCK_BATCH: Final = 50
_STOCK_SHARE: Final = 10
"""The library one save at a time is slow: a tenth of the events tells its rate as well."""


class CountingLedger(Ledger):
    """Remembers how many events each commit had."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger.datastore)
        self.sizes: list[int] = []

    def appender(self) -> Appends:
        return _Counting(self.datastore, self.sizes)


class _Counting(Appender):
    def __init__(self, datastore: Datastore, sizes: list[int]) -> None:
        super().__init__(datastore)
        self._sizes = sizes

    async def append(self, batch: Batch, epoch: int | None) -> Outcome:
        self._sizes.append(len(batch.states))
        return await super().append(batch, epoch)


def run(server: str, rounds: int) -> Iterator[Figure]:
    commands = floor_commands(TABLES, rounds)
    with new_ledger(server) as empty:
        ledger = CountingLedger(empty)
        seconds = hand_in(ledger, commands)
        events = ledger.log_after(0, 10**7)
        ours = len(events) / seconds
        raw = _raw(ledger, events)
        alone, batched = _stock(ledger, events)
    with new_ledger(server) as empty:
        named = len(events) / hand_in(empty, commands, keeps_trails=True)
    a_commit = len(events) // len(ledger.sizes)
    yield Figure(
        bench="desk", what=f"{a_commit} events a commit", value=ours, unit="events/s",
        baseline=raw, baseline_name="raw INSERT … SELECT unnest, the same commits",
    )  # fmt: skip
    for name, rate in (
        ("stock library, one save a command", alone),
        ("the same, batched", batched),
    ):
        yield Figure(
            bench="desk", what="the same", value=ours, unit="events/s",
            baseline=rate, baseline_name=name,
        )  # fmt: skip
    yield Figure(
        bench="desk", what="with the trail of each request", value=named, unit="events/s",
        baseline=ours, baseline_name="without, as it is where there is no Kafka",
    )  # fmt: skip


def _raw(ledger: CountingLedger, events: list[Logged]) -> float:
    """The same bytes in the same commits as the desk made, into a bare table."""
    with psycopg.connect(**ledger.datastore.pool.kwargs, autocommit=True) as conn:  # type: ignore[arg-type]
        conn.execute("CREATE TABLE raw (id bigint PRIMARY KEY, topic text, state bytea)")
        start = 0
        with stopwatch() as watch:
            for size in filter(None, ledger.sizes):
                part = events[start : start + size]
                start += size
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
