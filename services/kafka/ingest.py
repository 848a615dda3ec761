"""Ingest: commands from the topic to the desk, each decided once however often it is delivered."""

import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

import msgspec
import structlog
from kafka import KafkaConsumer, KafkaProducer, OffsetAndMetadata, TopicPartition

from domain.commands import CommandError, parse_command
from domain.commands.day import DAY_COMMANDS
from domain.day.state import day_key
from services.desk import Answer, AnyDesk, CommandRefused, DeskBusy, OtherBody, Request
from services.entry import Entry
from services.kafka.rejection import Rejected, Rejection
from services.kafka.sending import NotTaken, new_producer
from services.kafka.topics import BOOTSTRAP_MS, RECONNECT_MS, Topics, make_topics
from services.metrics import INGESTED
from services.reading import Books
from services.settings import Settings
from services.store.ledger import Ledger
from services.tokens import Tokens
from services.worker import Worker

_log = structlog.get_logger("ingest")
_PAUSE_SECONDS: Final = 1.0
_BUSY_SECONDS: Final = 0.05
_MOST_BYTES: Final = 1_000_000


@dataclass(slots=True)
class Delivery:
    """One message, and what became of it."""

    record: Any
    request: Request | None = None
    rejected: Rejected | None = None

    @property
    def place(self) -> str:
        return f"{self.record.topic}/{self.record.partition}/{self.record.offset}"


class Ingest(Worker):
    """A thread: a poll of messages to the desk, their rejections out, then the offsets on."""

    name: Final = "ingest"

    def __init__(self, settings: Settings, ledger: Ledger, desk: AnyDesk) -> None:
        super().__init__("ingest")
        self._settings = settings
        self._ledger = ledger
        self._entry = Entry(settings, Books(ledger.datastore), Tokens.of(settings))
        self._desk = desk
        self._topics = Topics(settings.topic_prefix)
        self._trouble: str | None = "not started"

    def duties(self) -> list[str]:
        return [self.name]

    def trouble(self) -> str | None:
        return self._trouble

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001  stopping here would stop every table
                self._trouble = str(error) or repr(error)
                _log.warning("ingest failed; the messages will come again", why=self._trouble)
                self.closing.wait(_PAUSE_SECONDS)

    def _follow(self) -> None:
        make_topics(self._settings)
        producer = new_producer(self._settings)
        consumer = KafkaConsumer(
            self._topics.commands,
            bootstrap_servers=self._settings.kafka_bootstrap.split(","),
            group_id=f"{self._settings.topic_prefix}pitledger-ingest",
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            max_poll_records=500,
            session_timeout_ms=10_000,
            heartbeat_interval_ms=2_000,
            bootstrap_timeout_ms=BOOTSTRAP_MS,
            reconnect_backoff_max_ms=RECONNECT_MS,
        )
        try:
            while not self.closing.is_set():
                polled = consumer.poll(timeout_ms=500)
                self._trouble = None
                records = [record for part in polled.values() for record in part]
                if records:
                    self._take(records, producer)
                    consumer.commit(_offsets(polled))
        finally:
            consumer.close(autocommit=False)
            producer.close(timeout=1)

    def _take(self, records: list[Any], producer: KafkaProducer) -> None:
        """Nothing is left undecided when this returns; only then do the offsets move."""
        deliveries = [read_delivery(record, self._entry) for record in records]
        known = self._ledger.refused_deliveries([one.place for one in deliveries])
        for one in deliveries:
            if one.place in known:
                rule, reason = known[one.place]
                one.rejected, one.request = Rejected(rule, reason, "refused"), None
        answers = [(one, self._hand_in(one.request)) for one in deliveries if one.request]
        for one, answer in answers:
            one.rejected = _outcome(answer)
        self._reject([one for one in deliveries if one.rejected is not None], producer)
        for one in deliveries:
            INGESTED.labels(one.rejected.problem if one.rejected else "accepted").inc()

    def _hand_in(self, request: Request) -> "Future[Answer]":
        while True:
            try:
                return self._desk.submit(request)
            except DeskBusy:
                time.sleep(_BUSY_SECONDS)

    def _reject(self, rejected: list[Delivery], producer: KafkaProducer) -> None:
        futures = [
            producer.send(self._topics.rejections, key=one.record.key, value=rejection(one))
            for one in rejected
        ]
        producer.flush(timeout=30)
        for future in futures:
            if not future.succeeded():
                raise NotTaken(f"the broker did not take a rejection: {future.exception!r}")


def read_delivery(record: Any, entry: Entry) -> Delivery:
    """A command out of a message; what cannot be read is rejected, and the position goes on."""
    delivery = Delivery(record)
    try:
        delivery.request = entry.prepare([_command(delivery)], delivery.place)
    except CommandError as error:
        delivery.rejected = Rejected(None, str(error), "invalid-command")
    return delivery


def _command(delivery: Delivery) -> Any:
    record = delivery.record
    if record.value is None or len(record.value) > _MOST_BYTES:
        raise CommandError([{"where": "message", "what": "empty, or larger than a command is"}])
    try:
        content = msgspec.json.decode(record.value)
        key = None if record.key is None else record.key.decode()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError([{"where": "message", "what": f"not JSON: {error}"}]) from None
    if not isinstance(content, dict):
        raise CommandError([{"where": "message", "what": "a command is a JSON object"}])
    if key is not None:
        _check_key(key, content)
    # A message that comes again from the same place is the same command.
    content.setdefault("command_id", str(uuid5(NAMESPACE_URL, delivery.place)))
    return parse_command(content)


def _check_key(key: str, content: dict[str, Any]) -> None:
    """The stream: the table, which need not be told again, or the day."""
    if content.get("command") in DAY_COMMANDS:
        stream, names = day_key(str(content.get("day"))), "day is"
    else:
        stream, names = content.setdefault("table", key), "table"
    if stream != key:
        what = f"the message's key is {key!r}, the command's {names} {stream!r}"
        raise CommandError([{"where": "key", "what": what}])


def _outcome(answer: "Future[Answer]") -> Rejected | None:
    try:
        answer.result()
    except CommandRefused as refused:
        return Rejected(refused.refusal.rule, refused.refusal.reason, "refused")
    except OtherBody as error:
        return Rejected(None, str(error), "other-body")
    return None


def rejection(delivery: Delivery) -> bytes:
    """A delivery's message to the rejections topic."""
    assert delivery.rejected is not None
    record = delivery.record
    return msgspec.json.encode(
        Rejection(
            rejected=delivery.rejected,
            topic=record.topic,
            partition=record.partition,
            offset=record.offset,
            command=(record.value or b"")[:_MOST_BYTES].decode(errors="replace"),
        )
    )


def _offsets(polled: dict[TopicPartition, list[Any]]) -> dict[TopicPartition, Any]:
    return {
        part: OffsetAndMetadata(records[-1].offset + 1, "", -1) for part, records in polled.items()
    }
