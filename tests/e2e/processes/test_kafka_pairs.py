"""Parts alone on Kafka: two relays, two ingests and two projectors share the work without harm."""

from services.kafka.topics import make_topics
from services.runtime.roster import Roster
from services.settings import Settings
from services.store.ledger import Ledger
from tests.e2e.processes.test_kafka_kills import accepted, by_key, published, relayed
from tests.e2e.processes.test_takeover import on_duty, one_works_the_other_waits
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.support.processes.books import expect_whole
from tests.support.processes.load import Load
from tests.support.processes.service import running_part
from tests.support.processes.waiting import wait_for


def test_two_of_each_and_one_of_each_killed(
    settings: Settings, environment: dict[str, str], ledger: Ledger
) -> None:
    make_topics(settings)
    roster = Roster(ledger.datastore)
    roster.create()
    load = Load(by_http=0, by_topic=4, rounds=6, seed=11)
    with (
        running_part("desk", **environment),
        one_works_the_other_waits(ledger, "relay", "relay", **environment) as (first, second),
        running_part("ingest", **environment) as ingest,
        running_part("ingest", **environment),
        running_part("project", **environment) as project,
        running_part("project", **environment),
    ):
        load.start("http://127.0.0.1:1", settings, 8)
        wait_for(lambda: accepted(ledger) > load.total // 4)
        for part in (first, ingest, project):
            part.kill()
        wait_for(lambda: on_duty(roster, "relay") == [second.process.pid])
        load.join(60)
        wait_for(lambda: accepted(ledger) == load.total)
        wait_for(lambda: all_folded(ledger))
        wait_for(lambda: relayed(ledger) == ledger.head())
    stored = expect_whole(settings.database_url, [], load.rounds, commands=load.total)
    assert published(settings) == by_key(stored)
