"""The database killed, halted or out of room under a running house: told soon, over by itself."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from services.settings import read_settings
from services.storage import open_storage
from services.store.embedded import start_embedded, stop_embedded
from tests.support.processes.books import expect_once
from tests.support.processes.disk import fill
from tests.support.processes.postmaster import family, postmaster, signal_all
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import promptly, wait_for
from tests.support.store.playing import buy_in, open_table

IN_PROMISED_TIME = 10.0
BUSY_MACHINE = 5.0
"""What a promise may take longer where other tests keep the machine busy."""
SOON = 2.0


def send(service: Service, command: dict[str, Any]) -> httpx.Response:
    address = f"{service.url}/v1/tables/{command['table']}/commands"
    return httpx.post(address, json=command, timeout=60)


def checks(service: Service) -> dict[str, str]:
    told: dict[str, str] = httpx.get(f"{service.url}/readyz", timeout=30).json()["checks"]
    return told


def soon(service: Service, path: str) -> int:
    """The status, within the time in which anybody who looks is answered."""
    return promptly(lambda: httpx.get(f"{service.url}{path}", timeout=60).status_code, SOON)


def stored(data: Path) -> list[dict[str, Any]]:
    with open_storage(read_settings({}, data=data)) as storage:
        found = [json.loads(entry.state) for entry in storage.ledger.log_after(0, 100_000)]
    stop_embedded(data)
    return found


def test_a_killed_server_comes_back_by_itself_and_nothing_is_lost(data: Path) -> None:
    kept: list[dict[str, Any]] = []
    with served(data) as service:
        kept += send(service, open_table("PG01")).json()["events"]
        for which in (signal.SIGKILL, signal.SIGKILL):
            old = postmaster(data)
            signal_all(family(old), which)
            # Whoever asks meanwhile waits, or is told to come back; nobody is told anything else.
            until = time.monotonic() + 60
            while (answer := send(service, buy_in("PG01"))).status_code != 201:
                assert answer.status_code == 503, answer.text
                assert time.monotonic() < until
            kept += answer.json()["events"]
            assert postmaster(data) != old
        wait_for(lambda: set(checks(service).values()) == {"ok"})
        assert service.stop() == 0
    expect_once(stored(data), kept)


def test_the_postmaster_alone_killed(data: Path) -> None:
    with served(data) as service:
        assert send(service, open_table("PG01")).status_code == 201
        os.kill(postmaster(data), signal.SIGKILL)
        wait_for(lambda: send(service, buy_in("PG01")).status_code == 201)
        wait_for(lambda: set(checks(service).values()) == {"ok"})


def test_while_the_server_hangs_everybody_is_told_in_time(data: Path) -> None:
    with served(data) as service:
        assert send(service, open_table("PG01")).status_code == 201
        halted = family(postmaster(data))
        signal_all(halted, signal.SIGSTOP)
        try:
            began = time.monotonic()
            with ThreadPoolExecutor() as beside:
                waiting = beside.submit(send, service, buy_in("PG01"))
                for path in ("/v1/tables", "/readyz", "/v1/tables/PG01", "/v1/events", "/readyz"):
                    assert soon(service, path) == 503, path
                assert soon(service, "/metrics") == 200
                assert waiting.result().status_code == 503, waiting.result().text
            assert time.monotonic() - began < IN_PROMISED_TIME + BUSY_MACHINE
        finally:
            signal_all(halted, signal.SIGCONT)
        wait_for(lambda: send(service, buy_in("PG01")).status_code == 201)
        wait_for(lambda: set(checks(service).values()) == {"ok"})


def test_sigterm_ends_in_time_while_the_server_hangs(data: Path) -> None:
    with served(data) as service:
        assert send(service, open_table("PG01")).status_code == 201
        halted = family(postmaster(data))
        signal_all(halted, signal.SIGSTOP)
        try:
            began = time.monotonic()
            service.signal(signal.SIGTERM)
            service.gone()
            assert time.monotonic() - began < 45 + BUSY_MACHINE  # three stages, each with a limit
        finally:
            signal_all(halted, signal.SIGCONT)
            wait_for(lambda: not (data / "postgres" / "postmaster.pid").exists())


def test_a_full_disk_is_named_and_over_once_there_is_room(small_disk: Path) -> None:
    kept: list[dict[str, Any]] = []
    with served(small_disk) as service:
        kept += send(service, open_table("PG01")).json()["events"]
        filler = small_disk / "filler"
        try:
            fill(filler)
            for amount in range(4000):
                answer = send(service, buy_in("PG01", 100 + amount % 50, player="p" * 60))
                if answer.status_code != 201:
                    break
                kept += answer.json()["events"]
                fill(filler)
            assert answer.status_code == 503, answer.text
            wait_for(lambda: "disk full" in " ".join(checks(service).values()), 60)
        finally:
            filler.unlink(missing_ok=True)
        wait_for(lambda: send(service, buy_in("PG01")).status_code == 201, 60)
        wait_for(lambda: set(checks(service).values()) == {"ok"}, 60)
        assert service.stop() == 0
    start_embedded(small_disk)
    everything = stored(small_disk)
    expect_once([one for one in everything if one["key"] == "PG01"], kept)
