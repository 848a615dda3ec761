"""Ingest: commands from the topic to the desk, each decided once however often it is delivered."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Final

import structlog
from kafka import KafkaProducer, OffsetAndMetadata, TopicPartition
from kafka.errors import MessageSizeTooLargeError

from domain.commands import CommandError
from domain.gaming_day import write_moment
from domain.refusals import Refused
from services.desk import Answer, CommandRefused, DeskBusy, DeskInterface, OtherBody, Request
from services.desk.clock import utc_now
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.kafka.careful import join_group
from services.kafka.delivery import OUTAGES, Delivery, read_delivery
from services.kafka.rejection import (
    BRIEF_BYTES,
    KIND,
    MOST_BYTES,
    Rejected,
    encode_rejection,
    rejection_key,
)
from services.kafka.repeats import Repeats, read_place
from services.kafka.sending import COMMAND_ID, CONTENT_TYPE, SPEC, new_producer, trail_headers
from services.kafka.topics import Topics, make_topics
from services.kafka.watch import BrokerWatch
from services.queries import Queries
from services.refusal_masking import disclosed, mask_text
from services.runtime.metrics import INGESTED
from services.runtime.spans import Span, is_tracing, record
from services.runtime.worker import Worker
from services.sessions.kept import KeptSessions
from services.sessions.sessions import Sessions
from services.settings import Settings
from services.store.ledger import Ledger
from services.tempo import milliseconds, seconds

_log = structlog.get_logger("ingest")
_PAUSE_SECONDS: Final = seconds(1.0)
_BUSY_SECONDS: Final = 0.05
_POLL_MS: Final = milliseconds(500)
_TAKEN_WITHIN_SECONDS: Final = 30


class Ingest(Worker):
    """A thread: a poll of messages to the desk, their rejections out, then the offsets on."""

    name: Final = "ingest"

    def __init__(self, settings: Settings, ledger: Ledger, desk: DeskInterface) -> None:
        super().__init__("ingest")
        self._settings = settings
        self._tokens = Tokens.of(settings)
        self._ledger = ledger
        secret_of = None
        if self._tokens is not None and settings.oidc_issuer:
            kept = KeptSessions(ledger.datastore)
            secret_of = Sessions(settings, kept, self._tokens).secret_of
        self._entry = Entry(settings, Queries(ledger.datastore), self._tokens, secret_of=secret_of)
        self._desk = desk
        self._topics = Topics(settings.topic_prefix)
        self._watch = BrokerWatch(settings, self.name, self._topics.commands)
        self._rejection_bytes = MOST_BYTES
        self._repeats = Repeats()
        self._trouble: str | None = "not started"

    def duties(self) -> list[str]:
        return [self.name]

    def trouble(self) -> str | None:
        return self._watch.away() or self._trouble or self._watch.trouble()

    def run(self) -> None:
        self._watch.start()
        while not self.closing.is_set():
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001  stopping here would stop every table
                self._trouble = str(error) or repr(error)
                _log.warning("ingest failed; the messages will come again", why=self._trouble)
                self.closing.wait(_PAUSE_SECONDS)
        self._watch.close()

    def _follow(self) -> None:
        make_topics(self._settings)
        producer = new_producer(self._settings)
        consumer = None
        try:
            consumer = join_group(
                self._settings, self._topics.commands, "pitledger-ingest", max_poll_records=500
            )
            while not self.closing.is_set():
                polled = consumer.poll(timeout_ms=_POLL_MS)
                self._trouble = None
                records = [record for part in polled.values() for record in part]
                if records:
                    self._take(records, producer)
                    consumer.commit(_offsets(polled))
        finally:
            if consumer is not None:
                consumer.close(autocommit=False)
            producer.close(timeout=1)

    def _take(self, records: list[Any], producer: KafkaProducer) -> None:
        """Nothing is left undecided when this returns; only then do the offsets move."""
        began_ns = time.time_ns()
        deliveries = [read_delivery(record, self._entry, self._tokens) for record in records]
        known = self._ledger.refused_deliveries([one.place for one in deliveries])
        for one in deliveries:
            if one.place in known:
                rule, reason = known[one.place]
                one.rejected = _refused(one.request, Refused(rule, reason))
                one.request = None
        for one in deliveries:
            self._repeats.note(one)
        answers = [(one, self._submit(one.request)) for one in deliveries if one.request]
        for one, answer in answers:
            one.rejected = self._outcome(one, answer)
        self._reject([one for one in deliveries if one.rejected is not None], producer)
        for one in deliveries:
            INGESTED.labels(one.outcome).inc()
            if one.trail.sampled and is_tracing():
                record(_span(one, began_ns))

    def _submit(self, request: Request) -> "Future[Answer]":
        while True:
            try:
                return self._desk.submit(request)
            except DeskBusy:
                time.sleep(_BUSY_SECONDS)

    def _outcome(self, one: Delivery, answer: "Future[Answer]") -> Rejected | None:
        """Once more where the desk fails at a command: it may have failed beside another one."""
        try:
            return _verdict(one, answer, self._repeats.is_one)
        except OUTAGES:
            raise
        except Exception as error:  # noqa: BLE001  tried again, and rejected if it stays so
            marks = one.trail.marks()
            _log.warning("a command failed; once more", place=one.place, why=repr(error), **marks)
        assert one.request is not None
        try:
            again = self._submit(replace(one.request, is_settled=False, attempts=0))
            return _verdict(one, again, self._repeats.is_one)
        except OUTAGES:
            raise
        except Exception as error:  # noqa: BLE001  else its partition would stand still for ever
            _log.exception("a command failed twice; it is rejected", place=one.place, **marks)
            reason = f"the service failed at this command twice: {error!r}; its log says more"
            return Rejected(None, reason, "failed")

    def _reject(self, rejected: list[Delivery], producer: KafkaProducer) -> None:
        for one in rejected:
            why = one.rejected
            assert why is not None
            about = {
                "problem": why.problem,
                "why": mask_text(why.reason)[:500],
                **one.trail.marks(),
            }
            _log.info("rejected", place=one.place, **about)
        sent = [self._send(one, producer) for one in rejected]
        producer.flush(timeout=_TAKEN_WITHIN_SECONDS)
        for future in sent:
            try:
                future.get(timeout=_TAKEN_WITHIN_SECONDS)
            except MessageSizeTooLargeError:
                # The topic's owner allows less than usual: from now on little but the reason. The
                # messages come again, since a producer takes nothing more after this.
                self._rejection_bytes = BRIEF_BYTES
                raise

    def _send(self, one: Delivery, producer: KafkaProducer) -> Any:
        assert one.rejected is not None
        value = encode_rejection(
            one.rejected, one.record, self._rejection_bytes, command_id=one.command_id
        )
        headers = headers_of(one, self._settings.source())
        return producer.send(self._topics.rejections, value, rejection_key(one.record), headers)


def _span(one: Delivery, began_ns: int) -> Span:
    trail = one.trail
    facts = {
        "messaging.system": "kafka",
        "messaging.destination.name": one.record.topic,
        "pitledger.place": one.place,
        "pitledger.outcome": one.outcome,
        "pitledger.request_id": trail.request_id,
    }
    return Span(
        f"{one.record.topic} process",
        *(trail.trace_id, trail.span_id, trail.parent_id),
        *(began_ns, time.time_ns(), facts),
        is_entry=True,
        failed=one.outcome == "failed",
    )


def headers_of(one: Delivery, source: str) -> list[tuple[str, bytes]]:
    """CloudEvents 1.0, as events have them."""
    told = [
        ("ce_id", one.place.encode()),
        ("ce_type", KIND.encode()),
        ("ce_source", source.encode()),
        ("ce_time", write_moment(utc_now()).encode()),
        SPEC,
        CONTENT_TYPE,
        *trail_headers(one.trail),
    ]
    return told if one.command_id is None else [*told, (COMMAND_ID, one.command_id.encode())]


def _verdict(
    one: Delivery,
    answer: "Future[Answer]",
    told_again: Callable[[Delivery, Answer], bool],
) -> Rejected | None:
    try:
        answered = answer.result()
    except CommandRefused as refused:
        return _refused(one.request, refused.refusal)
    except OtherBody as error:
        return Rejected(None, str(error), "other-body")
    except CommandError as error:
        return Rejected(None, str(error), "invalid-command")
    return _acknowledged(answered) if answered.repeated and told_again(one, answered) else None


def _refused(request: Request | None, refusal: Refused) -> Rejected:
    """Who reads the topic has no role: told as to anybody, the same each time."""
    if request is None:  # refused before, and its sender is not let in any more
        return Rejected(refusal.rule, "it was refused by this rule before", "refused")
    told = disclosed(request.commands, refusal, 0, is_kept=True)
    return Rejected(told.rule, told.reason, "refused")


def _acknowledged(answered: Answer) -> Rejected:
    """Who repeats a command waits for events that came long ago."""
    first, last = (read_place(answered.events[end]) for end in (0, -1))
    places = f"{first.key}/{first.seq} to {last.key}/{last.seq}"
    return Rejected(None, f"it was accepted before: {places} are its events", "repeated")


def _offsets(polled: dict[TopicPartition, list[Any]]) -> dict[TopicPartition, Any]:
    return {
        part: OffsetAndMetadata(records[-1].offset + 1, "", -1) for part, records in polled.items()
    }
