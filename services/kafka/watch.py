"""Whether the broker answers, asked every second: an idle client would not notice for long."""

import time
from typing import Any, Final

import structlog
from kafka import TopicPartition
from kafka.errors import KafkaError
from kafka.protocol.consumer import IsolationLevel, OffsetSpec

from services.kafka.clients import new_admin
from services.runtime.metrics import KAFKA_UP
from services.runtime.worker import Worker
from services.settings import Settings
from services.tempo import milliseconds, seconds

_log = structlog.get_logger("kafka")
_EVERY_SECONDS: Final = seconds(1.0)
_ANSWERS_WITHIN_MS: Final = milliseconds(2_000)
_HELD_SECONDS: Final = seconds(3.0)
"""Every transaction is open for a moment; one that is open for longer is reported."""


class BrokerWatch(Worker):
    """Asks for the ends of a topic's partitions, which also shows what an open transaction holds.

    Who reads committed messages only cannot pass the first message of a transaction that is still
    open; the broker gives the transaction up after the timeout that its producer has set.
    """

    def __init__(self, settings: Settings, client: str, topic: str) -> None:
        super().__init__(f"broker watch of {client}")
        self._settings = settings
        self._client = client
        self._parts = [TopicPartition(topic, number) for number in range(settings.partitions)]
        self._admin: Any = None
        self._away: str | None = None
        self._held: dict[TopicPartition, tuple[int, float]] = {}

    def away(self) -> str | None:
        """Why nothing can be sent or read, if so."""
        return self._away

    def trouble(self) -> str | None:
        """The same, or what an open transaction keeps from being read."""
        return self._away or "; ".join(self._waiting()) or None

    def run(self) -> None:
        try:
            while not self.closing.is_set():
                self._look()
                self.closing.wait(_EVERY_SECONDS)
        finally:
            self._hang_up()

    def _look(self) -> None:
        try:
            if self._admin is None:
                self._admin = new_admin(
                    self._settings,
                    bootstrap_timeout_ms=_ANSWERS_WITHIN_MS,
                    request_timeout_ms=_ANSWERS_WITHIN_MS,
                )
            # In this order: what is committed in between must not look as if it were held.
            ends = self._ends(IsolationLevel.READ_UNCOMMITTED)
            stable = self._ends(IsolationLevel.READ_COMMITTED)
        except (KafkaError, OSError, ValueError) as error:
            self._lose(error)
            return
        if self._away is not None:
            _log.info("the broker answers again", client=self._client)
        self._away = None
        KAFKA_UP.labels(self._client).set(1)
        self._note(stable, ends)

    def _lose(self, error: Exception) -> None:
        why = f"no Kafka broker answers at {self._settings.kafka_bootstrap!r}: {error!r}"
        if self._away is None:
            _log.warning("the broker is away", client=self._client, why=why)
        self._away = why
        KAFKA_UP.labels(self._client).set(0)
        # Begun anew, so that a broker that comes back elsewhere is found.
        self._hang_up()

    def _hang_up(self) -> None:
        admin, self._admin = self._admin, None
        if admin is not None:
            admin.close()

    def _ends(self, level: IsolationLevel) -> dict[TopicPartition, int]:
        asked = dict.fromkeys(self._parts, OffsetSpec.LATEST)
        found = self._admin.list_partition_offsets(asked, level, timeout_ms=_ANSWERS_WITHIN_MS)
        return {part: end.offset for part, end in found.items()}

    def _note(self, stable: dict[TopicPartition, int], ends: dict[TopicPartition, int]) -> None:
        """Since when each partition has been held where it is."""
        now = time.monotonic()
        held = {}
        for part, offset in stable.items():
            if offset < ends[part]:
                before, since = self._held.get(part, (offset, now))
                held[part] = (offset, since if before == offset else now)
        self._held = held

    def _waiting(self) -> list[str]:
        long_ago = time.monotonic() - _HELD_SECONDS
        return [
            f"partition {part.partition} of {part.topic} waits for an open transaction"
            f" at offset {offset}"
            for part, (offset, since) in sorted(self._held.items())
            if since <= long_ago
        ]
