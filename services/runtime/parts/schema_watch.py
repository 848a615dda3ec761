"""Whether a part may go on: a later build may have changed the tables while it was at work."""

import threading
from typing import Final

import structlog

from services.runtime.worker import Worker
from services.store.database import Datastore
from services.store.migrations.version import TooNew, require_not_too_new
from services.tempo import seconds

_log = structlog.get_logger("part")
_EVERY_SECONDS: Final = seconds(2.0)


class SchemaWatch(Worker):
    """Asks the part to end where its build is too old by now; what it has taken is finished."""

    def __init__(self, datastore: Datastore, ending: threading.Event) -> None:
        super().__init__("schema watch")
        self._datastore = datastore
        self._ending = ending
        self.outgrown = False

    def run(self) -> None:
        while not self.closing.wait(_EVERY_SECONDS):
            try:
                require_not_too_new(self._datastore)
            except TooNew as error:
                _log.error("a later build has changed the tables; ending", why=str(error))
                self.outgrown = True
                self._ending.set()
                return
            except Exception:  # noqa: BLE001, S112  it is away: whoever needs it says so
                continue
