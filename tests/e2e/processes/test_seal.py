"""The part that seals as a process: within seconds, again after a kill, and not without a key."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import httpx
import psycopg

from services.http.client import Sender
from services.store.embedded import start_embedded, stop_embedded
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.service import Service, running_part, served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table
from tests.support.transparency.reader import LogReader


def reader(service: Service) -> LogReader:
    def fetch(path: str) -> bytes:
        answer = httpx.get(f"{service.url}/v1/log/{path}", timeout=30)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.content

    return LogReader(fetch, fetch("key").decode().strip())


def size(service: Service) -> int:
    answer = httpx.get(f"{service.url}/v1/log/checkpoint", timeout=30)
    return int(answer.text.split("\n")[1]) if answer.status_code == 200 else -1


def tell(service: Service, *commands: dict[str, Any]) -> list[dict[str, Any]]:
    """Over a connection of its own: on a busy machine an idle one is hung up meanwhile."""
    with Sender(service.url) as sender:
        return [event for command in commands for event in sender.send(command)]


def ready(service: Service) -> dict[str, object]:
    answer: dict[str, object] = httpx.get(f"{service.url}/readyz", timeout=30).json()
    return answer


def test_serve_seals_what_it_stores(data: Path) -> None:
    with served(data, PITLEDGER_SEAL_SECONDS="0.5") as service:
        wait_for(lambda: size(service) >= 0)
        wait_for(lambda: ready(service)["status"] == "ready")
        tell(service, open_table("PG01"), *[buy_in("PG01")] * 5)
        wait_for(lambda: size(service) == 6)
        before = reader(service).checkpoint()
        sealing = service.parts()["follow"]
        os.kill(sealing, signal.SIGKILL)
        wait_for(lambda: service.parts().get("follow", sealing) != sealing)
        tell(service, buy_in("PG01"))
        wait_for(lambda: size(service) == 7)
        reading = reader(service)
        found = [json.loads(entry)["event"] for entry in reading.entries(reading.checkpoint())]
        assert found == ["TableOpened", *["ChipsBought"] * 6]
        reading.leaves(before)
        told = re.compile(r'pitledger_seal_size\{part="seal",process="[^"]+"\} 7\.0')
        wait_for(lambda: bool(told.search(httpx.get(f"{service.url}/metrics", timeout=30).text)))


def test_what_was_changed_is_told_and_tables_play_on(data: Path) -> None:
    with served(data, PITLEDGER_SEAL_SECONDS="0.5") as service:
        tell(service, open_table("PG01"), buy_in("PG01"))
        wait_for(lambda: size(service) == 2)
        with psycopg.connect(start_embedded(data), autocommit=True) as conn:
            conn.execute("ALTER TABLE pitledger_events DISABLE TRIGGER append_only")
            conn.execute(
                "UPDATE pitledger_events SET state ="
                " convert_to(replace(convert_from(state, 'UTF8'), '10000', '10001'), 'UTF8')"
                " WHERE notification_id = 2"
            )
        stop_embedded(data)
        told = ["event 2 is not what was sealed"]
        wait_for(lambda: ready(service).get("not_as_sealed") == told)
        wait_for(lambda: ready(service)["status"] == "not ready")
        page = httpx.get(f"{service.url}/system", timeout=30).text
        assert "event 2 is not what was sealed" in page
        assert tell(service, buy_in("PG01"))[0]["seq"] == 3
        assert size(service) == 2


def test_a_second_one_takes_over(data: Path) -> None:
    environment = {"PITLEDGER_DATA": str(data), "PITLEDGER_SEAL_SECONDS": "0.5"}
    with served(data, PITLEDGER_SEAL_SECONDS="0.5") as service:
        wait_for(lambda: size(service) == 0)
        with running_part("follow", "seal", **environment) as standby:
            os.kill(service.parts()["follow"], signal.SIGSTOP)
            tell(service, open_table("PG01"))
            wait_for(lambda: size(service) == 1)
            os.kill(service.parts()["follow"], signal.SIGCONT)
            tell(service, buy_in("PG01"))
            wait_for(lambda: size(service) == 2)
            assert standby.stop() == 0
            tell(service, buy_in("PG01"))
            wait_for(lambda: size(service) == 3)
        reading = reader(service)
        reading.entries(reading.checkpoint())


def test_without_a_key_it_says_what_to_do(database: str) -> None:
    done = pitledger("follow", "seal", PITLEDGER_DATABASE_URL=database)
    assert done.returncode == 2
    assert "PITLEDGER_SEAL_KEY_FILE" in done.stderr
    assert done.stderr.count("\n") == 1
