"""The events topic as a feed: the partitions that are ours, from positions that are our own."""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import structlog
from kafka import TopicPartition
from kafka.errors import KafkaError
from kafka.protocol.consumer import OffsetSpec

from domain.events import Event
from domain.messages.events import decode
from services.kafka.careful import Undecodable, join_group
from services.kafka.clients import new_admin
from services.kafka.same_log import published, require_stored
from services.kafka.topics import Topics
from services.kafka.watch import BrokerWatch
from services.projector.feed import Page, Unreadable
from services.settings import Settings
from services.store.ledger import Ledger
from services.tempo import milliseconds

_log = structlog.get_logger("feed")
_POLL_MS: Final = milliseconds(500)
_FETCH_BYTES: Final = 4 * 1024 * 1024


class KafkaFeed:
    """A member of a consumer group. Kafka shares out the partitions; offsets are kept by us."""

    def __init__(
        self, settings: Settings, group: str = "", *, beside: Ledger | None = None
    ) -> None:
        """Only runners of the same projections may share a group: it shares out the partitions.

        Beside a ledger, what was on the topic before is held against it: the relay sees to what
        comes later.
        """
        self._topic = Topics(settings.topic_prefix).events
        self._consumer = join_group(
            settings,
            self._topic,
            f"pitledger-projections{group}",
            max_poll_records=2000,
            max_partition_fetch_bytes=_FETCH_BYTES,
        )
        self._watch = BrokerWatch(settings, "project", self._topic)
        self._watch.start()
        self._waiting: dict[str, deque[Any]] = {}
        self._next: dict[str, int] = {}
        self._beside = beside
        self._unchecked: dict[str, int] = {}
        """Up to where each source was filled before it was begun with."""

    def sources(self) -> list[str]:
        """Partitions assigned now; what was taken from us is forgotten."""
        self._poll(0)
        mine = {self._source(part) for part in self._consumer.assignment()}
        for gone in self._waiting.keys() - mine:
            del self._waiting[gone]
            self._next.pop(gone, None)
        return sorted(mine)

    def page(self, source: str, after: int, limit: int) -> Page:
        if self._next.get(source) != after:
            self._begin_at(source, after)
        waiting = self._waiting.setdefault(source, deque())
        if not waiting:
            self._poll(0)
        if waiting and self._beside is not None and after < self._filled_before(source):
            self._check(source, self._beside, islice(waiting, limit))
        events: list[Event] = []
        stop = after
        while waiting and len(events) < limit:
            record = waiting[0]
            try:
                events.append(_event(record))
            except Exception as error:
                if events:
                    break
                raise Unreadable(_why_unreadable(source, record, error)) from error
            waiting.popleft()
            stop = record.offset + 1
        self._next[source] = stop
        return Page(source, after, stop, events)

    def head(self, source: str) -> int:
        part = self._part(source)
        return int(self._consumer.end_offsets([part])[part])

    def wait(self) -> None:
        self._poll(_POLL_MS)

    def trouble(self) -> str | None:
        return self._watch.trouble()

    def close(self) -> None:
        self._watch.close()
        self._consumer.close(autocommit=False)

    def _begin_at(self, source: str, offset: int) -> None:
        self._unchecked.pop(source, None)
        self._consumer.seek(self._part(source), offset)
        self._waiting[source] = deque()
        self._next[source] = offset

    def _filled_before(self, source: str) -> int:
        """Asked for with the first message that came: without a broker nobody waits for it."""
        if source not in self._unchecked:
            self._unchecked[source] = self.head(source)
        return self._unchecked[source]

    def _check(self, source: str, ledger: Ledger, records: Iterable[Any]) -> None:
        """Raises OtherLog where the store does not have them, and goes on where it was."""
        upto = self._unchecked[source]
        told = [published(record) for record in records if record.offset < upto]
        require_stored(ledger, self._topic, filter(None, told))

    def _poll(self, timeout_ms: int) -> None:
        for part, records in self._consumer.poll(timeout_ms=timeout_ms).items():
            source = self._source(part)
            if source in self._next:
                self._waiting.setdefault(source, deque()).extend(records)

    def _source(self, part: TopicPartition) -> str:
        return f"{part.topic}/{part.partition}"

    def _part(self, source: str) -> TopicPartition:
        topic, _, number = source.rpartition("/")
        return TopicPartition(topic, int(number))


def topic_ends(settings: Settings) -> dict[str, int]:
    """Where each partition of the topic ends now; nothing where no broker answers."""
    topic = Topics(settings.topic_prefix).events
    parts = [TopicPartition(topic, number) for number in range(settings.partitions)]
    try:
        admin = new_admin(settings)
    except KafkaError as error:
        _log.warning("no broker: read models will read the topic again", why=str(error))
        return {}
    try:
        found = admin.list_partition_offsets(dict.fromkeys(parts, OffsetSpec.LATEST))
    finally:
        admin.close()
    return {f"{part.topic}/{part.partition}": end.offset for part, end in found.items()}


def _event(record: Any) -> Event:
    if isinstance(record.value, Undecodable):
        raise ValueError(str(record.value))
    kind = dict(record.headers)["ce_type"].decode()
    event = decode(kind, record.value)
    if record.key != event.key.encode():
        raise ValueError(f"its key is {record.key!r}, its event's {event.key!r}")
    return event


def _why_unreadable(source: str, record: Any, error: Exception) -> str:
    return (
        f"{source} at offset {record.offset} is no event of this house: {error!r}. The store is"
        " the truth: run `pitledger rebuild`, which goes on behind this message, start"
        " `pitledger follow project` again, and see who may write to the topic"
    )
