"""An attacker who may write the commands topic: nothing it sends may stop a partition."""

import contextlib
import threading
import uuid
from random import Random
from typing import Any, Final

from kafka import KafkaProducer
from kafka.errors import KafkaError

from services.kafka.security import security
from services.kafka.topics import Topics
from services.settings import Settings

_PAUSE_SECONDS: Final = (0.2, 1.0)
_CODECS: Final = (None, "gzip", "snappy", "lz4", "zstd")
_ABORTED: Final = b'{"command":"open_round","table":"ATTACK"}'
_VALUES: Final[list[bytes | None]] = [
    b'{"command":"open_round","at":"9000-12-31T23:59:59-23:59"}',
    b'{"command":"acknowledge_alert","day":"2026-01-01","alert":"a\\u0000","reason":"x"}',
    b'{"command":"acknowledge_alert","day":"0001-01-01","alert":"a","reason":"x"}',
    b'"' * 900_000,
    b"\xff" * 600_000,
    b"[" * 50_000,
    b'{"command":"settle","command":"roll"}',
    b"",
    None,
]


class TopicAttacker(threading.Thread):
    """Sends garbage, in every codec, and now and then a transaction that is given up."""

    def __init__(self, settings: Settings, seed: int) -> None:
        super().__init__(daemon=True)
        self._settings = settings
        self._topic = Topics(settings.topic_prefix).commands
        # S311: a soak must be repeatable; nothing here is a secret.
        self._luck = Random(f"{seed}/topic")  # noqa: S311
        self._stopping = threading.Event()
        self._producers: dict[str | None, KafkaProducer] = {}
        self.attacks = 0

    def run(self) -> None:
        while not self._stopping.wait(self._luck.uniform(*_PAUSE_SECONDS)):
            with contextlib.suppress(KafkaError, AssertionError):  # the broker may be away
                self._give_up() if self._luck.random() < 0.1 else self._send()
            self.attacks += 1

    def stop(self) -> None:
        self._stopping.set()
        self.join()
        for producer in self._producers.values():
            with contextlib.suppress(KafkaError):  # what is on its way may be lost
                producer.close(timeout=1)

    def _send(self) -> None:
        codec = self._luck.choice(_CODECS)
        if codec not in self._producers:
            self._producers[codec] = self._producer(compression_type=codec)
        key = self._luck.choice([b"ATTACK", b"\xff\xfe", b"meter:M1", b"day:0001-01-01"])
        self._producers[codec].send(self._topic, key=key, value=self._luck.choice(_VALUES))

    def _give_up(self) -> None:
        producer = self._producer(transactional_id=f"attacker-{uuid.uuid4()}")
        try:
            producer.init_transactions()
            producer.begin_transaction()
            producer.send(self._topic, key=b"ATTACK", value=_ABORTED).get(5)
            producer.abort_transaction()
        finally:
            with contextlib.suppress(KafkaError):
                producer.close(timeout=1)

    def _producer(self, **how: Any) -> KafkaProducer:
        return KafkaProducer(
            bootstrap_servers=self._settings.kafka_bootstrap.split(","),
            bootstrap_timeout_ms=3_000,
            max_block_ms=3_000,
            request_timeout_ms=3_000,
            delivery_timeout_ms=6_000,
            **security(self._settings),
            **how,
        )
