"""A whole house, played, scraped by a real Prometheus: whatever is asked of it has an answer.

It runs with Kafka and a witness, because there are panels for both.
"""

import json
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from services.kafka.local import LocalKafka
from services.kafka.sending import new_producer
from services.kafka.topics import Topics
from services.settings import read_settings
from tests.e2e.processes.test_command_line import pitledger
from tests.support.deploy import Query, of_alerts, of_panels, of_recordings, program
from tests.support.processes.prometheus import Prometheus, watching
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table
from tests.support.transparency.own_tree import read_vkey
from tests.support.transparency.witness import Witness, witnessing

QUERIES = (*of_panels(), *of_recordings(), *of_alerts())
_WITHIN_SECONDS = 90.0


def test_every_panel_rule_and_alert_has_data(
    broker: LocalKafka, data: Path, tmp_path: Path
) -> None:
    program("prometheus")
    prefix = f"h{uuid.uuid4().hex[:8]}."
    with witnessing("neighbour.example") as witness:
        settings = {
            "PITLEDGER_KAFKA_BOOTSTRAP": broker.bootstrap,
            "PITLEDGER_TOPIC_PREFIX": prefix,
            "PITLEDGER_PARTITIONS": "1",
            "PITLEDGER_HEAD_SECONDS": "0.5",
            "PITLEDGER_SEAL_SECONDS": "1",
            "PITLEDGER_WITNESSES": witness.setting,
        }
        with (
            served(data, **settings) as service,
            watching(service.url, tmp_path) as prometheus,
            somebody_watches(service),
        ):
            let_in(witness, service)
            play(service)
            send_by_topic(broker, prefix)
            be_turned_away(service)
            missing = without_data(prometheus, service)
            assert missing == []
            assert prometheus.troubles() == []


def let_in(witness: Witness, service: Service) -> None:
    """From now on the witness knows the log, whose key is there with the first seal."""
    address = f"{service.url}/v1/log/key"
    wait_for(lambda: httpx.get(address).status_code == 200)
    vkey = httpx.get(address).text.strip()
    witness.logs[read_vkey(vkey).name] = vkey


def play(service: Service) -> None:
    done = pitledger("simulate", "--tables=2", "--rounds=3", f"--url={service.url}")
    assert done.returncode == 0, done.stderr
    refused = {"command": "settle", "table": "PG01"}
    assert httpx.post(f"{service.url}/v1/commands", json=refused).status_code == 409


def send_by_topic(broker: LocalKafka, prefix: str) -> None:
    """One command that is done, and a message that is none."""
    producer = new_producer(read_settings({}, kafka_bootstrap=broker.bootstrap))
    for value in (json.dumps(open_table("PG90")).encode(), b"no command"):
        producer.send(Topics(prefix).commands, value, b"PG90")
    producer.flush(timeout=10)
    producer.close()


def be_turned_away(service: Service) -> None:
    """Somebody from another host name, and somebody who never says what they want."""
    assert httpx.get(service.url, headers={"host": "elsewhere.example"}).status_code == 403
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as silent:
        silent.sendall(b"GET / HTTP/1.1\r\n")
        assert silent.recv(1000).startswith(b"HTTP/1.1 408")


@contextmanager
def somebody_watches(service: Service) -> Iterator[None]:
    with httpx.stream("GET", f"{service.url}/v1/stream") as stream:
        assert stream.status_code == 200
        yield


def without_data(prometheus: Prometheus, service: Service) -> list[Query]:
    """Asked again and again while somebody plays: a rate needs two scrapes and what came between."""
    missing, until = list(QUERIES), time.monotonic() + _WITHIN_SECONDS
    commands = f"{service.url}/v1/commands"
    httpx.post(commands, json=open_table("PG91")).raise_for_status()
    while missing and time.monotonic() < until:
        httpx.post(commands, json=buy_in("PG91"), timeout=30).raise_for_status()
        time.sleep(0.5)
        missing = [query for query in missing if not prometheus.has(query.expr)]
    return missing
