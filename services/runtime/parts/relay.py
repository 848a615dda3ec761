"""The relays as a process."""

import threading
from collections.abc import Callable
from typing import Final

from services.kafka.relays import Relays
from services.storage import Storage


class RelayPart:
    """For each topic one at a time holds the lease; another stands by."""

    name: Final = "relay"

    def __init__(self, storage: Storage) -> None:
        self._relays = Relays(storage.settings, storage.ledger)

    def duties(self) -> list[str]:
        return self._relays.duties()

    def trouble(self) -> str | None:
        return self._relays.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        self._relays.start()
        up()
        closing.wait()
        self._relays.close()
        return 0
