"""Checkpoints onto their topic, in order, after they are kept; and the last one that is there."""

import contextlib
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from kafka import TopicPartition
from kafka.errors import KafkaError
from kafka.partitioner.default import murmur2

from domain.gaming_day import write_moment
from services.kafka.careful import CarefulConsumer
from services.kafka.clients import connect
from services.kafka.published import Published
from services.kafka.sending import NotTaken, Row, Sending, as_message, new_producer
from services.kafka.topics import Topics, make_topics
from services.runtime.logs import Told
from services.runtime.metrics import SEAL_TOPIC_LAG
from services.runtime.worker import Worker
from services.settings import Settings
from services.settings_sources import SettingsError
from services.store.database import Datastore
from services.tempo import seconds
from services.transparency.checkpoints import (
    Checkpoint,
    OtherOrigin,
    open_checkpoint,
    read_checkpoint,
)
from services.transparency.encoding import encode64
from services.transparency.notes import (
    BadNote,
    BadSignature,
    NotSigned,
    VerifierKey,
    read_note,
)
from services.transparency.outlet import NotLooked
from services.transparency.sealed_log import Sealed, SealedLog

_log = structlog.get_logger("seal")
KIND: Final = "pitledger.Checkpoint.v1"
_PAGE: Final = 500
_WAIT_SECONDS: Final = seconds(1.0)
_LOOK_BACK: Final = 1000
"""So many messages at the end are looked through for the newest of ours."""
_READ_SECONDS: Final = seconds(10.0)
_FAILURES: Final = (
    PersistenceError, KafkaError, NotTaken, SettingsError, OSError, TimeoutError,
)  # fmt: skip


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """A signed checkpoint of the log: how many events it covers, and the root of their tree.

    `checkpoint` is the signed note: trust what stands in it rather than what stands beside it.
    Cosignatures of witnesses come later, and are shown at `/v1/log/checkpoint`.
    """

    origin: str
    size: int
    root: str
    """Base64, as in the note."""
    at: str
    """When it was signed, RFC 3339 in UTC."""
    checkpoint: str


def encode_seal(sealed: Sealed) -> Row:
    """As if it were a row of the log."""
    signed = sealed.checkpoint()
    seal = Seal(
        origin=signed.origin,
        size=sealed.size,
        root=encode64(sealed.root),
        at=write_moment(sealed.signed),
        checkpoint=sealed.note,
    )
    return sealed.size, signed.origin, sealed.size, KIND, msgspec.json.encode(seal)


class SealsTopic(Worker):
    """Publishes what is kept and was not published; a broker that is away holds nobody up."""

    def __init__(self, settings: Settings, datastore: Datastore) -> None:
        super().__init__("seals topic")
        self._settings = settings
        self._sealed = SealedLog(datastore)
        self._topic = Topics(settings.topic_prefix).seals
        self._published = Published(datastore, self._topic)
        self._woken = threading.Event()
        self._told = Told("seal")
        self._trouble: str | None = None
        self._last: list[bytes] | None = None
        """Messages at the end of the topic, as they were when it was first looked at."""
        self._known: tuple[Sequence[VerifierKey], Checkpoint | None] | None = None

    def wake(self) -> None:
        self._woken.set()

    def trouble(self) -> str | None:
        return self._trouble

    def remembered(self, keys: Sequence[VerifierKey]) -> Checkpoint | None:
        if self._last is None:
            raise NotLooked(self._trouble or f"waiting for what is on {self._topic}")
        if self._known is None or self._known[0] != keys:
            self._known = keys, newest_of_ours(self._last, keys)
        return self._known[1]

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                make_topics(self._settings)
                if self._last is None:
                    self._last = last_messages(self._settings, self._settings.log_origin())
                self._publish()
            except _FAILURES as error:
                self._trouble = f"checkpoints do not go to {self._topic}: {error}"
                self._told.wrong("checkpoints are not published; trying again", why=str(error))
                self.closing.wait(_WAIT_SECONDS)

    def _publish(self) -> None:
        sending = Sending(new_producer(self._settings), self._topic)
        source = self._settings.source()
        try:
            ending = False
            while not ending:
                # Once more after it was asked to end: the last checkpoint comes just before.
                ending = self.closing.is_set()
                self._woken.clear()
                position = self._published.position()
                page = self._sealed.page(position - 1, _PAGE)
                if page:
                    sending.send([as_message(encode_seal(one), source) for one in page])
                    self._published.advance(position, sending.conclude() + 1)
                self._trouble = None
                self._told.well("checkpoints are published again")
                SEAL_TOPIC_LAG.set(len(self._sealed.page(self._published.position() - 1, _PAGE)))
                if len(page) < _PAGE and not ending:
                    self._woken.wait(_WAIT_SECONDS)
        finally:
            sending.close()


def last_messages(settings: Settings, origin: str) -> list[bytes]:
    """The values at the end of the partition that has this origin's, oldest first."""
    topic = Topics(settings.topic_prefix).seals
    part = TopicPartition(topic, (murmur2(origin.encode()) & 0x7FFFFFFF) % settings.partitions)
    consumer = connect(CarefulConsumer, settings, enable_auto_commit=False)
    try:
        consumer.assign([part])
        end = consumer.end_offsets([part])[part]
        start = max(consumer.beginning_offsets([part])[part], end - _LOOK_BACK)
        consumer.seek(part, start)
        return _read(consumer, part, origin.encode(), end)
    finally:
        consumer.close()


def _read(consumer: Any, part: TopicPartition, key: bytes, end: int) -> list[bytes]:
    found: list[bytes] = []
    until = time.monotonic() + _READ_SECONDS
    while consumer.position(part) < end:
        if time.monotonic() > until:
            raise TimeoutError(f"the end of {part.topic} was not read in time")
        for records in consumer.poll(timeout_ms=200).values():
            found += [one.value for one in records if one.key == key and one.value]
    return found


def newest_of_ours(values: Sequence[bytes], keys: Sequence[VerifierKey]) -> Checkpoint | None:
    """Whoever may write to the topic could put anything there: only what we signed counts."""
    found = [one for value in values if (one := _read_note(value)) is not None]
    for _, note in sorted(found, key=lambda one: one[0], reverse=True):
        with contextlib.suppress(BadNote, NotSigned, BadSignature, OtherOrigin):
            return open_checkpoint(note, keys)[0]
    return None


def _read_note(value: bytes) -> tuple[int, str] | None:
    """The size that the note itself says, and the note."""
    try:
        note = msgspec.json.decode(value, type=Seal).checkpoint
        return read_checkpoint(read_note(note).text).size, note
    except (msgspec.MsgspecError, UnicodeDecodeError, BadNote):
        return None
