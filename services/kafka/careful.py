"""A consumer that goes on past what it cannot decode, and says where that was.

The library raises out of `poll` at a batch with a wrong checksum or an unknown compression, and
at a message whose header has a name that is not UTF-8; it stays at that place for ever, and does
not tell which place it is. Here such a batch or message is handed out as `Undecodable`.
"""

from collections.abc import Iterator
from typing import Any, Final

from kafka import KafkaConsumer
from kafka.consumer.fetcher import Fetcher
from kafka.errors import CorruptRecordError
from kafka.record.default_records import DefaultRecord, DefaultRecordBatch
from kafka.record.util import decode_varint

from services.kafka.clients import connect
from services.kafka.decompressing import decompress
from services.settings import Settings
from services.tempo import milliseconds

_FORMAT: Final = 2
"""The only message format that a broker of today writes."""


class Undecodable(bytes):
    """A message's value, or a batch as it is stored, that stands where nothing can be decoded."""

    first: int
    last: int
    why: str

    @classmethod
    def found(cls, content: bytes, first: int, last: int, error: Exception) -> "Undecodable":
        made = cls(content)
        made.first, made.last, made.why = first, last, str(error) or repr(error)
        return made

    def __str__(self) -> str:
        where = f"offset {self.last}" if self.first == self.last else f"{self.first} to {self.last}"
        return f"{where} cannot be decoded: {self.why}"


class CarefulConsumer(KafkaConsumer):  # type: ignore[misc]
    """The library's consumer, with its reading of fetched batches replaced by ours."""

    def __init__(self, *topics: str, **configs: Any) -> None:
        super().__init__(*topics, **configs)
        self._fetcher.PartitionRecords = _Records


class _Records(Fetcher.PartitionRecords):  # type: ignore[misc]
    def _unpack_records(self, tp: Any, records: Any, *deserializers: Any) -> Iterator[Any]:
        batches = _Batches(records, self.fetch_offset)
        unpacked: Iterator[Any] = super()._unpack_records(tp, batches, *deserializers)
        return unpacked


class _Batches:
    """The batches of one fetch, each checked as a whole before anything is read from it."""

    def __init__(self, records: Any, fetch_offset: int) -> None:
        self._records = records
        self._fetch_offset = fetch_offset

    def next_batch(self) -> Any:
        batch = self._records.next_batch()
        if batch is None or batch.magic != _FORMAT:
            return batch
        content = bytes(batch._buffer)  # noqa: SLF001
        try:
            return _Batch(content)
        except Exception as error:  # noqa: BLE001  whatever it is, this batch is the cause
            return _Lost(batch, content, self._fetch_offset, error)


class _Batch(DefaultRecordBatch):  # type: ignore[misc]
    """One message that cannot be decoded does not hide those after it."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        if not super().validate_crc():
            raise CorruptRecordError("its checksum is wrong")
        plain = decompress(self.compression_type, content[self.HEADER_STRUCT.size :])
        self._buffer, self._decompressed = bytearray(plain), True
        self._pos: int = 0

    def validate_crc(self) -> bool:
        return True  # or it would not have been made

    def _read_msg(self) -> Any:
        start = self._pos
        try:
            return super()._read_msg()
        except (ValueError, IndexError, CorruptRecordError) as error:
            return self._stand_in(start, error)

    def _stand_in(self, start: int, error: Exception) -> Any:
        buffer = self._buffer
        length, body = decode_varint(buffer, start)
        if length <= 0 or body + length > len(buffer):
            # Where the next message begins is not known: all that follow are lost with it.
            self._pos, self._next_record_index = len(buffer), self._num_records - 1
            first, last = self.base_offset, self.last_offset
            rest = Undecodable.found(bytes(buffer[start:]), first, last, error)
            return _record(rest, None, self.max_timestamp)
        self._pos = body + length
        _, at = decode_varint(buffer, body)
        _, at = decode_varint(buffer, at)
        delta, at = decode_varint(buffer, at)
        key, at = _bytes_at(buffer, at)
        value, _ = _bytes_at(buffer, at)
        offset = self.base_offset + delta
        undecodable = Undecodable.found(value or b"", offset, offset, error)
        return _record(undecodable, key, self.max_timestamp)


class _Lost:
    """A batch of which nothing can be read; it hands out one message in place of all."""

    magic: Final = -1  # so that nothing in its header is believed

    def __init__(self, batch: Any, content: bytes, fetch_offset: int, error: Exception) -> None:
        delta = batch.last_offset_delta
        # Where the checksum is wrong the header may be, too. Then it is one step at a time.
        whole = 0 <= delta == batch.records_count - 1
        self.base_offset: int = batch.base_offset
        last = max(fetch_offset, batch.last_offset if whole else batch.base_offset)
        self._undecodable = Undecodable.found(content, batch.base_offset, last, error)

    def validate_crc(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        yield _record(self._undecodable, None, -1)


def _bytes_at(buffer: bytearray, at: int) -> tuple[bytes | None, int]:
    length, at = decode_varint(buffer, at)
    return (None, at) if length < 0 else (bytes(buffer[at : at + length]), at + length)


def _record(value: Undecodable, key: bytes | None, timestamp: int) -> Any:
    return DefaultRecord(len(value), value.last, timestamp, 0, key, value, [])


def join_group(settings: Settings, topic: str, group: str, **options: Any) -> CarefulConsumer:
    """A member of a consumer group, whose offsets move only when it says so.

    It is given committed messages only: what a producer has aborted never happened.
    """
    made: CarefulConsumer = connect(
        CarefulConsumer,
        settings,
        topic,
        group_id=f"{settings.topic_prefix}{group}",
        isolation_level="read_committed",
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        session_timeout_ms=milliseconds(10_000),
        heartbeat_interval_ms=milliseconds(2_000),
        fetch_max_wait_ms=milliseconds(500),
        **options,
    )
    # A member that joins before it knows the topic's partitions may be given none for a minute.
    try:
        made.partitions_for_topic(topic)
    except BaseException:
        made.close(autocommit=False)
        raise
    return made
