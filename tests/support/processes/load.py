"""Load from the simulator, by HTTP and by the commands topic, with patience."""

import json
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from kafka import KafkaProducer
from kafka.errors import KafkaError

from services.http.client import Sender
from services.kafka.topics import Topics
from services.settings import Settings
from services.tools.simulator import Floor

START: Final = datetime(2026, 3, 1, 18, tzinfo=UTC)


class Load:
    """A floor: some tables send by HTTP, the others by the topic; each in its own thread."""

    def __init__(self, *, by_http: int, by_topic: int, rounds: int, seed: int) -> None:
        floor = Floor(tables=by_http + by_topic, rounds=rounds, seed=seed, start=START)
        self.commands = {table: list(floor.commands(table)) for table in floor.names()}
        self.rounds = dict.fromkeys(self.commands, rounds)
        self.acknowledged: list[dict[str, Any]] = []
        self.failed: list[BaseException] = []
        self._by_http = floor.names()[:by_http]
        self._threads: list[threading.Thread] = []

    @property
    def total(self) -> int:
        return sum(map(len, self.commands.values()))

    def start(self, url: str, settings: Settings | None, seconds: float) -> None:
        """Spread over so many seconds, later if need be."""
        for table, commands in self.commands.items():
            send = (
                self._sending_to_service(url)
                if table in self._by_http or settings is None
                else self._sending_to_topic(settings)
            )
            thread = threading.Thread(target=self._play, args=(commands, send, seconds))
            self._threads.append(thread)
            thread.start()

    def join(self, seconds: float) -> None:
        for thread in self._threads:
            thread.join(seconds)
            assert not thread.is_alive(), "the load did not end"
        if self.failed:
            raise self.failed[0]

    def _play(
        self,
        commands: list[dict[str, Any]],
        send: Callable[[dict[str, Any]], list[dict[str, Any]]],
        seconds: float,
    ) -> None:
        began = time.monotonic()
        try:
            for number, command in enumerate(commands):
                due = began + seconds * number / len(commands)
                time.sleep(max(0.0, due - time.monotonic()))
                self.acknowledged += send(command)
        except BaseException as error:  # noqa: BLE001  told by `join`
            self.failed.append(error)

    def _sending_to_service(self, url: str) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
        return Sender(url).send

    def _sending_to_topic(
        self, settings: Settings
    ) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
        """Each until the broker has it; a repeat is harmless, because every command has its id."""
        producers: list[KafkaProducer] = []

        def send(command: dict[str, Any]) -> list[dict[str, Any]]:
            until = time.monotonic() + 90
            while True:
                try:
                    if not producers:
                        producers.append(_producer(settings))
                    topic = Topics(settings.topic_prefix).commands
                    key, value = command["table"].encode(), json.dumps(command).encode()
                    producers[0].send(topic, key=key, value=value).get(10)
                except KafkaError:
                    if producers:
                        producers.pop().close(timeout=0)
                    assert time.monotonic() < until, "the broker does not come back"
                    time.sleep(0.5)
                else:
                    return []

        return send


def _producer(settings: Settings) -> KafkaProducer:
    return KafkaProducer(
        bootstrap_servers=settings.kafka_bootstrap,
        enable_idempotence=True,
        acks="all",
        bootstrap_timeout_ms=3000,
        max_block_ms=3000,
        request_timeout_ms=3000,
        delivery_timeout_ms=6000,
    )
