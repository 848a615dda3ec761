"""The masked topic on a real broker: every event once and in order, and never a hand."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kafka import KafkaAdminClient

from services.kafka import relay as relay_of
from services.kafka.masked import MASKED
from services.kafka.published import Published
from services.kafka.relays import Relays
from services.kafka.topics import Topics, make_topics
from services.runtime.duties import expected_duties
from services.runtime.metrics import RELAY_FAILURES, RELAY_LAG_EVENTS
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_relay import wait_for
from tests.support.archive.house import House
from tests.support.domain.salted import NAMED, WRITTEN
from tests.support.kafka.topics import read_topic
from tests.support.store.databases import connect_owner
from tests.support.store.playing import play_floor, running


@pytest.fixture
def on(settings: Settings) -> Settings:
    return settings.model_copy(update={"masked_topic": "on"})


@contextmanager
def relaying(settings: Settings, ledger: Ledger) -> Iterator[Relays]:
    relays = Relays(settings, ledger)
    relays.start()
    try:
        yield relays
    finally:
        relays.close()


def reached(settings: Settings, ledger: Ledger) -> dict[str, int]:
    topics = Topics(settings.topic_prefix)
    return {
        name: Published(ledger.datastore, topic).position()
        for name, topic in (("events", topics.events), ("masked", topics.masked))
    }


def caught_up(settings: Settings, ledger: Ledger) -> bool:
    return set(reached(settings, ledger).values()) == {ledger.head()}


def records(settings: Settings, *, masked: bool = True) -> list[Any]:
    topics = Topics(settings.topic_prefix)
    return read_topic(settings, topics.masked if masked else topics.events)


def ids(found: list[Any]) -> list[str]:
    return [dict(record.headers)["ce_id"].decode() for record in found]


def expect_masked(found: list[Any]) -> None:
    """What could show a hand says that it was masked, and shows none."""
    told = set()
    for record in found:
        content, headers = json.loads(record.value), dict(record.headers)
        assert not WRITTEN.search(record.value)
        if content["event"] != "TableOpened":  # its pieces are rules that were filed
            assert not NAMED.search(record.value)
        if content["event"] in ("TilesDealt", "CardsDealt", "HandSet", "HouseSet"):
            assert headers[MASKED] == b"hands"
        if content["event"] == "ChipsBought" and content["kind"] == "cash":
            assert (headers[MASKED], content["player"]) == (b"cash", "??")
        told.add(headers.get(MASKED))
    assert told == {None, b"hands", b"cash"}


def test_a_floor_is_on_both_topics_and_hands_are_on_one(on: Settings, ledger: Ledger) -> None:
    with running(ledger) as desk, relaying(on, ledger) as relays:
        play_floor(desk, tables=8, rounds=3)
        wait_for(lambda: caught_up(on, ledger))
        wait_for(lambda: relays.trouble() is None)
        assert relays.duties() == ["relay", "masked relay"] == expected_duties(on)["relay"]
    masked, open_ = records(on), records(on, masked=False)
    expect_masked(masked)
    # The same keys in the same partitions, the same order, the same headers but for one.
    assert len(masked) == len(open_) == ledger.head()
    for hidden, shown in zip(masked, open_, strict=True):
        assert (hidden.partition, hidden.key) == (shown.partition, shown.key)
        assert [one for one in hidden.headers if one[0] != MASKED] == shown.headers
        assert (hidden.value == shown.value) == (MASKED not in dict(hidden.headers))


def test_after_a_crash_it_repeats_what_it_said(on: Settings, ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    with relaying(on, ledger):
        wait_for(lambda: caught_up(on, ledger))
    with ledger.datastore.get_connection() as conn:  # as if it died before it noted its position
        topic = Topics(on.topic_prefix).masked
        conn.execute("UPDATE pitledger_relays SET position = 10 WHERE topic = %s", (topic,))
    with relaying(on, ledger):
        wait_for(lambda: caught_up(on, ledger))
    found = records(on)
    expect_masked(found)
    assert len(found) == 2 * ledger.head() - 10
    said = {(one, record.value) for one, record in zip(ids(found), found, strict=True)}
    assert len(said) == ledger.head()
    assert len(records(on, masked=False)) == ledger.head()


def test_without_the_setting_there_is_none(settings: Settings, ledger: Ledger) -> None:
    make_topics(settings)
    admin = KafkaAdminClient(bootstrap_servers=settings.kafka_bootstrap)
    try:
        assert Topics(settings.topic_prefix).masked not in admin.list_topics()
        make_topics(settings.model_copy(update={"masked_topic": "on"}))
        assert Topics(settings.topic_prefix).masked in admin.list_topics()
    finally:
        admin.close()
    with relaying(settings, ledger) as relays:
        wait_for(lambda: relays.duties() == ["relay"] == expected_duties(settings)["relay"])


def test_switched_on_later_it_begins_with_what_lies_in_the_archive(
    settings: Settings, ledger: Ledger, database: str, tmp_path: Path
) -> None:
    house = House(ledger, tmp_path / "archive", database)
    house.play(2)
    house.project()
    house.archive()
    house.prune("2026-03-02")
    assert 0 < house.in_database() < ledger.head()
    on = settings.model_copy(update={"masked_topic": "on"})
    with relaying(on, ledger):
        wait_for(lambda: caught_up(on, ledger), 120)
    found = records(on)
    expect_masked(found)
    assert sorted(ids(found)) == sorted(ids(records(on, masked=False)))
    assert len(found) == ledger.head()


def test_what_it_cannot_read_stops_it_and_not_the_events(
    on: Settings, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes before goes out once, however often it tries; what follows does not."""
    monkeypatch.setattr(relay_of, "_PAUSE_SECONDS", 0.05)
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=2)
    last = ledger.head()
    state = b'{"event":"Peeked","key":"PG99","seq":1,"at":"2026-03-01T18:00:00Z","high":["6-6"]}'
    with connect_owner(ledger) as conn:
        conn.execute(
            "INSERT INTO pitledger_events"
            " (originator_id, originator_version, topic, state, notification_id)"
            " VALUES ('PG99', 1, 'pitledger.Peeked.v1', %s, %s)",
            (state, last + 1),
        )
    topic = Topics(on.topic_prefix).masked
    with relaying(on, ledger) as relays:
        told = f"{topic} waits: PG99/1 at {last + 1} cannot be masked"
        wait_for(lambda: (relays.trouble() or "").startswith(told))
        expected = {"events": last + 1, "masked": last}
        wait_for(lambda: reached(on, ledger) == expected)
        wait_for(lambda: RELAY_LAG_EVENTS.labels(topic)._value.get() == 1)
        failures = failed()
        wait_for(lambda: failed() > failures + 3)
    found = records(on)
    expect_masked(found)
    assert len(found) == len(set(ids(found))) == last
    assert state in {record.value for record in records(on, masked=False)}


def failed() -> float:
    (metric,) = RELAY_FAILURES.collect()
    return metric.samples[0].value
