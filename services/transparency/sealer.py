"""The part that seals: a Merkle tree over the log, beside the write path, and its checkpoints."""

import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from services.runtime.lease import Lease
from services.runtime.metrics import SEAL_FAILURES
from services.runtime.worker import Worker
from services.settings import Settings
from services.settings_sources import SettingsError
from services.store.archived import ArchiveAway
from services.store.ledger import Ledger
from services.tempo import seconds
from services.transparency.outlet import NotLooked, Outlet
from services.transparency.seal_writer import LEASE, PassedOver
from services.transparency.sealed_log import SealedLog
from services.transparency.tenure import Tenure

_log = structlog.get_logger("seal")
_LOOK_SECONDS: Final = seconds(1.0)
"""How often the log is looked at, unless checkpoints are wanted more often."""
_PAUSE_SECONDS: Final = seconds(1.0)
_ASK_SECONDS: Final = seconds(0.2)
_END_SECONDS: Final = seconds(2.0)


class Sealer(Worker):
    """A thread that holds the lease and seals; a second one stands by."""

    name: Final = LEASE

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        outlets: Callable[[], Sequence[Outlet]] = tuple,
    ) -> None:
        super().__init__("seal")
        self._settings = settings
        self._ledger = ledger
        self._outlets = outlets
        self._look_seconds = min(_LOOK_SECONDS, settings.seal_seconds)
        self._trouble: str | None = "not started"
        self._holding = False
        self._started = False

    def start(self) -> None:
        self._started = True
        super().start()

    def catch_up(self, timeout_seconds: float = 60.0) -> None:
        """Wait until a checkpoint covers all that is in the log now."""
        sealed, goal = SealedLog(self._ledger.datastore), self._ledger.head()
        until = time.monotonic() + timeout_seconds
        while (newest := sealed.newest()) is None or newest.size < goal:
            if time.monotonic() > until:
                raise TimeoutError(f"the log was not sealed: {self.trouble()}")
            time.sleep(0.02)

    def duties(self) -> list[str]:
        return [self.name] if self._holding else []

    def trouble(self) -> str | None:
        """What keeps the log from being sealed, if anything does."""
        if self._started and not self.is_alive():
            return "stopped"
        return self._trouble

    def run(self) -> None:
        while not self.closing.is_set():
            lease = Lease(self._ledger.datastore, LEASE)
            try:
                with lease.held(self.closing, self._stand_by) as mine:
                    if mine:
                        self._holding = True
                        self._work(lease)
            except PassedOver as error:
                _log.warning("standing by", why=str(error))
            except (ArchiveAway, PersistenceError, SettingsError, OSError) as error:
                SEAL_FAILURES.inc()
                self._trouble = str(error)
                _log.warning("sealing failed; trying again", why=str(error))
                self.closing.wait(_PAUSE_SECONDS)

    def _stand_by(self) -> None:
        self._holding, self._trouble = False, None

    def _work(self, lease: Lease) -> None:
        assert lease.epoch is not None
        outlets = self._outlets()
        tenure = Tenure(self._settings, self._ledger, lease.epoch, outlets)
        for outlet in outlets:
            outlet.start()
        try:
            while not (self.closing.is_set() or lease.lost.is_set()):
                self.closing.wait(self._turn(tenure))
            if not lease.lost.is_set():
                tenure.finish()
        finally:
            for outlet in outlets:
                outlet.ends_within(_END_SECONDS)

    def _turn(self, tenure: Tenure) -> float:
        """Once around; how long to wait for the next time."""
        try:
            more = tenure.turn()
        except NotLooked as error:
            self._trouble = str(error)
            return _ASK_SECONDS
        self._trouble = tenure.trouble()
        return 0.0 if more else self._look_seconds
