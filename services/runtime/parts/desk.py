"""The desk as a process: one at a time holds the lease, the others stand by."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog

from services.desk import Desk
from services.desk.clock import utc_now
from services.desk.server import DeskServer
from services.runtime.lease import Lease
from services.storage import Storage
from services.store.migrations.version import require_version

_log = structlog.get_logger("desk")
_PASSED_OVER: Final = 1
_FAILED: Final = 1
_LOOK_SECONDS: Final = 0.1


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


class DeskPart:
    """Takes the lease, opens the desk's server, and ends when the lease is lost."""

    name: Final = "desk"

    def __init__(self, storage: Storage, clock: Callable[[], datetime] = utc_now) -> None:
        self._storage = storage
        self._clock = clock
        self._desk: Desk | None = None
        self._server: DeskServer | None = None

    def duties(self) -> list[str]:
        return [] if self._desk is None else [self.name]

    def trouble(self) -> str | None:
        desk, server = self._desk, self._server
        return (desk and desk.trouble()) or (server and server.trouble()) or None

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        server = DeskServer(self._storage.settings.desk_host)
        lease = Lease(self._storage.ledger.datastore, self.name, server.address)
        try:
            with lease.held(closing, on_standby=up) as mine:
                return self._work(server, lease, closing, up) if mine else 0
        finally:
            server.close()

    def _work(
        self, server: DeskServer, lease: Lease, closing: threading.Event, up: Callable[[], None]
    ) -> int:
        ledger = self._storage.ledger
        assert lease.epoch is not None
        ledger.wait_out_writers()
        require_version(ledger.datastore)  # it may have stood by while a later build migrated
        self._desk = desk = make_desk(self._storage, lease.epoch, self._clock)
        desk.start()
        server.open(desk, lease.epoch)
        self._server = server
        up()
        try:
            while desk.trouble() is None and not (closing.is_set() or lease.lost.is_set()):
                closing.wait(_LOOK_SECONDS)
            trouble = desk.trouble()
        finally:
            server.close()
            desk.close()
            self._desk = self._server = None
        if desk.lost.is_set() or lease.lost.is_set():
            _log.error("another desk has taken over; this one has ended", epoch=lease.epoch)
            return _PASSED_OVER
        if trouble is not None:
            _log.error("the desk has failed; it is to be started again", why=trouble)
            return _FAILED
        return 0
