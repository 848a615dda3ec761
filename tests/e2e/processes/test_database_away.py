"""While no database answers, a command is told so in time, and every part ends when told to."""

import signal
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.support.processes.database import OwnDatabase, own_database
from tests.support.processes.service import Process, running_part
from tests.support.processes.waiting import promptly, wait_for
from tests.support.store.playing import buy_in, open_table

BUSY_SECONDS = 5.0
"""What a promise may take longer where other tests keep the machine busy."""
PROMISED_SECONDS = 10.0 + BUSY_SECONDS
READY_SECONDS = 2.0
ENDING_SECONDS = 30.0 + BUSY_SECONDS
TABLE = "/v1/tables/PG01/commands"
CLOSE_DAY = {"command": "close_day", "day": "2026-03-01", "status": "provisional"}
"""It is filled in from the books before the desk has it."""


class Running(NamedTuple):
    """An api that passes commands on, the one that has the desk, and their database."""

    http: httpx.Client
    api: Process
    desk: Process
    database: OwnDatabase

    def send(self, command: dict[str, Any], path: str = TABLE) -> httpx.Response:
        return self.http.post(path, json=command)

    def ready(self) -> dict[str, str]:
        answer = promptly(lambda: self.http.get("/readyz"), READY_SECONDS)
        checks: dict[str, str] = answer.json()["checks"]
        return checks


@pytest.fixture
def running(data: Path) -> Iterator[Running]:
    with own_database(data) as database, ExitStack() as stack:
        where = {"PITLEDGER_DATABASE_URL": database.url}
        desk = stack.enter_context(running_part("api", "--port=0", **where))
        assert desk.process.stdout is not None
        first = desk.process.stdout.readline().split()[-1]
        wait_for(lambda: takes(first, open_table("PG02")))
        api = stack.enter_context(running_part("api", "--port=0", **where))
        stack.callback(_end, api, desk)
        assert api.process.stdout is not None
        url = api.process.stdout.readline().split()[-1]
        http = stack.enter_context(httpx.Client(base_url=url, timeout=40))
        made = Running(http, api, desk, database)
        wait_for(lambda: made.send(open_table("PG01")).status_code in (201, 409))
        wait_for(lambda: made.ready()["desk"] == "ok")
        yield made


def takes(url: str, command: dict[str, Any]) -> bool:
    return httpx.post(f"{url}/v1/commands", json=command, timeout=40).status_code in (201, 409)


def _end(*parts: Process) -> None:
    for part in parts:
        if part.process.poll() is None:
            part.kill()


def expect_told_in_time(running: Running, *asked: tuple[dict[str, Any], str]) -> None:
    """Each to its address, all at once: every one of them takes as long as is promised."""
    with ThreadPoolExecutor() as pool:
        [*pool.map(lambda one: _expect_told(running, *one), asked)]


def _expect_told(running: Running, command: dict[str, Any], path: str) -> None:
    began = time.monotonic()
    answer = running.send(command, path)
    assert time.monotonic() - began < PROMISED_SECONDS
    assert answer.status_code == 503
    kinds = ("store-unavailable", "no-desk")
    assert answer.json()["type"] in [f"urn:pitledger:problem:{kind}" for kind in kinds]
    assert int(answer.headers["retry-after"]) >= 1


def expect_they_end(running: Running) -> None:
    """Both at once, as a machine that is shut down tells them."""
    began = time.monotonic()
    for part in (running.api, running.desk):
        part.process.terminate()
    for part in (running.api, running.desk):
        part.gone()
    assert time.monotonic() - began < ENDING_SECONDS


def test_a_frozen_database_is_told_in_time_and_nothing_is_done_twice(running: Running) -> None:
    command = buy_in("PG01", command_id=str(uuid.uuid4()))
    running.database.freeze()
    expect_told_in_time(running, (command, TABLE), (CLOSE_DAY, "/v1/commands"))
    checks = running.ready()
    assert "does not answer" in checks["store"]
    assert checks["desk"] != "ok"
    assert running.http.get("/livez").status_code == 200
    running.database.thaw()
    wait_for(lambda: running.send(command).status_code == 201)
    assert running.send(command).json()["events"][0]["seq"] == 2
    assert running.send(buy_in("PG01")).json()["events"][0]["seq"] == 3
    wait_for(lambda: running.ready()["desk"] == "ok")


def test_with_a_frozen_database_the_parts_end(running: Running) -> None:
    running.database.freeze()
    expect_told_in_time(running, (buy_in("PG01"), TABLE))
    expect_they_end(running)


def test_without_a_database_a_command_is_told_in_time_and_the_parts_end(running: Running) -> None:
    running.database.kill()
    expect_told_in_time(running, (buy_in("PG01"), TABLE), (buy_in("PG01"), TABLE))
    assert "ok" not in running.ready().values()
    expect_they_end(running)


def test_a_desk_that_is_stopped_is_told_before_it_is_missed(running: Running) -> None:
    """The roster holds it for alive until it has been silent for a while."""
    running.desk.signal(signal.SIGSTOP)
    wait_for(lambda: "has not answered for" in running.ready()["desk"])
    running.desk.signal(signal.SIGCONT)
    wait_for(lambda: running.ready()["desk"] == "ok")
