"""The relay as a process."""

import threading
from collections.abc import Callable
from typing import Final

from services.bootstrap import Storage
from services.kafka.relay import Relay


class RelayPart:
    """One at a time holds the lease; another stands by."""

    name: Final = "relay"

    def __init__(self, storage: Storage) -> None:
        self._relay = Relay(storage.settings, storage.ledger)

    def duties(self) -> list[str]:
        return self._relay.duties()

    def trouble(self) -> str | None:
        return self._relay.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        self._relay.start()
        up()
        closing.wait()
        self._relay.close()
        return 0
