"""Somebody else writes to the events topic: it is named with its place, and can be mended."""

from typing import Any

import pytest
from kafka import KafkaProducer

from projections import all_projections
from services.kafka.topics import Topics
from services.projector.kafka_feed import KafkaFeed, topic_ends
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.integration.kafka.test_relay import position, published, relaying, wait_for
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.store.playing import play_floor, running

TYPE = ("ce_type", b"pitledger.ChipsBought.v1")
FOREIGN: dict[str, dict[str, Any]] = {
    "garbage": {"key": b"PG01", "value": b"\xff\0", "headers": [TYPE]},
    "no value": {"key": b"PG01", "value": None, "headers": [TYPE]},
    "no headers": {"key": b"PG01", "value": b"{}"},
    "an unknown kind": {"key": b"PG01", "value": b"{}", "headers": [("ce_type", b"\xff")]},
}


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


def stopped_by(ledger: Ledger) -> list[str]:
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(
            "SELECT stopped_by FROM projection_positions WHERE stopped_by IS NOT NULL"
        ).fetchall()
    return [row["stopped_by"] for row in rows]


@pytest.mark.parametrize("name", FOREIGN)
def test_it_is_named_and_a_rebuild_goes_on_behind_it(
    settings: Settings, ledger: Ledger, models: ReadModels, name: str
) -> None:
    topic = Topics(settings.topic_prefix).events
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=3, rounds=2)
        wait_for(lambda: position(ledger) == ledger.head())
        producer = KafkaProducer(bootstrap_servers=settings.kafka_bootstrap)
        offset = producer.send(topic, partition=0, **FOREIGN[name]).get(10).offset
        producer.close()
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        wait_for(lambda: len(stopped_by(ledger)) == len(all_projections()))
        assert (runner.trouble() or "").startswith("stopped by an event")
        runner.close()
        for told in stopped_by(ledger):
            assert f"{topic}/0 at offset {offset} is no event of this house" in told
            assert "pitledger rebuild" in told
        Rebuild(ledger, models, *all_projections(), ends=topic_ends(settings)).run()
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        play_floor(desk, tables=3, rounds=2, seed=2, again=ledger)
        wait_for(lambda: position(ledger) == ledger.head() and all_folded(ledger))
        assert runner.trouble() is None
        runner.close()
    expect_equal_to_fresh(ledger, models)


def test_events_say_whose_they_are_and_where_in_the_log(settings: Settings, ledger: Ledger) -> None:
    named = settings.model_copy(update={"property": "boardwalk"})
    with running(ledger) as desk, relaying(named, ledger):
        play_floor(desk, tables=2, rounds=1)
        wait_for(lambda: position(ledger) == ledger.head())
    by_position = {entry.position: entry.state for entry in ledger.log_after(0, 10_000)}
    for _, told, value in published(settings):
        assert told["ce_source"] == "/pitledger/boardwalk"
        assert told["content-type"] == "application/json"
        assert by_position.pop(int(told["pl_position"])) == value
    assert by_position == {}
