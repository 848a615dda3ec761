"""A meter on a real broker: a key of its own, in order, and the same figures at the end."""

from projections import all_projections
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.integration.kafka.test_relay import position, published, relaying, wait_for
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.store.playing import do, play_floor, running
from tests.support.store.poker import poker_evening


def test_a_meters_events_have_its_key_and_its_order(settings: Settings, ledger: Ledger) -> None:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=2, rounds=2)
        do(desk, *poker_evening("PP02"))
        wait_for(lambda: position(ledger) == ledger.head())
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        wait_for(lambda: all_folded(ledger))
        runner.close()
    told = [headers for key, headers, _ in published(settings) if key == "meter:M1"]
    (row,) = Queries(ledger.datastore).progressives()
    assert [one["ce_id"] for one in told] == [f"meter:M1/{n}" for n in range(1, row.seq + 1)]
    assert {one["ce_subject"] for one in told} == {"meter:M1"}
    assert told[0]["ce_type"] == "pitledger.MeterOpened.v1"
    assert not any(follower.stopped for follower in runner.followers)
    expect_equal_to_fresh(ledger, models)
