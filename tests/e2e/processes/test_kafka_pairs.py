"""Two of each on Kafka: one works, the other takes over, without harm."""

from services.kafka.topics import make_topics
from services.runtime.roster import Roster
from services.settings import Settings
from services.store.ledger import Ledger
from tests.e2e.processes.test_kafka_kills import accepted, by_key, published, relayed
from tests.e2e.processes.test_takeover import on_duty, one_works_the_other_waits
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.support.processes.books import expect_whole
from tests.support.processes.load import Load
from tests.support.processes.waiting import wait_for


def test_two_of_each_and_one_of_each_killed(
    settings: Settings, environment: dict[str, str], ledger: Ledger
) -> None:
    """It takes long: Kafka gives up on a killed member only when its session ends."""
    make_topics(settings)
    roster = Roster(ledger.datastore)
    roster.create()
    load = Load(by_http=0, by_topic=4, rounds=6, seed=11)
    with (
        one_works_the_other_waits(ledger, "ingest", "api", "--port=0", **environment) as apis,
        one_works_the_other_waits(ledger, "relay", "follow", **environment) as followers,
    ):
        load.start("http://127.0.0.1:1", settings, 8)
        wait_for(lambda: accepted(ledger) > load.total // 4)
        for first, _ in (apis, followers):
            first.kill()
        wait_for(lambda: on_duty(roster, "relay") == [followers[1].process.pid])
        wait_for(lambda: on_duty(roster, "ingest") == [apis[1].process.pid])
        load.join(60)
        wait_for(lambda: accepted(ledger) == load.total)
        wait_for(lambda: all_folded(ledger))
        wait_for(lambda: relayed(ledger) == ledger.head())
    stored = expect_whole(settings.database_url, [], load.rounds, commands=load.total)
    assert published(settings) == by_key(stored)
