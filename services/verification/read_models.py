"""Read models held against a fresh fold of the log, stream by stream.

All of them as they stood at one moment: a running service moves on meanwhile.
"""

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from typing import Any, Final, NamedTuple

from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from projections import Projection, Row, all_projections
from services.runtime.by_stream import Store
from services.storage import Storage
from services.verification.asked import Asked
from services.verification.findings import Finding, Notebook, PartResult
from services.verification.model_rows import ModelRows, begin_at
from services.verification.progress import Progress

_ALONE: Final = 30_000
_KEEP_ALIVE_SECONDS: Final = 30.0


def check_read_models(
    storage: Storage, store: Store, asked: Asked, progress: Progress
) -> PartResult:
    book = Notebook("read_models")
    with _one_moment(storage) as (conn, moment):
        chosen = _of_this_version(storage, book)
        streams = _streams(conn, chosen)
        total = sum(streams.values())
        log_heads = storage.ledger.stream_heads()
        _ahead_of_the_log(conn, book, chosen, log_heads)
        work = _Work(store, moment, [one.name for one in chosen])
        with progress("folding the read models again", total) as count:
            if asked.workers < 2 or total < _ALONE:
                found = _alone(work, streams)
            else:
                found = _side_by_side(work, streams, asked.workers, conn)
            done = 0
            for key, result in found:
                book.add(result)
                done += streams[key]
                count(done)
        _strangers(conn, book, chosen, list(streams))
    return book.result()


@contextmanager
def _one_moment(storage: Storage) -> Iterator[tuple[Connection[Any], str]]:
    """A moment that other connections can look at too."""
    with storage.ledger.datastore.connect() as conn:
        conn.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        ((moment,),) = conn.cursor(row_factory=tuple_row).execute("SELECT pg_export_snapshot()")
        yield conn, str(moment)
        conn.execute("ROLLBACK")


def _of_this_version(storage: Storage, book: Notebook) -> list[Projection[Row]]:
    """Rows of another version of a fold are folded again when the service starts."""
    every = all_projections()
    versions = storage.models.versions([one.name for one in every])
    chosen = [one for one in every if versions.get(one.name) == one.version]
    for one in every:
        if one not in chosen:
            why = "was never folded" if one.name not in versions else "is of another version"
            book.notes[f"read models left out: {one.name} {why}"] += 1
    for step in storage.models.steps.in_force():
        book.notes[f"stepped over by order: {step.projection} {step.key}/{step.seq}"] += 1
    return chosen


def _streams(conn: Connection[Any], chosen: list[Projection[Row]]) -> dict[str, int]:
    """Every stream that any of them has folded, and how far."""
    query = (
        "SELECT key, max(seq) FROM projection_heads WHERE projection = ANY (%s)"
        " GROUP BY key ORDER BY max(seq) DESC, key"
    )
    names = [one.name for one in chosen]
    return dict(conn.cursor(row_factory=tuple_row).execute(query, (names,)).fetchall())


def _ahead_of_the_log(
    conn: Connection[Any], book: Notebook, chosen: list[Projection[Row]], heads: dict[str, int]
) -> None:
    """What a read model has folded was in the log once."""
    query = "SELECT projection, key, seq FROM projection_heads WHERE projection = ANY (%s)"
    names = [one.name for one in chosen]
    rows = conn.cursor(row_factory=tuple_row).execute(query, (names,))
    for name, key, seq in rows:
        if seq > heads.get(key, 0):
            what = f"{name} has folded {key} up to {seq}, and the log has it up to"
            what += f" {heads.get(key, 0)}: events were taken out"
            finding = Finding(part="read_models", what=what, key=key, seq=heads.get(key, 0) + 1)
            book.find(finding)


def _strangers(
    conn: Connection[Any], book: Notebook, chosen: list[Projection[Row]], keys: list[str]
) -> None:
    """Rows of streams that nobody has folded."""
    query = SQL("SELECT id, key FROM {} WHERE NOT key = ANY (%s) ORDER BY id LIMIT 10")
    for one in chosen:
        asked = query.format(Identifier(f"read_{one.name}"))
        for place, key in conn.cursor(row_factory=tuple_row).execute(asked, (keys,)):
            what = f"row {place} of {one.name} is of no stream that was folded"
            book.find(Finding(part="read_models", what=what, key=key))


class _Work(NamedTuple):
    """What has to be known to look at a stream."""

    store: Store
    moment: str
    names: list[str]

    @contextmanager
    def begun(self) -> Iterator[ModelRows]:
        with self.store.opened() as ledger, begin_at(ledger, self.moment) as conn:
            yield ModelRows(ledger, conn, self.names)


def _alone(work: _Work, streams: dict[str, int]) -> Iterator[tuple[str, PartResult]]:
    with work.begun() as rows:
        for key in streams:
            yield key, rows.check(key)


def _side_by_side(
    work: _Work, streams: dict[str, int], workers: int, conn: Connection[Any]
) -> Iterator[tuple[str, PartResult]]:
    """The longest streams first, so that at the end no process waits for another."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(work,)) as pool:
        waiting = {pool.submit(_check, key): key for key in streams}
        while waiting:
            done, _ = wait(waiting, _KEEP_ALIVE_SECONDS, FIRST_COMPLETED)
            conn.execute("SELECT 1")  # the moment lasts as long as the one who shows it is awake
            for future in done:
                yield waiting.pop(future), future.result()


_opened: Final = ExitStack()
_begun: list[ModelRows] = []
"""In a process of the pool: what it works with as long as it lives."""


def _begin(work: _Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _begun.append(_opened.enter_context(work.begun()))


def _check(key: str) -> PartResult:
    return _begun[0].check(key)
