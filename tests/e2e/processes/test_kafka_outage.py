"""The broker is away: tables play on, it is told, and all is caught up by itself."""

import time
from pathlib import Path

import httpx

from services.kafka.local import LocalKafka
from services.settings import Settings
from services.store.ledger import Ledger
from services.tempo import seconds
from tests.e2e.processes.test_kafka_kills import by_key, published, relayed
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.processes.books import expect_whole
from tests.support.processes.load import Load
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for
from tests.support.share import IS_RELEASE

broker = own_broker

OUTAGE_SECONDS = seconds(60.0 if IS_RELEASE else 20.0)
"""Longer than the relay tries to deliver (15) and than a consumer's session lasts (10)."""
NOTICED_SECONDS = 25.0
"""What "within seconds" may come to on a machine that is busy with other tests."""
PARTS = ("relay", "ingest", "projections")


def lag(url: str, name: str) -> float:
    """The largest of a metric's values; nothing measured is nothing behind."""
    return max((value for _, value in measured(url, name)), default=0)


def measured(url: str, name: str) -> list[tuple[str, float]]:
    """Each with its name and labels."""
    lines = httpx.get(f"{url}/metrics", timeout=30).text.splitlines()
    found = [line.rsplit(" ", 1) for line in lines if line.startswith(name)]
    return [(labels, float(value)) for labels, value in found]


def all_say(url: str, up: float) -> bool:
    """Whether each client of Kafka reaches the broker."""
    told = measured(url, "pitledger_kafka_up{")
    clients = {labels.split('client="')[1].split('"')[0]: value for labels, value in told}
    return clients == dict.fromkeys(("relay", "ingest", "project"), up)


def checks(url: str) -> dict[str, str]:
    told: dict[str, str] = httpx.get(f"{url}/readyz", timeout=30).json()["checks"]
    return told


def test_a_house_plays_on_without_a_broker(
    settings: Settings,
    environment: dict[str, str],
    broker: LocalKafka,
    ledger: Ledger,
    data: Path,
) -> None:
    """It takes half a minute: nothing that a client of Kafka waits for lasts as long."""
    load = Load(by_http=2, by_topic=0, rounds=12, seed=9)
    with served(data, **environment) as service:
        wait_for(lambda: set(checks(service.url).values()) == {"ok"})
        wait_for(lambda: all_say(service.url, 1), NOTICED_SECONDS)
        began = time.monotonic()
        with broker_away(broker):
            expect_noticed(service.url)  # nobody plays yet
            load.start(service.url, None, OUTAGE_SECONDS * 0.3)
            load.join(120)  # every command was answered while no broker was there
            assert relayed(ledger) < ledger.head()
            wait_for(
                lambda: (
                    lag(service.url, "pitledger_relay_lag_events") > 0
                    and lag(service.url, "pitledger_projection_lag_events") > 0
                )
            )
            time.sleep(max(0.0, began + OUTAGE_SECONDS - time.monotonic()))
        wait_for(lambda: all_say(service.url, 1), NOTICED_SECONDS)
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


def expect_noticed(url: str) -> None:
    wait_for(lambda: all("no Kafka broker" in checks(url)[part] for part in PARTS), NOTICED_SECONDS)
    wait_for(lambda: all_say(url, 0), NOTICED_SECONDS)
    told = checks(url)
    assert (told["store"], told["desk"]) == ("ok", "ok")
    assert httpx.get(f"{url}/readyz", timeout=30).status_code == 503
    assert httpx.get(f"{url}/livez", timeout=30).status_code == 200
