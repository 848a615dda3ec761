"""Commands from the topic: each decided once, what leads to nothing rejected with the reason."""

import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kafka import KafkaAdminClient, KafkaProducer

from services.desk import DeskInterface
from services.kafka.ingest import Ingest
from services.kafka.topics import Topics, make_topics
from services.runtime.spans import Span, hand_spans_to
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.topics import read_topic
from tests.support.store.playing import buy_in, open_table, running


@contextmanager
def ingesting(settings: Settings, ledger: Ledger, desk: DeskInterface) -> Iterator[Ingest]:
    ingest = Ingest(settings, ledger, desk)
    ingest.start()
    try:
        yield ingest
    finally:
        ingest.close()


def send(settings: Settings, *messages: tuple[str | None, bytes | dict[str, Any]]) -> None:
    make_topics(settings)
    producer = KafkaProducer(bootstrap_servers=settings.kafka_bootstrap, max_request_size=2_000_000)
    for key, value in messages:
        body = json.dumps(value).encode() if isinstance(value, dict) else value
        told = None if key is None else key.encode()
        producer.send(Topics(settings.topic_prefix).commands, key=told, value=body).get(10)
    producer.close()


def rejections(settings: Settings) -> list[dict[str, Any]]:
    topic = Topics(settings.topic_prefix).rejections
    return [json.loads(record.value) for record in read_topic(settings, topic)]


def test_commands_become_events_and_refusals_rejections(settings: Settings, ledger: Ledger) -> None:
    send(
        settings,
        ("PG01", open_table("PG01")),
        ("PG01", {"command": "buy_in", "seat": 1, "amount": 500}),
        ("PG01", {"command": "roll", "dice": [1, 2, 3]}),
        ("PG01", buy_in("PG01", 700)),
    )
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 3 and len(rejections(settings)) == 1)
    (told,) = rejections(settings)
    assert told["rejected"]["rule"] == "control:round-open"
    assert told["rejected"]["problem"] == "refused"
    assert json.loads(told["command"])["command"] == "roll"
    (record,) = read_topic(settings, Topics(settings.topic_prefix).rejections)
    headers = {name: value.decode() for name, value in record.headers}
    place = f"{told['topic']}/{told['partition']}/{told['offset']}"
    assert headers == {
        "ce_id": place,
        "ce_type": "pitledger.Rejection.v1",
        "ce_source": settings.source(),
        "ce_time": headers["ce_time"],
        "ce_specversion": "1.0",
        "content-type": "application/json",
        "pl_command_id": str(uuid.uuid5(uuid.NAMESPACE_URL, place)),
        "traceparent": headers["traceparent"],
        "X-Request-ID": headers["X-Request-ID"],
    }
    assert told["command_id"] == headers["pl_command_id"]


def test_a_command_that_is_sent_again_is_acknowledged(settings: Settings, ledger: Ledger) -> None:
    """Its sender waits for events that came long ago; a message without an id is never one."""
    named = {**buy_in("PG01", 700), "command_id": str(uuid.uuid4())}
    send(settings, ("PG01", open_table("PG01")), ("PG01", named), ("PG01", named))
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: len(rejections(settings)) == 1)
    assert ledger.head() == 2
    (told,) = rejections(settings)
    assert told["rejected"] == {
        "rule": None,
        "reason": "it was accepted before: PG01/2 to PG01/2 are its events",
        "problem": "repeated",
    }
    assert told["command_id"] == named["command_id"]


def test_a_repeat_is_known_by_who_has_forgotten_the_first(
    settings: Settings, ledger: Ledger
) -> None:
    named = {**buy_in("PG01", 700), "command_id": str(uuid.uuid4())}
    send(settings, ("PG01", open_table("PG01")), ("PG01", named))
    with running(ledger) as desk:
        with ingesting(settings, ledger, desk):
            wait_for(lambda: ledger.head() == 2)
        send(settings, ("PG01", named))
        with ingesting(settings, ledger, desk):
            wait_for(lambda: len(rejections(settings)) == 1)
    (told,) = rejections(settings)
    assert told["rejected"]["problem"] == "repeated"


def test_what_cannot_be_read_is_rejected_and_the_position_goes_on(
    settings: Settings, ledger: Ledger
) -> None:
    used = str(uuid.uuid4())
    bad: list[tuple[str | None, bytes | dict[str, Any]]] = [
        ("PG01", b"\xff\xfe not json"),
        ("PG01", b"[1, 2]"),
        ("PG01", {"command": "dance"}),
        ("PG01", {"command": "roll", "dice": [1, 2, 7]}),
        ("PG02", buy_in("PG01")),
        (None, {"command": "open_round"}),
        (
            "PG01",
            b'{"command": "buy_in", "seat": 1, "amount": 100, "note": "' + b"x" * 1_000_100 + b'"}',
        ),
        ("PG01", b""),
        ("PG01", b"null"),
        ("PG01", b'"a word"'),
        ("PG01", b"[" * 5000),
        ("PG01", buy_in("PG01", 999, command_id=used)),
    ]
    send(
        settings,
        ("PG01", open_table("PG01")),
        ("PG01", buy_in("PG01", command_id=used)),
        *bad,
        ("PG01", buy_in("PG01", 300)),
    )
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 3 and len(rejections(settings)) == len(bad))
    reasons = " ".join(told["rejected"]["reason"] for told in rejections(settings))
    for word in (
        "not JSON",
        "larger than a command",
        "JSON object",
        "'dance'",
        "dice",
        "key is 'PG02'",
        "no table",
        used,
    ):
        assert word in reasons


def test_a_message_delivered_again_is_not_decided_again(settings: Settings, ledger: Ledger) -> None:
    """The refusal stands although the table is open by the time the message comes again."""
    send(settings, ("PG01", {"command": "buy_in", "seat": 1, "amount": 500}))
    with running(ledger) as desk:
        with ingesting(settings, ledger, desk):
            wait_for(lambda: len(rejections(settings)) == 1)
        send(settings, ("PG01", open_table("PG01")), ("PG01", buy_in("PG01", 100)))
        with ingesting(settings, ledger, desk):
            wait_for(lambda: ledger.head() == 2)
        assert len(rejections(settings)) == 1, "what was committed does not come again"
        forget_offsets(settings)
        with ingesting(settings, ledger, desk):
            wait_for(lambda: len(rejections(settings)) == 2)
    assert ledger.head() == 2


def forget_offsets(settings: Settings) -> None:
    """As if ingest had died before it committed any offset."""
    admin = KafkaAdminClient(bootstrap_servers=settings.kafka_bootstrap)
    admin.delete_groups([f"{settings.topic_prefix}pitledger-ingest"])
    admin.close()


def test_a_rejection_is_found_by_the_ids_of_its_message(settings: Settings, ledger: Ledger) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    traceparent = f"00-{trace}-00f067aa0ba902b7-01".encode()
    topic, producer = (
        make_topics(settings),
        KafkaProducer(bootstrap_servers=settings.kafka_bootstrap),
    )
    for headers in (
        [("traceparent", traceparent), ("X-Request-ID", b"device-7.42")],
        [("traceparent", traceparent), ("traceparent", traceparent), ("X-Request-ID", b"\xff\x00")],
        [],
    ):
        producer.send(topic.commands, b"no command", b"PG01", headers).get(10)
    producer.close()
    spans: list[Span] = []
    hand_spans_to(spans.append)
    try:
        with running(ledger) as desk, ingesting(settings, ledger, desk):
            wait_for(lambda: len(rejections(settings)) == 3)
    finally:
        hand_spans_to(None)
    named, twice, plain = (
        {name: value.decode() for name, value in record.headers}
        for record in read_topic(settings, Topics(settings.topic_prefix).rejections)
    )
    assert named["X-Request-ID"] == "device-7.42"
    assert re.fullmatch(rf"00-{trace}-(?!00f067aa0ba902b7)[0-9a-f]{{16}}-01", named["traceparent"])
    for made in (twice, plain):
        assert made["X-Request-ID"] == made["traceparent"].split("-")[1] != trace
    (span,) = [span for span in spans if span.trace_id == trace]
    assert (span.name, span.parent_id) == (f"{topic.commands} process", "00f067aa0ba902b7")
    assert span.span_id == named["traceparent"].split("-")[2]
    assert span.facts["pitledger.outcome"] == "invalid-command"
