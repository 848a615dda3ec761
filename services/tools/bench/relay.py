"""The relay: events a second onto a real topic, beside a bare producer of the same messages."""

import time
from collections.abc import Iterator
from typing import Final

from services.kafka.relay import Relay
from services.kafka.sending import as_message, new_producer
from services.kafka.topics import make_topics
from services.settings import Settings
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import TABLES, floor_commands, grow, hand_in, new_ledger

_EVENTS: Final = 40_000


def run(server: str, rounds: int, settings: Settings) -> Iterator[Figure]:
    with new_ledger(server) as ledger:
        hand_in(ledger, floor_commands(TABLES, rounds))
        grow(ledger, _EVENTS)
        topics = make_topics(settings)
        ours = _relayed(settings, ledger)
        raw = _bare(settings, ledger, topics.seals)
    yield Figure(
        bench="relay", what="events onto the topic", value=ours, unit="events/s",
        baseline=raw, baseline_name="bare producer, the same messages",
    )  # fmt: skip


def _relayed(settings: Settings, ledger: Ledger) -> float:
    """From the first page to the last: getting ready is done once, not for every event."""
    relay, head = Relay(settings, ledger), ledger.head()
    relay.start()
    while not (first := _position(ledger)):
        time.sleep(0.001)
    with stopwatch() as watch:
        relay.catch_up()
    relay.close()
    return (head - first) / watch.seconds


def _position(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT max(position) AS position FROM pitledger_relays").fetchone()
    return int(row["position"] or 0) if row else 0


def _bare(settings: Settings, ledger: Ledger, topic: str) -> float:
    """Keys, headers and values as the relay sends them, all at hand beforehand."""
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(
            "SELECT notification_id AS position, originator_id AS key, originator_version AS seq,"
            " topic, state FROM pitledger_events ORDER BY notification_id"
        ).fetchall()
    messages = [
        (
            row["key"].encode(),
            row["state"],
            as_message(tuple(row.values()), settings.source()).headers,
        )
        for row in rows
    ]
    producer = new_producer(settings)
    producer.send(topic, b"warm").get(30)
    with stopwatch() as watch:
        for key, value, told in messages:
            producer.send(topic, key=key, value=value, headers=told)
        producer.flush()
    producer.close()
    return len(messages) / watch.seconds
