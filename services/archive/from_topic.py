"""The log out of Kafka: every message of the events topic has its place in it, and its bytes."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any, Final, NamedTuple

import msgspec
from kafka import TopicPartition
from kafka.errors import KafkaError

from domain.gaming_day import stored_moment
from services.kafka.careful import CarefulConsumer, Undecodable
from services.kafka.clients import connect
from services.kafka.topics import Topics
from services.settings import Settings
from services.store.archived import ArchiveAway
from services.store.log_row import BadEntry, LogRow, read_row
from services.transparency.checkpoints import read_checkpoint
from services.transparency.notes import BadNote, read_note
from services.transparency.sealed_log import Sealed

_POLL_MS: Final = 500
_PAGE: Final = 4000
_FETCH_BYTES: Final = 4 * 1024 * 1024
_STILL: Final = 60
"""Polls in a row that may bring nothing before the topic is said not to answer."""
_POSITION: Final = "pl_position"


class _Seal(msgspec.Struct):
    checkpoint: str
    at: str


class TopicPage(NamedTuple):
    """Messages of one poll, and where to go on after them."""

    rows: list[LogRow]
    places: dict[str, int]


class TopicLog:
    """The events topic from its beginning, or from where a restore was, to its end of now."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        topics = Topics(settings.topic_prefix)
        self.topic, self._seals = topics.events, topics.seals

    @contextmanager
    def pages(self, places: Mapping[str, int]) -> Iterator[Iterator[TopicPage]]:
        """In no order but each partition's own. Raises BadEntry or ArchiveAway."""
        with closing(self._read(self.topic, places)) as read:
            yield (TopicPage([_row(one) for one in records], at) for records, at in read)

    def checkpoints(self) -> list[Sealed]:
        """Of the seals topic; what is no checkpoint there is passed over."""
        with closing(self._read(self._seals, {})) as read:
            found = [_sealed(record) for records, _ in read for record in records]
        return [one for one in found if one is not None]

    def _read(
        self, topic: str, places: Mapping[str, int]
    ) -> Generator[tuple[list[Any], dict[str, int]], None, None]:
        """Whoever breaks off closes it: the connection to the broker would else stay."""
        try:
            consumer = connect(
                CarefulConsumer,
                self._settings,
                isolation_level="read_committed",
                enable_auto_commit=False,
                max_poll_records=_PAGE,
                max_partition_fetch_bytes=_FETCH_BYTES,
            )
        except KafkaError as error:
            raise ArchiveAway(f"no Kafka broker answers: {error!r}") from None
        try:
            yield from _read_through(consumer, topic, dict(places))
        except KafkaError as error:
            raise ArchiveAway(f"the topic {topic} cannot be read: {error!r}") from None
        finally:
            consumer.close()


def _read_through(
    consumer: Any, topic: str, places: dict[str, int]
) -> Iterator[tuple[list[Any], dict[str, int]]]:
    numbers = consumer.partitions_for_topic(topic)
    if not numbers:
        raise ArchiveAway(f"there is no topic {topic}: name its prefix by PITLEDGER_TOPIC_PREFIX")
    parts = [TopicPartition(topic, number) for number in sorted(numbers)]
    consumer.assign(parts)
    begins, ends = consumer.beginning_offsets(parts), consumer.end_offsets(parts)
    for part in parts:
        consumer.seek(part, places.get(str(part.partition), begins[part]))
    still = 0
    while any(consumer.position(part) < ends[part] for part in parts):
        polled = consumer.poll(timeout_ms=_POLL_MS)
        still = 0 if polled else still + 1
        if still > _STILL:
            raise ArchiveAway(f"the topic {topic} does not answer any more")
        for part in polled:
            places[str(part.partition)] = consumer.position(part)
        yield [record for records in polled.values() for record in records], dict(places)


def _row(record: Any) -> LogRow:
    where = f"{record.topic}/{record.partition} at offset {record.offset}"
    headers = dict(record.headers)
    if isinstance(record.value, Undecodable):
        raise BadEntry(f"{where}: {record.value}")
    try:
        row = read_row(int(headers[_POSITION]), record.value)
    except (BadEntry, KeyError, ValueError, TypeError) as error:
        raise BadEntry(f"{where} is no event of this log: {error!r}") from None
    if record.key != row.key.encode() or headers.get("ce_type") != row.topic.encode():
        raise BadEntry(f"{where} has the key or type of another event than {row.key}/{row.seq}")
    return row


def _sealed(record: Any) -> Sealed | None:
    try:
        seal = msgspec.json.decode(record.value, type=_Seal)
        told = read_checkpoint(read_note(seal.checkpoint).text)
        signed = stored_moment(seal.at)
    except (msgspec.MsgspecError, BadNote, ValueError, TypeError):
        return None
    return Sealed(told.size, told.root, seal.checkpoint, "", signed)
