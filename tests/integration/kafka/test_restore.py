"""A database made again from the events topic, and from an archive and the topic together."""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from kafka import KafkaProducer

from services.archive.from_topic import TopicLog
from services.archive.restore import Restore, Restored, Sources
from services.archive.restoring import CannotRestore
from services.archive.walking import WholeArchive
from services.kafka.relay import Relay
from services.kafka.sending import as_message
from services.kafka.topics import Topics, make_topics
from services.settings import Settings
from services.store.archived import ArchiveAway
from services.store.database import open_datastore
from services.store.embedded import serving_address
from services.store.ledger import Ledger
from services.store.log_row import BadEntry, LogRow, read_row
from tests.integration.archive.test_restoring import CHECKPOINTS, COMMANDS, TILES, log_of, rows
from tests.support.archive.house import House
from tests.support.store.databases import empty_database, new_database
from tests.support.store.playing import buy_in, do, open_table, running
from tests.support.transparency.at_once import KEY

MakeHouse: TypeAlias = Callable[[], House]


@pytest.fixture
def new_house(server: str, tmp_path: Path) -> Iterator[MakeHouse]:
    with ExitStack() as stack:

        def make() -> House:
            url = new_database(server)
            datastore = open_datastore(url, connections=4)
            stack.callback(datastore.close)
            return House(Ledger(datastore), tmp_path / uuid.uuid4().hex, url)

        yield make


@contextmanager
def relaying(settings: Settings, ledger: Ledger) -> Iterator[None]:
    relay = Relay(settings, ledger)
    relay.start()
    try:
        relay.catch_up(60)
        yield
    finally:
        relay.close()


def publish(settings: Settings, house: House) -> None:
    with relaying(settings, house.ledger):
        pass


def send(settings: Settings, *messages: LogRow, **changed: bytes) -> None:
    """By hand: what a relay would send, or what it would not."""
    topic = make_topics(settings).events
    producer = KafkaProducer(bootstrap_servers=settings.kafka_bootstrap)
    for row in messages:
        stored = row.position, row.key, row.seq, row.topic, row.state
        told = as_message(stored, "/pitledger/house").headers
        told = [(name, changed.get(name, value)) for name, value in told]
        key = changed.get("key", row.key.encode())
        producer.send(topic, changed.get("value", row.state), key, told).get(20)
    producer.close()


def restored(house: House, sources: Sources, *, complete: bool = False, **more: Any) -> Restored:
    with house.owner() as owner:
        restoring = Restore(house.ledger, owner, sources)
        restoring.load(complete=complete)
        return restoring.prove(**more)


@contextmanager
def at(url: str, archive: Path) -> Iterator[House]:
    datastore = open_datastore(url, connections=4)
    try:
        yield House(Ledger(datastore), archive, url)
    finally:
        datastore.close()


def small_log(house: House, events: int, table: str = "PG01") -> list[LogRow]:
    with running(house.ledger) as desk:
        do(desk, open_table(table), *(buy_in(table) for _ in range(events - 1)))
    return [read_row(one.position, one.state) for one in house.ledger.log_after(0, 10**6)]


def test_a_log_is_restored_from_its_topic(settings: Settings, new_house: MakeHouse) -> None:
    house, again = new_house(), new_house()
    house.play(2)
    house.archive()
    publish(settings, house)
    send(settings, *[read_row(e.position, e.state) for e in house.ledger.log_after(5, 40)])  # twice
    done = restored(again, Sources(topic=TopicLog(settings)))
    assert (done.events, done.checkpoints) == (house.ledger.head(), 0)
    assert log_of(again.ledger) == log_of(house.ledger)
    assert rows(again.ledger, COMMANDS) == rows(house.ledger, COMMANDS)
    assert rows(again.ledger, TILES) == rows(house.ledger, TILES)
    # What came from the topic is not sent there again.
    ((position,),) = rows(again.ledger, "SELECT position FROM pitledger_relays")
    assert position == house.ledger.head()


def test_checkpoints_of_the_seals_topic_are_held_against_it(
    settings: Settings, new_house: MakeHouse
) -> None:
    house = new_house()
    small_log(house, 300)
    house.archive()
    publish(settings, house)
    ((size, _, note, _, _),) = rows(house.ledger, CHECKPOINTS)
    producer = KafkaProducer(bootstrap_servers=settings.kafka_bootstrap)
    seals = Topics(settings.topic_prefix).seals
    good = {"checkpoint": note, "at": "2026-03-01T00:00:00Z", "size": size}
    forged = {**good, "checkpoint": note.replace(f"\n{size}\n", "\n299\n")}
    for value in (json.dumps(good).encode(), b"no seal", json.dumps(forged).encode()):
        producer.send(seals, value, b"pitledger/house").get(20)
    producer.close()
    again = new_house()
    topic = TopicLog(settings)
    assert restored(again, Sources(topic=topic, keys=(KEY.verifier,))).checkpoints == 1
    assert [one[:3] for one in rows(again.ledger, CHECKPOINTS)] == [
        one[:3] for one in rows(house.ledger, CHECKPOINTS)
    ]


def test_an_archive_and_then_the_topic(settings: Settings, new_house: MakeHouse) -> None:
    house, again = new_house(), new_house()
    small_log(house, 600)
    house.archive()
    archive = WholeArchive(house.store)
    with running(house.ledger) as desk:
        do(desk, *(buy_in("PG01") for _ in range(200)))
    publish(settings, house)
    sources = Sources(archive=archive, url=house.store.url, topic=TopicLog(settings))
    assert restored(again, sources).events == 800
    assert log_of(again.ledger) == log_of(house.ledger)


@pytest.mark.parametrize("where", ["topic", "archive", "archive and topic"])
def test_a_pruned_database_that_was_put_back_is_completed(
    settings: Settings, server: str, tmp_path: Path, where: str
) -> None:
    """What was taken out of it stays in the archive; what it lost comes from either source."""
    url, archive = new_database(server), tmp_path / "archive"
    with at(url, archive) as house:
        house.play(2)
        house.project()
        house.archive()
        publish(settings, house)
        house.prune("2026-03-02")
        assert 0 < house.in_database() < house.ledger.head()
    copy = serving_address(empty_database(server, url.partition("@/")[2].partition("?")[0]))
    with at(url, archive) as house, at(copy, archive) as again:
        small_log(house, 700, "PG77")
        publish(settings, house)
        house.archive()
        assert (before := again.ledger.head()) < house.ledger.head()
        whole = WholeArchive(house.store) if "archive" in where else None
        topic = TopicLog(settings) if "topic" in where else None
        sources = Sources(archive=whole, url=house.store.url, topic=topic)
        done = restored(again, sources, complete=True)
        assert before < done.events == house.ledger.head()
        assert log_of(again.ledger) == log_of(house.ledger)
        again.forget_cache()
        everything = [one.state for one in house.ledger.log_after(0, 10**6)]
        assert [one.state for one in again.ledger.log_after(0, 10**6)] == everything


def test_a_message_that_is_missing_is_named(settings: Settings, new_house: MakeHouse) -> None:
    log = small_log(new_house(), 30)
    send(settings, *log[:11], *log[12:])
    with pytest.raises(CannotRestore, match="event 12 is in none of the sources"):
        restored(new_house(), Sources(topic=TopicLog(settings)))


def test_the_order_of_messages_does_not_matter(settings: Settings, new_house: MakeHouse) -> None:
    house, again = new_house(), new_house()
    log = small_log(house, 30)
    send(settings, *log[::-1])
    restored(again, Sources(topic=TopicLog(settings)))
    assert log_of(again.ledger) == log_of(house.ledger)


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"pl_position": b"3"}, CannotRestore, "two events claim place 3 of the log"),
        ({"pl_position": b"31"}, CannotRestore, "or one claims two places"),
        ({"pl_position": b"x"}, BadEntry, "is no event of this log"),
        ({"value": b"{}"}, BadEntry, "is no event of this log"),
        ({"key": b"PG09"}, BadEntry, "has the key or type of another event"),
        ({"ce_type": b"pitledger.X.v1"}, BadEntry, "has the key or type of another event"),
    ],
)
def test_what_contradicts_itself_is_refused(
    settings: Settings,
    new_house: MakeHouse,
    changed: dict[str, bytes],
    error: type[Exception],
    said: str,
) -> None:
    log = small_log(new_house(), 30)
    send(settings, *log)
    send(settings, log[7], **changed)
    with pytest.raises(error, match=said):
        restored(new_house(), Sources(topic=TopicLog(settings)))


def test_no_topic_and_no_broker_are_told(settings: Settings, new_house: MakeHouse) -> None:
    with pytest.raises(ArchiveAway, match="there is no topic"):
        restored(new_house(), Sources(topic=TopicLog(settings)))
    nobody = settings.model_copy(update={"kafka_bootstrap": "127.0.0.1:9"})
    with pytest.raises(ArchiveAway, match="no Kafka broker answers"):
        restored(new_house(), Sources(topic=TopicLog(nobody)))


def test_one_that_was_ended_goes_on_where_it_was(settings: Settings, new_house: MakeHouse) -> None:
    house, again = new_house(), new_house()
    log = small_log(house, 300)
    send(settings, *log[:100])
    with again.owner() as owner:
        Restore(again.ledger, owner, Sources(topic=TopicLog(settings))).load()
    send(settings, *log[100:])
    read: list[int] = []
    with again.owner() as owner:
        restoring = Restore(again.ledger, owner, Sources(topic=TopicLog(settings)))
        restoring.load(read.append)
        assert read[-1] == 200
        restoring.prove()
    assert log_of(again.ledger) == log_of(house.ledger)


def test_a_new_topic_begins_with_what_is_archived(settings: Settings, new_house: MakeHouse) -> None:
    house, again = new_house(), new_house()
    house.play(2)
    house.project()
    house.archive()
    log = log_of(house.ledger)
    assert house.prune("2026-03-03").last > 0
    publish(settings, house)
    restored(again, Sources(topic=TopicLog(settings)))
    assert log_of(again.ledger) == log
