"""Checkpoints on their topic, on a real broker: all, in order, and as the log's memory."""

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from kafka import KafkaProducer

from services.bootstrap import open_service
from services.kafka.local import LocalKafka
from services.kafka.seals import SealsTopic
from services.kafka.topics import Topics, make_topics
from services.settings import Settings
from services.store.ledger import Ledger
from services.tools.docgen.asyncapi import asyncapi
from services.transparency.findings import Findings
from services.transparency.outlet import Outlet
from services.transparency.sealed_log import SealedLog
from services.transparency.sealer import Sealer
from services.verification.ahead import ahead_of_the_log
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.kafka.topics import read_topic
from tests.support.transparency import own_tree
from tests.support.transparency.sealing import (
    expect_sealed,
    fill,
    newest,
    quick,
    rolled_back,
    sealing,
    wait_for,
    with_key,
)

broker = own_broker


@pytest.fixture
def house(settings: Settings, tmp_path: Path) -> Settings:
    """Topics of the test's own, and keys and memory in a folder of its own."""
    told = settings.model_dump(include=settings.model_fields_set)
    return quick(tmp_path, **told)


def outlets(settings: Settings, ledger: Ledger) -> Callable[[], Sequence[Outlet]]:
    return lambda: [SealsTopic(settings, ledger.datastore)]


@contextmanager
def publishing(settings: Settings, ledger: Ledger) -> Iterator[Sealer]:
    with sealing(settings, ledger, outlets=outlets(settings, ledger)) as sealer:
        yield sealer


def published(settings: Settings) -> list[dict[str, object]]:
    records = read_topic(settings, Topics(settings.topic_prefix).seals)
    return [json.loads(record.value) for record in records]


def position(settings: Settings, ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT position FROM pitledger_relays WHERE topic = %s",
            (Topics(settings.topic_prefix).seals,),
        ).fetchone()
    return 0 if row is None else int(row["position"])


def wait_until_published(settings: Settings, ledger: Ledger) -> None:
    wait_for(lambda: position(settings, ledger) == newest(ledger).size + 1, 120)


def test_what_is_sealed_and_published_is_not_ahead_of_the_log(
    house: Settings, ledger: Ledger
) -> None:
    with publishing(house, ledger) as sealer:
        fill(ledger, 300)
        sealer.catch_up()
        wait_until_published(house, ledger)
    assert list(ahead_of_the_log(ledger)) == []
    with ledger.datastore.get_connection() as conn:
        conn.execute("UPDATE pitledger_relays SET position = position + 1")
    (found,) = ahead_of_the_log(ledger)
    assert f"{ledger.head() + 1} events were published on {house.topic_prefix}" in found.what


def test_every_checkpoint_is_on_the_topic_in_order(
    house: Settings, ledger: Ledger, root: Path
) -> None:
    with publishing(house, ledger) as sealer:
        for events in (1, 300, 700):
            fill(ledger, events)
            sealer.catch_up()
        wait_until_published(house, ledger)
    found = expect_sealed(house, ledger)
    records = read_topic(house, Topics(house.topic_prefix).seals)
    assert len({record.partition for record in records}) == 1
    message = asyncapi()["components"]["messages"]["Checkpoint"]
    schema = json.loads((root / "deploy/schemas/seals.v1.json").read_text())
    for sealed, record in zip(found, records, strict=True):
        told = json.loads(record.value)
        Draft202012Validator(schema).validate(told)
        Draft202012Validator(message["headers"]).validate(
            {name: value.decode() for name, value in record.headers}
        )
        headers = dict(record.headers)
        assert record.key == b"pitledger/house"
        assert headers["ce_id"] == f"pitledger/house/{sealed.size}".encode()
        assert headers["pl_position"] == str(sealed.size).encode()
        assert told["checkpoint"] == sealed.note
        checkpoint = own_tree.read_checkpoint(told["checkpoint"])
        assert (checkpoint.origin, checkpoint.size) == (told["origin"], told["size"])
        assert base64.b64decode(told["root"]) == checkpoint.root


def test_it_goes_on_from_where_it_was(house: Settings, ledger: Ledger) -> None:
    for _ in range(2):
        fill(ledger, 10)
        with publishing(house, ledger) as sealer:
            sealer.catch_up()
            wait_until_published(house, ledger)
    sizes = [told["size"] for told in published(house)]
    assert sizes == [sealed.size for sealed in SealedLog(ledger.datastore).all()]


def test_a_broker_that_is_away_holds_nothing_up(
    house: Settings, ledger: Ledger, broker: LocalKafka
) -> None:
    with publishing(house, ledger) as sealer:
        fill(ledger, 10)
        sealer.catch_up()
        wait_until_published(house, ledger)
        with broker_away(broker):
            for _ in range(3):
                fill(ledger, 10)
                sealer.catch_up()
            wait_for(lambda: "checkpoints do not go to" in (sealer.trouble() or ""), 120)
        wait_until_published(house, ledger)
        wait_for(lambda: sealer.trouble() is None)
    sizes = [told["size"] for told in published(house)]
    assert sorted(set(sizes), key=lambda size: int(str(size))) == [
        sealed.size for sealed in SealedLog(ledger.datastore).all()
    ]


def test_a_database_that_was_rolled_back_is_found_by_the_topic(
    house: Settings, ledger: Ledger
) -> None:
    """On a machine that has kept nothing aside."""
    fill(ledger, 100)
    with publishing(house, ledger) as sealer:
        sealer.catch_up()
        with rolled_back(ledger):
            fill(ledger, 100)
            sealer.catch_up()
            wait_until_published(house, ledger)
            sealer.close()
    (house.data / "seal.checkpoint").unlink()
    fill(ledger, 300)
    with publishing(house, ledger) as sealer:
        wait_for(lambda: "on the seals topic a checkpoint of 200" in (sealer.trouble() or ""))
    assert newest(ledger).size == 100
    [found] = Findings(ledger.datastore).open()
    assert found.kind == "rolled_back"


def test_nothing_is_signed_before_the_topic_was_looked_at(
    house: Settings, ledger: Ledger, broker: LocalKafka
) -> None:
    """Where nothing is kept aside: the topic may know of more than the database."""
    make_topics(house)
    fill(ledger, 10)
    with publishing(house, ledger) as sealer:
        with broker_away(broker):
            wait_for(lambda: "do not go to" in (sealer.trouble() or ""), 120)
            assert SealedLog(ledger.datastore).newest() is None
        sealer.catch_up(120)


def test_what_others_put_on_the_topic_stops_nobody(house: Settings, ledger: Ledger) -> None:
    make_topics(house)
    fill(ledger, 10)
    with publishing(house, ledger) as sealer:
        sealer.catch_up()
        wait_until_published(house, ledger)
    [*_, told] = published(house)
    note = str(told["checkpoint"])
    forged = [
        b"not JSON",
        b"{}",
        json.dumps({**told, "size": 10**6}).encode(),
        json.dumps({**told, "checkpoint": note.replace("\n10\n", "\n999\n")}).encode(),
        json.dumps({**told, "checkpoint": "no note"}).encode(),
    ]
    producer = KafkaProducer(bootstrap_servers=house.kafka_bootstrap)
    for value in forged:
        producer.send(Topics(house.topic_prefix).seals, value, b"pitledger/house").get(20)
    producer.close()
    fill(ledger, 10)
    with publishing(house, ledger) as sealer:
        sealer.catch_up()
        wait_until_published(house, ledger)
        wait_for(lambda: sealer.trouble() is None)


def test_a_whole_house_publishes_its_checkpoints(
    settings: Settings, database: str, tmp_path: Path
) -> None:
    told = settings.model_dump(include=settings.model_fields_set)
    own = with_key(tmp_path, **{**told, "database_url": database, "seal_seconds": 0.2})
    with open_service(own) as house:
        assert house.sealer is not None
        house.sealer.catch_up(120)
        ledger = house.storage.ledger
        wait_until_published(own, ledger)
        assert set(house.checks()) >= {"seal", "relay"}
        wait_for(lambda: house.checks()["seal"]() is None)
    assert published(own)[0]["size"] == 0
