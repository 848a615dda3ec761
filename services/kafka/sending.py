"""Pages of events on their way to a topic: sent in order, and concluded in the same order."""

import functools
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from kafka import KafkaProducer
from kafka.errors import KafkaError
from kafka.partitioner.default import murmur2

from services.kafka.clients import BOOTSTRAP_MS, RECONNECT_MS
from services.kafka.security import security
from services.runtime.spans import record_page
from services.runtime.trail import REQUEST_ID, TRACEPARENT, Trail
from services.settings import Settings
from services.store.trails import KeptTrail
from services.tempo import milliseconds

_PAGES_ON_THEIR_WAY: Final = 3
"""So that the producer never runs dry while a page is awaited or the next one is read."""
_TAKEN_WITHIN_SECONDS: Final = 30
SPEC: Final = ("ce_specversion", b"1.0")
COMMAND_ID: Final = "pl_command_id"
"""By which a reader finds the request that an event is from, without opening the event."""
CONTENT_TYPE: Final = ("content-type", b"application/json")


class NotTaken(Exception):
    """The broker did not take every message of a page; the position stays."""


class _Shown(msgspec.Struct):
    """Of an event, what is told beside it."""

    at: str
    command_id: str | None = None


_SHOWN: Final = msgspec.json.Decoder(_Shown)


Row: TypeAlias = tuple[int, str, int, str, bytes]
"""Of the log: position, key, seq, kind and bytes."""


class Message(NamedTuple):
    """One row as it goes out."""

    position: int
    key: str
    value: bytes
    headers: list[tuple[str, bytes]]
    command_id: str | None = None


class _Sent(NamedTuple):
    futures: list[Any]
    stop: int
    began_ns: int


def new_producer(settings: Settings) -> KafkaProducer:
    """Idempotent, and nothing set that would silently switch that off."""
    return KafkaProducer(
        bootstrap_servers=settings.kafka_bootstrap.split(","),
        enable_idempotence=True,
        acks="all",
        linger_ms=5,
        batch_size=128 * 1024,
        max_request_size=8 * 1024 * 1024,
        request_timeout_ms=milliseconds(5_000),
        delivery_timeout_ms=milliseconds(15_000),
        max_block_ms=milliseconds(5_000),
        bootstrap_timeout_ms=BOOTSTRAP_MS,
        reconnect_backoff_max_ms=RECONNECT_MS,
        **security(settings),
    )


class Sending:
    """A producer and what it has been given; nothing counts before it is concluded."""

    def __init__(self, producer: KafkaProducer, topic: str) -> None:
        self._producer = producer
        self._topic = topic
        self._partitions: dict[str, int] = {}
        self.pages: deque[_Sent] = deque()

    def is_full(self) -> bool:
        return len(self.pages) >= _PAGES_ON_THEIR_WAY

    def send(self, messages: Sequence[Message]) -> int:
        """A page of the log; its last position."""
        page = _Sent([], messages[-1].position, time.time_ns())
        # Known from the first message on: should a later one fail, the earlier are given up too.
        self.pages.append(page)
        send, topic = self._producer.send, self._topic
        for one in messages:
            key = one.key
            page.futures.append(
                send(topic, one.value, key.encode(), one.headers, self._partition(key))
            )
        return page.stop

    def conclude(self) -> int:
        """Wait until every message of the oldest page was taken; its last position."""
        page = self.pages[0]
        if len(self.pages) == 1:
            # Nothing follows that would fill the batches: they need not linger.
            self._producer.flush(timeout=_TAKEN_WITHIN_SECONDS)
        for future in page.futures:
            if not future.succeeded():
                _await(future)
        self.pages.popleft()
        facts = {"pitledger.events": len(page.futures), "pitledger.position": page.stop}
        record_page("relay page", page.began_ns, facts)
        return page.stop

    def close(self) -> None:
        """What is still on its way is given up: none of it may arrive after a later try."""
        if self.pages:
            # The producer's own close waits for what may never end, and then leaves it running.
            sender = self._producer._sender  # noqa: SLF001
            sender.force_close()
            sender.join(_TAKEN_WITHIN_SECONDS)
        self._producer.close(timeout=1)

    def _partition(self, key: str) -> int:
        """As every client's default has it; remembered, because it is dear to compute."""
        partition = self._partitions.get(key)
        if partition is None:
            numbers = sorted(self._producer.partitions_for(self._topic))
            partition = numbers[(murmur2(key.encode()) & 0x7FFFFFFF) % len(numbers)]
            self._partitions[key] = partition
        return partition


def _await(future: Any) -> None:
    try:
        future.get(timeout=_TAKEN_WITHIN_SECONDS)
    except KafkaError as error:
        raise NotTaken(f"the broker did not take a message: {error!r}") from error


def as_message(row: Row, source: str) -> Message:
    """The row's very bytes; as headers CloudEvents 1.0, binary mode, and the place in the log."""
    position, key, seq, kind, state = row
    shown = _SHOWN.decode(state)
    told = [
        ("ce_id", f"{key}/{seq}".encode()),
        _kind(kind),
        _source(source),
        ("ce_subject", key.encode()),
        ("ce_time", shown.at.encode()),
        SPEC,
        CONTENT_TYPE,
        ("pl_position", b"%d" % position),
    ]
    if shown.command_id is not None:
        told.append((COMMAND_ID, shown.command_id.encode()))
    return Message(position, key, state, told, shown.command_id)


def trail_headers(trail: Trail | KeptTrail) -> list[tuple[str, bytes]]:
    """For whoever reads what became of a request."""
    return [
        (REQUEST_ID, trail.request_id.encode()),
        (TRACEPARENT, trail.traceparent.encode()),
    ]


@functools.cache
def _kind(kind: str) -> tuple[str, bytes]:
    return "ce_type", kind.encode()


@functools.cache
def _source(source: str) -> tuple[str, bytes]:
    return "ce_source", source.encode()
