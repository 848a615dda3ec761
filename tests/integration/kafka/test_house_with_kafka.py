"""The whole house on Kafka: commands from the topic, read models from the topic."""

from pathlib import Path

from services.bootstrap import open_service
from services.settings import Settings
from tests.integration.kafka.test_ingest import send
from tests.integration.kafka.test_relay import wait_for
from tests.support.store.playing import buy_in, open_table


def test_from_topic_to_topic_to_the_floor(settings: Settings, data: Path) -> None:
    with open_service(settings.model_copy(update={"data": data})) as house:
        send(settings, ("PG01", open_table("PG01")), ("PG01", buy_in("PG01", 1500)))
        books = house.storage.books
        wait_for(lambda: (row := books.table("PG01")) is not None and row.drop_estimated == 1500)
        checks = house.checks()
        wait_for(lambda: all(check() is None for check in checks.values()))
        assert set(checks) == {"store", "desk", "projections", "relay", "ingest", "seal"}
