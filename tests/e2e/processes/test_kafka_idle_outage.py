"""A broker that goes away and comes back is noticed within seconds, though nobody plays."""

import time
from pathlib import Path

import httpx

from services.kafka.local import LocalKafka
from tests.e2e.processes.test_kafka_outage import checks
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for

broker = own_broker

SECONDS = 25.0
"""What "within seconds" may come to on a machine that is busy with other tests."""
PARTS = ("relay", "ingest", "projections")


def up(url: str) -> dict[str, float]:
    """By part, as the metrics say."""
    lines = httpx.get(f"{url}/metrics", timeout=30).text.splitlines()
    found = [line for line in lines if line.startswith("pitledger_kafka_up{")]
    return {
        line.split('client="')[1].split('"')[0]: float(line.rsplit(" ", 1)[1]) for line in found
    }


def all_said(url: str, value: float) -> bool:
    return up(url) == dict.fromkeys(("relay", "ingest", "project"), value)


def test_an_idle_house_notices(environment: dict[str, str], broker: LocalKafka, data: Path) -> None:
    with served(data, **environment) as service:
        wait_for(lambda: set(checks(service.url).values()) == {"ok"})
        wait_for(lambda: all_said(service.url, 1), SECONDS)
        time.sleep(3)  # nothing is on its way any more
        with broker_away(broker):
            wait_for(
                lambda: all("no Kafka broker" in checks(service.url)[part] for part in PARTS),
                SECONDS,
            )
            wait_for(lambda: all_said(service.url, 0), SECONDS)
            assert checks(service.url)["desk"] == "ok"
        wait_for(lambda: set(checks(service.url).values()) == {"ok"}, SECONDS)
        wait_for(lambda: all_said(service.url, 1), SECONDS)
        assert service.stop() == 0
