"""Ingest as a process: commands from the topic to the desk, wherever that is."""

import threading
from collections.abc import Callable
from typing import Final

from services.desk.client import DeskClient
from services.kafka.ingest import Ingest
from services.storage import Storage

_FINISH_WITHIN_SECONDS: Final = 8.0


class IngestPart:
    """Waits for a desk as long as it takes: messages keep."""

    name: Final = "ingest"

    def __init__(self, storage: Storage) -> None:
        settings, ledger = storage.settings, storage.ledger
        self._desk = DeskClient(ledger.datastore, most=settings.queue, patience_seconds=None)
        self._ingest = Ingest(settings, ledger, self._desk)

    def duties(self) -> list[str]:
        return self._ingest.duties()

    def trouble(self) -> str | None:
        return self._desk.trouble() or self._ingest.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        self._desk.start()
        self._ingest.start()
        up()
        closing.wait()
        # What was sent is waited for, but not a desk that is away.
        if not self._ingest.ends_within(_FINISH_WITHIN_SECONDS):
            self._desk.close()
        self._ingest.close()
        self._desk.close()
        return 0
