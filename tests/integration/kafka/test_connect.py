"""Kafka Connect as a house runs it: the files of `deploy/connect`, a real worker, real sinks."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from services.kafka.local import KafkaMissing
from services.kafka.topics import Topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_relay import relaying
from tests.support.kafka.connect import by_tcp, worker
from tests.support.kafka.topics import read_topic
from tests.support.store.databases import empty_database
from tests.support.store.playing import play_floor, running

COPY = "SELECT ce_source, ce_id, ce_type, pl_position, content FROM pitledger_events_copy"


def test_every_event_lands_in_a_file_and_once_in_a_table(
    settings: Settings, ledger: Ledger, server: str, tmp_path: Path
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    publish(settings, ledger)
    with ledger.datastore.get_connection() as conn:  # as if it died before it noted its position
        conn.execute("UPDATE pitledger_relays SET position = 10")
    publish(settings, ledger)
    records = read_topic(settings, Topics(settings.topic_prefix).events)
    assert len(records) == 2 * ledger.head() - 10
    file, sink = tmp_path / "events.jsonl", conninfo_to_dict(empty_database(server))
    with by_tcp(f"{sink['host']}/.s.PGSQL.{sink['port']}") as port:
        told = {
            "KAFKA_BOOTSTRAP": settings.kafka_bootstrap,
            "TOPIC_PREFIX": settings.topic_prefix,
            "CONNECT_FILE": str(file),
            "SINK_URL": f"jdbc:postgresql://127.0.0.1:{port}/{sink['dbname']}",
            "SINK_USER": str(sink["user"]),
            "SINK_PASSWORD": "",
        }
        connectors = ("events-to-file.properties", "events-to-postgresql.properties")
        try:
            with worker(tmp_path / "connect", *connectors, **told) as log:
                wait_for(lambda: len(lines(file)) == len(records), log)
                wait_for(lambda: len(copied(sink)) == ledger.head(), log)
        except KafkaMissing as missing:
            pytest.skip(str(missing))
    assert Counter(lines(file)) == Counter(record.value for record in records)
    assert set(copied(sink)) == {
        (*(header(record, name) for name in ("ce_source", "ce_id", "ce_type", "pl_position")),
         record.value.decode())
        for record in records
    }  # fmt: skip


def publish(settings: Settings, ledger: Ledger) -> None:
    with relaying(settings, ledger) as relay:
        relay.catch_up(120)


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines() if file.exists() else []


def copied(sink: dict[str, Any]) -> list[tuple[str, ...]]:
    with psycopg.connect(**sink) as conn, suppress(psycopg.errors.UndefinedTable):
        return conn.execute(COPY).fetchall()
    return []


def header(record: Any, name: str) -> str:
    value: bytes = dict(record.headers)[name]
    return value.decode()


def wait_for(what: Callable[[], bool], log: Path, seconds: float = 180) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, log.read_text()[-4000:]
        time.sleep(0.2)
