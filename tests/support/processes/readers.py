"""Processes that read for an api, and reports that they are in the middle of."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import psycopg

from tests.support.processes.waiting import is_gone, wait_for

_WAITING: Final = (
    "SELECT 1 FROM pg_locks JOIN pg_database AS d ON d.oid = database"
    " WHERE NOT granted AND datname = current_database() AND relation = 'read_sessions'::regclass"
)


def readers_of(pid: int) -> list[int]:
    """Those that are there now."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            told = Path(f"/proc/{child}/cmdline")
            if not is_gone(child) and b"services.http.reader_process" in told.read_bytes():
                found.append(child)
    return found


@contextmanager
def held_up(database: str) -> Iterator[None]:
    """Whoever reads the sessions waits."""
    with psycopg.connect(database) as conn:
        conn.execute("LOCK TABLE read_sessions IN ACCESS EXCLUSIVE MODE")
        yield


@contextmanager
def held_report(http: httpx.Client, database: str) -> "Iterator[Future[httpx.Response]]":
    """One that somebody is in the middle of; it goes on where the block ends."""
    with ThreadPoolExecutor(1) as pool, held_up(database):
        asked = pool.submit(http.get, "/v1/reconciliation", timeout=60)
        wait_for(lambda: _waits(database))
        yield asked


def _waits(database: str) -> bool:
    with psycopg.connect(database) as conn:
        found = conn.execute(_WAITING).fetchone()
    return found is not None
