"""Read models fed by Kafka end as those fed by the log."""

import threading
import time

import pytest

from projections import all_projections
from services.kafka.relay import Relay
from services.projector.feed import LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_relay import position, relaying, wait_for
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.store.playing import play_floor, running


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


def all_folded(ledger: Ledger) -> bool:
    """Every stream of the log has been folded by every projection."""
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT coalesce(sum(seq), 0) AS folded FROM projection_heads"
        ).fetchone()
    assert row is not None
    return int(row["folded"]) == len(all_projections()) * ledger.head()


def test_fed_by_kafka_the_read_models_are_those_of_the_log(
    settings: Settings, ledger: Ledger, models: ReadModels
) -> None:
    with running(ledger) as desk, relaying(settings, ledger):
        play_floor(desk, tables=5, rounds=4)
        wait_for(lambda: position(ledger) == ledger.head())
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        wait_for(lambda: all_folded(ledger))
        runner.close()
    expect_equal_to_fresh(ledger, models)


def test_a_rebalance_in_the_middle_changes_nothing(
    settings: Settings, ledger: Ledger, models: ReadModels
) -> None:
    """A second runner joins while the first works, then the first leaves."""
    with running(ledger) as desk, relaying(settings, ledger):
        first = Runner(KafkaFeed(settings), models, all_projections())
        first.start()
        player = threading.Thread(
            target=play_floor, args=(desk,), kwargs={"tables": 6, "rounds": 8}
        )
        player.start()
        time.sleep(1)
        second = Runner(KafkaFeed(settings), models, all_projections())
        second.start()
        time.sleep(2)
        first.close()
        player.join()
        wait_for(lambda: all_folded(ledger))
        second.close()
    assert not any(one.stopped for one in (*first.followers, *second.followers))
    expect_equal_to_fresh(ledger, models)


def test_repeats_of_the_relay_are_skipped(
    settings: Settings, ledger: Ledger, models: ReadModels
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=2)
    for _ in range(2):
        with relaying(settings, ledger):
            wait_for(lambda: position(ledger) == ledger.head())
        with ledger.datastore.get_connection() as conn:
            conn.execute("UPDATE pitledger_relays SET position = 5")
    runner = Runner(KafkaFeed(settings), models, all_projections())
    runner.start()
    wait_for(lambda: all_folded(ledger))
    runner.close()
    expect_equal_to_fresh(ledger, models)


def test_from_the_log_to_kafka_and_on(
    settings: Settings, ledger: Ledger, models: ReadModels
) -> None:
    """A property that takes Kafka into use goes on where the log's runner was."""
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=2, seed=1)
        Runner(LogFeed(ledger), models, all_projections()).catch_up()
        relay = Relay(settings, ledger)
        relay.start()
        play_floor(desk, tables=2, rounds=2, seed=2, again=ledger)
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        wait_for(lambda: all_folded(ledger))
        runner.close()
        relay.close()
    expect_equal_to_fresh(ledger, models)
