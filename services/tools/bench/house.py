"""The service as a house runs it: every part a process of its own, on a new database."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.queries import Queries
from services.settings import Settings
from services.store.embedded import serving_address
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, cpu_seconds
from services.tools.bench.material import new_ledger
from services.transparency.key_file import make_key_file

_PART: Final = re.compile(r"services\.cli\.main\0(\w+)\0")
CLIENTS: Final = "the clients"
_READ_WITHIN_SECONDS: Final = 600.0


@dataclass(frozen=True, slots=True)
class House:
    """Where it answers, its store, and its processes."""

    address: str
    pid: int
    ledger: Ledger
    began: float
    """When it was started, by `time.perf_counter`."""

    def parts(self) -> dict[str, int]:
        """The process of each part, and the database's first one."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                words = (folder / "cmdline").read_text()
            except OSError:  # it ended meanwhile
                continue
            part = _PART.search(words)
            if part is not None and parent == self.pid:
                found[part[1]] = int(folder.name)
        return found | {"postgresql": self._postmaster()}

    def _postmaster(self) -> int:
        with self.ledger.datastore.get_connection() as conn:
            backend = conn.info.backend_pid
        return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])

    def wait_until_read(self) -> None:
        """Until every stream has been folded as far as it goes, by every read model."""
        books = Queries(self.ledger.datastore)
        until = time.monotonic() + _READ_WITHIN_SECONDS
        for key, seq in self.ledger.stream_heads().items():
            while books.projected(key) < seq:
                assert time.monotonic() < until, "the read models did not catch up"
                time.sleep(0.01)

    @contextmanager
    def spending(self) -> Iterator[dict[str, float]]:
        """Seconds of processor time by part, filled in when the block ends.

        And of this process: its clients take theirs from the same processors.
        """
        spent: dict[str, float] = {}
        parts = self.parts()
        before = {name: cpu_seconds(pid) for name, pid in parts.items()}
        own = time.process_time()
        yield spent
        spent.update({name: cpu_seconds(pid) - before[name] for name, pid in parts.items()})
        spent[CLIENTS] = time.process_time() - own


def spent_figures(bench: str, spent: dict[str, float], events: int) -> Iterator[Figure]:
    """What an event takes of the processors, process by process."""
    for part, seconds in sorted(spent.items(), key=lambda one: -one[1]):
        cost = seconds / events * 1e6
        yield Figure(bench=bench, what=f"an event: {part}", value=cost, unit="µs CPU")
    whole = sum(seconds for part, seconds in spent.items() if part != CLIENTS) / events * 1e6
    yield Figure(bench=bench, what="an event: all processes", value=whole, unit="µs CPU")


@contextmanager
def served(
    server: str,
    kafka: Settings | None = None,
    *,
    fill: Callable[[Ledger], None] | None = None,
    more: Mapping[str, str] | None = None,
) -> Iterator[House]:
    """`pitledger serve`: with a broker where its settings are given. It seals what it stores.

    `fill` writes what is in the log before; `more` are settings of its own.
    """
    with new_ledger(server) as ledger, tempfile.TemporaryDirectory() as folder:
        if fill is not None:
            fill(ledger)
        with ledger.datastore.get_connection() as conn:
            owner = server.replace("/postgres?", f"/{conn.info.dbname}?")
        key = Path(folder) / "seal.key"
        make_key_file(key, Settings().log_origin())
        told = {
            "PITLEDGER_DATABASE_URL": serving_address(owner),
            "PITLEDGER_SEAL_KEY_FILE": str(key),
            "PITLEDGER_DATA": folder,
            "PITLEDGER_QUEUE": "100000",
            **(more or {}),
        }
        if kafka is not None:
            told["PITLEDGER_KAFKA_BOOTSTRAP"] = kafka.kafka_bootstrap
            told["PITLEDGER_TOPIC_PREFIX"] = kafka.topic_prefix
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "services.cli.main", "serve", "--port", "0"],
            env={**os.environ, **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+", process.stdout.readline())
                assert found is not None, "the service did not open"
                yield House(found[0], process.pid, ledger, began)
            finally:
                process.terminate()
