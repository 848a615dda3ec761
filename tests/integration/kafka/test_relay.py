"""The relay on a real broker: everything, in order, once each after de-duplication."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic

from services.kafka import relay as relay_of
from services.kafka.local import LocalKafka
from services.kafka.published import Published
from services.kafka.relay import Relay
from services.kafka.sending import NotTaken
from services.kafka.topics import Topics, make_topics
from services.runtime.spans import Span, hand_spans_to
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from services.store.ledger import Ledger
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.kafka.topics import read_topic
from tests.support.store.playing import play_floor, running

broker = own_broker


@contextmanager
def relaying(settings: Settings, ledger: Ledger) -> Iterator[Relay]:
    relay = Relay(settings, ledger)
    relay.start()
    try:
        yield relay
    finally:
        relay.close()


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.1)


def published(settings: Settings) -> list[tuple[str, dict[str, str], bytes]]:
    """Everything on the events topic: key, headers and value, partition by partition."""
    return [
        (
            record.key.decode(),
            {name: value.decode() for name, value in record.headers},
            record.value,
        )
        for record in read_topic(settings, Topics(settings.topic_prefix).events)
    ]


def position(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT max(position) AS position FROM pitledger_relays").fetchone()
    return (row["position"] or 0) if row else 0


def test_a_floor_is_on_the_topic_as_it_is_in_the_store(settings: Settings, ledger: Ledger) -> None:
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=20, rounds=3)
        wait_for(lambda: position(ledger) == ledger.head())
    stored = {entry.state for entry in ledger.log_after(0, 10**6)}
    streams = defaultdict(list)
    for key, told, value in published(settings):
        assert told["ce_subject"] == key
        assert (told["ce_specversion"], told["ce_source"]) == ("1.0", "/pitledger/house")
        assert told["ce_type"].startswith("pitledger.")
        streams[key].append(told["ce_id"])
        assert value in stored
    assert sum(map(len, streams.values())) == len(stored)
    for key, ids in streams.items():
        assert ids == [f"{key}/{n}" for n in range(1, len(ids) + 1)]


def test_after_a_crash_it_repeats_but_never_skips(settings: Settings, ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    with relaying(settings, ledger):
        wait_for(lambda: position(ledger) == ledger.head())
    with ledger.datastore.get_connection() as conn:  # as if it died before it noted its position
        conn.execute("UPDATE pitledger_relays SET position = 10")
    with relaying(settings, ledger):
        wait_for(lambda: position(ledger) == ledger.head())
    ids = [told["ce_id"] for _, told, _ in published(settings)]
    assert len(ids) == 2 * ledger.head() - 10
    assert len(set(ids)) == ledger.head()


def test_with_many_pages_on_their_way_nothing_is_skipped_when_the_broker_goes(
    settings: Settings, ledger: Ledger, broker: LocalKafka, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may repeat, but what is new in a stream always follows what was there."""
    monkeypatch.setattr(relay_of, "_PAGE", 3)
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=3, rounds=3, seed=1)
        wait_for(lambda: position(ledger) > 20)
        with broker_away(broker):
            play_floor(desk, tables=3, rounds=3, seed=2, again=ledger)
        wait_for(lambda: position(ledger) == ledger.head(), 120)
    newest: defaultdict[str, int] = defaultdict(int)
    for key, told, _ in published(settings):
        seq = int(told["ce_id"].rpartition("/")[2])
        assert seq <= newest[key] + 1, f"{key}: {seq} came after {newest[key]}"
        newest[key] = max(newest[key], seq)
    assert sum(newest.values()) == ledger.head()


def test_a_stream_goes_where_every_client_would_put_it(settings: Settings, ledger: Ledger) -> None:
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=12, rounds=1)
        wait_for(lambda: position(ledger) == ledger.head())
    topics = Topics(settings.topic_prefix)
    records = read_topic(settings, topics.events)
    ours = {record.key: record.partition for record in records}
    stock = KafkaProducer(bootstrap_servers=settings.kafka_bootstrap)
    theirs = {key: stock.send(topics.seals, b"", key).get(10).partition for key in ours}
    stock.close()
    assert ours == theirs
    assert len(set(ours.values())) == settings.partitions


def test_who_was_passed_over_moves_no_position(ledger: Ledger) -> None:
    topic = Published(ledger.datastore, "events")
    assert topic.position() == 0
    topic.advance(0, 5)
    with pytest.raises(NotTaken, match="another process has moved the position"):
        topic.advance(0, 3)
    assert topic.position() == 5


def test_a_second_relay_stands_by(settings: Settings, ledger: Ledger) -> None:
    with relaying(settings, ledger) as first:
        wait_for(lambda: first.trouble() is None)
        with relaying(settings, ledger) as second, running(ledger) as desk:
            play_floor(desk, tables=2, rounds=2)
            wait_for(lambda: position(ledger) == ledger.head())
            assert (first.duties(), second.duties()) == (["relay"], [])
            first.close()
            wait_for(lambda: second.duties() == ["relay"] and second.trouble() is None)
    ids = [told["ce_id"] for _, told, _ in published(settings)]
    assert len(ids) == len(set(ids)) == ledger.head()


def test_tables_play_on_while_the_broker_is_away(
    settings: Settings, ledger: Ledger, broker: LocalKafka
) -> None:
    with relaying(settings, ledger) as relay, running(ledger) as desk:
        wait_for(lambda: relay.trouble() is None)
        with broker_away(broker):
            play_floor(desk, tables=2, rounds=2)
            wait_for(lambda: relay.trouble() is not None)
            assert position(ledger) < ledger.head()
        wait_for(lambda: position(ledger) == ledger.head())
    ids = {told["ce_id"] for _, told, _ in published(settings)}
    assert len(ids) == ledger.head()


def test_a_topic_with_other_settings_is_named(settings: Settings) -> None:
    admin = KafkaAdminClient(bootstrap_servers=settings.kafka_bootstrap)
    name = Topics(settings.topic_prefix).events
    admin.create_topics(
        [NewTopic(name, 7, 1, topic_configs={"cleanup.policy": "compact"})], wait_for_metadata=True
    )
    admin.close()
    with pytest.raises(SettingsError) as told:
        make_topics(settings)
    assert f"{name} has 7 partitions, not 3" in str(told.value)
    assert "cleanup.policy=compact" in str(told.value)


def test_making_topics_twice_is_harmless(settings: Settings) -> None:
    assert make_topics(settings).all() == make_topics(settings).all()


def test_a_broker_that_does_not_answer_is_told_clearly() -> None:
    nowhere = read_settings({}, kafka_bootstrap="127.0.0.1:1")
    with pytest.raises(SettingsError, match=r"no Kafka broker answers at '127.0.0.1:1'"):
        make_topics(nowhere)


def test_every_page_that_was_taken_is_a_span(settings: Settings, ledger: Ledger) -> None:
    spans: list[Span] = []
    hand_spans_to(spans.append)
    try:
        with running(ledger) as desk:
            play_floor(desk, tables=2, rounds=3)
        with relaying(settings, ledger) as relay:
            relay.catch_up()
    finally:
        hand_spans_to(None)
    pages = [span for span in spans if span.name == "relay page"]
    assert sum(int(span.facts["pitledger.events"]) for span in pages) == ledger.head()
    assert pages[-1].facts["pitledger.position"] == ledger.head()
    assert all(span.began_ns < span.ended_ns for span in pages)
