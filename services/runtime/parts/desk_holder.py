"""The desk in an API: it takes the lease, opens the desk in the event loop, and hands it over."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from services.desk import Desk
from services.desk.clock import utc_now
from services.http.command_path import CommandPath
from services.http.forwarding import Forwarding
from services.kafka.ingest import Ingest
from services.runtime.lease import Lease, find_holder, this_process
from services.runtime.logs import Told
from services.runtime.roster import Roster
from services.runtime.worker import Worker
from services.storage import Storage
from services.store.migrations.version import require_version
from services.tempo import seconds

_log = structlog.get_logger("desk")
STANDS_BY: Final = "stands by for the desk"
"""What an API says in the roster that would take the desk over."""
_LOOK_SECONDS: Final = 0.05
_PAUSE_SECONDS: Final = seconds(1.0)
_IN_THE_LOOP_SECONDS: Final = 5.0
_INGEST_ENDS_SECONDS: Final = seconds(8.0)
_TAKEN_OVER_SECONDS: Final = seconds(3.0)


def make_desk(storage: Storage, epoch: int, clock: Callable[[], datetime] = utc_now) -> Desk:
    """One desk a property: the epoch of its lease lets it write."""
    settings = storage.settings
    return Desk(
        storage.ledger,
        day=settings.gaming_day(),
        queue_size=settings.queue,
        batch_size=settings.batch,
        epoch=epoch,
        controls=settings.controls,
        keeps_trails=bool(settings.kafka_bootstrap),
        tolerance=timedelta(seconds=settings.clock_tolerance),
        clock=clock,
    )


class DeskHolder(Worker):
    """A thread that asks for the lease, and while it has it keeps a desk open in the event loop."""

    name: Final = "desk"

    def __init__(
        self,
        storage: Storage,
        path: CommandPath,
        forwarding: Forwarding,
        address: str,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        super().__init__("desk holder")
        self._storage = storage
        self._path = path
        self._forwarding = forwarding
        self._address = address
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = Told("desk")
        self._leaving = threading.Event()
        self.desk: Desk | None = None
        self.ingest: Ingest | None = None

    def start_in_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.start()

    def duties(self) -> list[str]:
        if self.desk is not None:
            return [self.name]
        return [] if self._leaving.is_set() or self.closing.is_set() else [STANDS_BY]

    def trouble(self) -> str | None:
        desk = self.desk
        return None if desk is None else desk.trouble()

    def run(self) -> None:
        while not self.closing.is_set():
            if self._leaving.is_set():
                self.closing.wait(_LOOK_SECONDS)
                continue
            try:
                self._hold()
                self._told.well("the desk is held again")
            except Exception as error:  # noqa: BLE001  no other thread asks for the lease
                self._told.wrong("the desk cannot be held", why=str(error) or repr(error))
                self.closing.wait(_PAUSE_SECONDS)

    def _hold(self) -> None:
        lease = Lease(self._storage.ledger.datastore, self.name, self._address)
        with lease.held(_Either(self.closing, self._leaving)) as mine:
            if mine:
                self._work(lease)

    def _work(self, lease: Lease) -> None:
        ledger = self._storage.ledger
        assert lease.epoch is not None
        ledger.wait_out_writers()
        require_version(ledger.datastore)  # it may have stood by while a later build migrated
        desk = make_desk(self._storage, lease.epoch, self._clock)
        try:
            self._in_the_loop(lambda: self._open(desk))
            self._start_ingest(desk)
            while desk.trouble() is None and not (
                self.closing.is_set() or self._leaving.is_set() or lease.lost.is_set()
            ):
                self.closing.wait(_LOOK_SECONDS)
        finally:
            is_lost = lease.lost.is_set() or desk.trouble() is not None
            if is_lost:
                _log.error("another process has taken the desk over", epoch=lease.epoch)
            try:
                if is_lost:
                    self._in_the_loop(self._close)
                self._end_ingest()
                self._in_the_loop(self._close)
            finally:
                desk.close()
                self.desk = None

    def _open(self, desk: Desk) -> None:
        desk.start_in_loop()
        self.desk = self._path.desk = desk
        self._forwarding.note_here(is_here=True)

    def _close(self) -> None:
        """From here on commands wait for the next desk, and go there."""
        if self._path.desk is not None:
            self._path.desk = None
            self._forwarding.note_here(is_here=False)

    def _start_ingest(self, desk: Desk) -> None:
        if self._storage.settings.kafka_bootstrap:
            self.ingest = Ingest(self._storage.settings, self._storage.ledger, desk)
            self.ingest.start()

    def _end_ingest(self) -> None:
        ingest, self.ingest = self.ingest, None
        if ingest is not None and not ingest.ends_within(_INGEST_ENDS_SECONDS):
            _log.warning("what was read from the topic was not all decided in time")

    def hand_over(self, roster: Roster) -> None:
        """To another API that stands by, if there is one; ours again if that does not take it."""
        if self.desk is None:
            self._leaving.set()
            return
        if not self._is_awaited(roster):
            return
        _log.info("handing the desk over")
        self._leaving.set()
        until = time.monotonic() + _TAKEN_OVER_SECONDS
        while time.monotonic() < until:
            holder = find_holder(self._storage.ledger.datastore, self.name)
            if holder is not None and holder.address != self._address:
                return
            self.closing.wait(_LOOK_SECONDS)
        _log.warning("nobody has taken the desk over; it stays here until the end")
        self._leaving.clear()

    @staticmethod
    def _is_awaited(roster: Roster) -> bool:
        try:
            return any(
                STANDS_BY in one.duties and not one.silent and one.process != this_process()
                for one in roster.signed()
            )
        except PersistenceError:
            return False

    def _in_the_loop(self, work: Callable[[], None]) -> None:
        """Done when it returns, unless the loop has ended, and with it all that is in it."""
        loop = self._loop
        assert loop is not None
        done: Future[None] = Future()

        def do() -> None:
            try:
                work()
                done.set_result(None)
            except Exception as error:  # noqa: BLE001  who asked gets it
                done.set_exception(error)

        if loop.is_closed():
            return
        loop.call_soon_threadsafe(do)
        done.result(_IN_THE_LOOP_SECONDS)


class _Either(threading.Event):
    """Set where one of two is."""

    def __init__(self, first: threading.Event, second: threading.Event) -> None:
        super().__init__()
        self._two = first, second

    def is_set(self) -> bool:
        return any(one.is_set() for one in self._two)

    def wait(self, timeout: float | None = None) -> bool:
        self._two[0].wait(timeout)
        return self.is_set()
