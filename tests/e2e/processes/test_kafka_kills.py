"""A run with everything killed at random moments: books, topics and pages are whole."""

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from services.kafka.local import LocalKafka
from services.kafka.topics import Topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.support.domain.salted import WRITTEN
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.kafka.topics import read_topic
from tests.support.processes.books import expect_whole
from tests.support.processes.load import Load
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import is_gone, wait_for
from tests.support.share import IS_RELEASE

broker = own_broker

KILLS = 22 if IS_RELEASE else 8
PARTS = ("api", "follow")
SEED = "TEST_SEED"
LOAD_SECONDS = 2.0 * KILLS


def test_whatever_is_killed_nothing_is_lost_or_doubled(
    settings: Settings,
    environment: dict[str, str],
    broker: LocalKafka,
    ledger: Ledger,
    data: Path,
) -> None:
    """It takes half a minute: after each kill the parts start again and are let into their groups."""
    seed = int(os.environ.get(SEED) or random.randrange(10**6))
    print(f"{SEED}={seed}")  # noqa: T201  a failure can be played again
    # Eight tables: the eighth plays for a progressive meter, a stream beside its own.
    load = Load(by_http=4, by_topic=4, rounds=14, seed=seed)
    with served(data, **environment, PITLEDGER_MASKED_TOPIC="on") as service:
        load.start(service.url, settings, LOAD_SECONDS)
        for part in disturbances(Random(seed)):
            disturb(part, service, broker)
        load.join(120)
        wait_for(lambda: accepted(ledger) == load.total, 120)
        wait_for(lambda: all_folded(ledger), 120)
        wait_for(lambda: relayed(ledger) == ledger.head(), 120)
        parts = service.parts()
        assert service.stop() == 0
        assert all(is_gone(pid) for pid in parts.values())
    stored = expect_whole(
        settings.database_url, load.acknowledged, load.rounds, commands=load.total
    )
    topics = Topics(settings.topic_prefix)
    assert published(settings) == published(settings, topics.masked) == by_key(stored)
    assert not any(WRITTEN.search(record.value) for record in read_topic(settings, topics.masked))
    assert any(event["event"] == "MeterContributed" for event in stored)
    # Who had no answer in time sends again, and is told that it was done; nothing else is rejected.
    records = read_topic(settings, topics.rejections)
    rejected = [json.loads(one.value)["rejected"]["problem"] for one in records]
    assert {*rejected} <= {"repeated"}


def disturbances(luck: Random) -> Iterator[str]:
    """Every part several times and the broker twice, in an order by chance, with pauses."""
    names = [*PARTS * (KILLS // len(PARTS)), *luck.choices(PARTS, k=KILLS % len(PARTS))]
    luck.shuffle(names)
    names.insert(luck.randrange(KILLS // 4, KILLS // 2), "broker, cleanly")
    names.insert(luck.randrange(KILLS // 2 + 1, KILLS), "broker, hard")
    for name in names:
        time.sleep(luck.uniform(0.2, 2.5))
        yield name


def disturb(name: str, service: Service, broker: LocalKafka) -> None:
    if name.startswith("broker"):
        with broker_away(broker, cleanly=name == "broker, cleanly"):
            return
    wait_for(lambda: name in service.parts())
    os.kill(service.parts()[name], signal.SIGKILL)


def accepted(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT count(*) AS commands FROM pitledger_commands").fetchone()
    assert row is not None
    return int(row["commands"])


def relayed(ledger: Ledger) -> int:
    """How far all of the topics are that carry the log."""
    query = "SELECT min(position) AS position FROM pitledger_relays WHERE topic LIKE '%.events.%'"
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(query).fetchone()
    return (row["position"] or 0) if row else 0


def published(settings: Settings, topic: str = "") -> dict[str, list[str]]:
    """What a topic, that of the events if none is named, holds of each key, repeats left out."""
    seen: dict[str, dict[str, None]] = {}
    for record in read_topic(settings, topic or Topics(settings.topic_prefix).events):
        told = dict(record.headers)
        seen.setdefault(record.key.decode(), {})[told["ce_id"].decode()] = None
    return {key: list(ids) for key, ids in seen.items()}


def by_key(stored: list[dict[str, Any]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in stored:
        found.setdefault(event["key"], []).append(f"{event['key']}/{event['seq']}")
    return found
