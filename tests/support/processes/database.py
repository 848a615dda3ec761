"""A database of the test's own, that can be stopped, woken and killed."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from services.store.cluster import Cluster
from services.store.embedded import serving_address
from tests.support import shared
from tests.support.processes.postmaster import family, kill_family, postmaster, signal_all


class OwnDatabase:
    """A PostgreSQL server with all its processes; nobody starts it again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._cluster = Cluster(data / "postgres")
        shared.prepare(data)
        self._cluster.start(make=False)
        owner = self._cluster.address()
        self.url = serving_address(owner)

    def _signal(self, which: signal.Signals) -> None:
        """The first process first, so that it makes no more."""
        first = postmaster(self._data)
        os.kill(first, which)
        signal_all(family(first), which)

    def freeze(self) -> None:
        """It keeps its connections and says nothing more."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        kill_family(postmaster(self._data))

    def stop(self) -> None:
        if self._cluster.is_running():
            self.thaw()
            self._cluster.stop()


@contextmanager
def own_database(data: Path) -> Iterator[OwnDatabase]:
    database = OwnDatabase(data)
    try:
        yield database
    finally:
        database.stop()
