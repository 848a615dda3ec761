"""The relay: events a second onto a real topic, beside a bare producer of the same bytes."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kafka import KafkaProducer

from services.bench.figures import Figure, stopwatch
from services.bench.following import fill
from services.bench.material import new_ledger
from services.kafka.local import KafkaMissing, LocalKafka
from services.kafka.relay import Relay
from services.kafka.sending import new_producer
from services.kafka.topics import make_topics
from services.settings import Settings, read_settings
from services.store.ledger import Ledger


def run(server: str, rounds: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="pitledger-kafka-") as folder:
        try:
            broker = LocalKafka(Path(folder))
            broker.start()
        except KafkaMissing as missing:
            print(f"relay is left out: {missing}", file=sys.stderr)  # noqa: T201
            return
        try:
            with new_ledger(server) as ledger:
                fill(ledger, 50, rounds)
                ours, raw = _measure(ledger, broker)
        finally:
            broker.stop()
    yield Figure(
        bench="relay", what="events onto the topic", value=ours, unit="events/s",
        baseline=raw, baseline_name="bare producer, same bytes",
    )  # fmt: skip


def _measure(ledger: Ledger, broker: LocalKafka) -> tuple[float, float]:
    settings = read_settings({}, kafka_bootstrap=broker.bootstrap)
    make_topics(settings)
    relay = Relay(settings, ledger)
    with stopwatch() as ours:
        relay.start()
        relay.catch_up()
    relay.close()
    raw = _bare(new_producer(settings), ledger, settings)
    return ledger.head() / ours.seconds, ledger.head() / raw


def _bare(producer: KafkaProducer, ledger: Ledger, settings: Settings) -> float:
    topic = make_topics(settings).seals
    rows = ledger.log_after(0, 10**7)
    with stopwatch() as watch:
        for number, entry in enumerate(rows):
            producer.send(topic, key=b"PG%d" % (number % 50), value=entry.state)
        producer.flush()
    producer.close()
    return watch.seconds
