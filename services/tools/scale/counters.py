"""What a stage takes: processor time by process, and the write-ahead log.

Processor time hardly changes when others work on the same machine; the clock on the wall does.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

from services.store.ledger import Ledger
from services.tools.bench.figures import cpu_seconds


@dataclass(slots=True)
class Taken:
    """Seconds of processor time, and bytes of the write-ahead log."""

    own: float = 0.0
    postgres: float = 0.0
    broker: float = 0.0
    wal: int = 0


@dataclass(frozen=True, slots=True)
class Counters:
    """Where the counters of the processes are."""

    ledger: Ledger
    postmaster: int

    @contextmanager
    def taken(self) -> Iterator[Taken]:
        """Filled in when the block ends; the broker is the only process that this one started."""
        taken = Taken()
        began = self._now()
        yield taken
        ended = self._now()
        taken.own, taken.postgres, taken.broker = (
            after - before for before, after in zip(began[:3], ended[:3], strict=True)
        )
        taken.wal = int(ended[3] - began[3])

    def _now(self) -> tuple[float, float, float, float]:
        own = time.process_time()
        children = cpu_seconds(os.getpid()) - own
        wal = float(asked(self.ledger, "SELECT pg_current_wal_insert_lsn() - '0/0'"))
        return own, cpu_seconds(self.postmaster), children, wal


def postmaster_of(data: Path) -> int:
    """The embedded server's first process."""
    return int((data / "postgres" / "postmaster.pid").read_text().split()[0])


def asked(ledger: Ledger, question: LiteralString) -> int:
    """A number out of the database."""
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(question).fetchone()
    assert row is not None
    return int(next(iter(row.values())) or 0)
