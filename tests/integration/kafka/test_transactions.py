"""Only what was committed is booked; what an open transaction holds up is told."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from kafka import KafkaProducer

from services.kafka.topics import Topics, make_topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.sent import as_bytes, committed, send_raw
from tests.support.store.playing import buy_in, open_table, running

OPEN = {"key": b"PG01", "value": as_bytes(open_table("PG01"))}
GOOD = {"key": b"PG01", "value": as_bytes(buy_in("PG01", 300))}


@contextmanager
def transacting(settings: Settings) -> Iterator[KafkaProducer]:
    make_topics(settings)
    producer = KafkaProducer(
        bootstrap_servers=settings.kafka_bootstrap,
        transactional_id=uuid.uuid4().hex,
        transaction_timeout_ms=60_000,
    )
    producer.init_transactions()
    yield producer
    producer.close()


def put(producer: KafkaProducer, settings: Settings, amount: int) -> None:
    topic, value = Topics(settings.topic_prefix).commands, as_bytes(buy_in("PG01", amount))
    producer.send(topic, key=b"PG01", value=value, partition=0)
    producer.flush()


def amounts(ledger: Ledger) -> list[int]:
    return [
        told["amount"]
        for entry in ledger.log_after(0, 100)
        if (told := json.loads(entry.state))["event"] == "ChipsBought"
    ]


def test_what_was_aborted_is_never_booked(settings: Settings, ledger: Ledger) -> None:
    send_raw(settings, OPEN)
    with transacting(settings) as producer:
        for amount, end in (
            (100, producer.abort_transaction),
            (200, producer.commit_transaction),
            (400, producer.abort_transaction),
        ):
            producer.begin_transaction()
            put(producer, settings, amount)
            end()
    send_raw(settings, {**GOOD, "value": as_bytes(buy_in("PG01", 800))})
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: committed(settings) == 8, 30)
    assert amounts(ledger) == [200, 800]


def test_what_is_open_is_told_and_booked_once_it_is_committed(
    settings: Settings, ledger: Ledger
) -> None:
    send_raw(settings, OPEN)
    with running(ledger) as desk, ingesting(settings, ledger, desk) as ingest:
        with transacting(settings) as producer:
            wait_for(lambda: ledger.head() == 1 and ingest.trouble() is None, 30)
            producer.begin_transaction()
            put(producer, settings, 100)
            send_raw(settings, {**GOOD, "value": as_bytes(buy_in("PG01", 200))})
            told = (
                f"partition 0 of {Topics(settings.topic_prefix).commands} waits for an open"
                " transaction at offset 1"
            )
            wait_for(lambda: ingest.trouble() == told, 30)
            assert amounts(ledger) == []
            producer.commit_transaction()
            wait_for(lambda: amounts(ledger) == [100, 200], 30)
        wait_for(lambda: ingest.trouble() is None, 30)
