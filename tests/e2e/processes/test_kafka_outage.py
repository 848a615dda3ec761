"""The broker is away for a minute: tables play on, it is told, and all is caught up by itself."""

import time
from pathlib import Path

import httpx

from services.kafka.local import LocalKafka
from services.settings import Settings
from services.store.ledger import Ledger
from tests.e2e.processes.test_kafka_kills import by_key, published, relayed
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.processes.books import expect_whole
from tests.support.processes.load import Load
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for

broker = own_broker

OUTAGE_SECONDS = 60.0


def lag(url: str, name: str) -> float:
    """The largest of a metric's values; nothing measured is nothing behind."""
    lines = httpx.get(f"{url}/metrics", timeout=30).text.splitlines()
    return max(
        (float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name)), default=0
    )


def checks(url: str) -> dict[str, str]:
    told: dict[str, str] = httpx.get(f"{url}/readyz", timeout=30).json()["checks"]
    return told


def test_a_minute_without_a_broker(
    settings: Settings,
    environment: dict[str, str],
    broker: LocalKafka,
    ledger: Ledger,
    data: Path,
) -> None:
    load = Load(by_http=2, by_topic=0, rounds=12, seed=9)
    with served(data, **environment) as service:
        wait_for(lambda: set(checks(service.url).values()) == {"ok"})
        began = time.monotonic()
        with broker_away(broker):
            load.start(service.url, None, OUTAGE_SECONDS * 0.7)
            wait_for(lambda: checks(service.url)["relay"] != "ok", OUTAGE_SECONDS)
            assert {name: checks(service.url)[name] for name in ("store", "desk")} == {
                "store": "ok",
                "desk": "ok",
            }
            assert httpx.get(f"{service.url}/readyz", timeout=30).status_code == 503
            assert httpx.get(f"{service.url}/livez", timeout=30).status_code == 200
            load.join(120)  # every command was answered while no broker was there
            assert relayed(ledger) < ledger.head()
            wait_for(
                lambda: (
                    lag(service.url, "pitledger_relay_lag_events") > 0
                    and lag(service.url, "pitledger_projection_lag_events") > 0
                )
            )
            time.sleep(max(0.0, began + OUTAGE_SECONDS - time.monotonic()))
        wait_for(lambda: relayed(ledger) == ledger.head(), 120)
        wait_for(lambda: all_folded(ledger), 120)
        wait_for(lambda: set(checks(service.url).values()) == {"ok"})
        wait_for(lambda: lag(service.url, "pitledger_relay_lag_events") == 0)
        wait_for(lambda: lag(service.url, "pitledger_projection_lag_events") == 0)
        assert service.stop() == 0
    stored = expect_whole(
        settings.database_url, load.acknowledged, load.rounds, commands=load.total
    )
    assert published(settings) == by_key(stored)
