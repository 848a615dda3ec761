"""The end of the service, in order and not: nothing acknowledged is lost, nothing stays behind."""

import json
import os
import signal
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from services.http.client import Sender
from services.settings import read_settings
from services.storage import open_storage
from services.store.embedded import start_embedded, stop_embedded
from services.store.ledger import Ledger
from services.tools.simulator import Floor
from tests.support.processes.books import expect_whole
from tests.support.processes.service import Service, running_part, served
from tests.support.processes.waiting import is_gone, wait_for
from tests.support.store.leases import hold_elsewhere
from tests.support.store.playing import open_table

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def send_until_closed(url: str, commands: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
    """One after the other, until the door is shut; whatever else is answered is kept too."""
    with httpx.Client(base_url=url, timeout=30) as http:
        for command in commands:
            try:
                answer = http.post(f"/v1/tables/{command['table']}/commands", json=command)
            except httpx.HTTPError:
                return
            kept.extend(answer.json().get("events", [answer.json()]))


def test_sigterm_under_load_answers_what_was_taken(data: Path) -> None:
    floor = Floor(tables=4, rounds=60, seed=5, start=START)
    kept: list[list[dict[str, Any]]] = [[] for _ in floor.names()]
    service = Service(data)
    service.start()
    senders = [
        threading.Thread(
            target=send_until_closed, args=(service.url, list(floor.commands(table)), mine)
        )
        for table, mine in zip(floor.names(), kept, strict=True)
    ]
    for sender in senders:
        sender.start()
    wait_for(lambda: all(len(mine) > 20 for mine in kept))
    parts = service.parts()
    assert set(parts) == {"api", "follow"}
    assert service.stop() == 0
    for sender in senders:
        sender.join(30)
    assert all(is_gone(pid) for pid in parts.values())
    acknowledged = [event for mine in kept for event in mine]
    # No command that was taken is told to come back: the desk is there until the last has left.
    assert [told for told in acknowledged if "event" not in told] == []
    with open_storage(read_settings({}, data=data)) as storage:
        stored = [json.loads(entry.state) for entry in storage.ledger.log_after(0, 100_000)]
    # Every command that was taken was also answered: the log holds nothing that nobody knows of.
    assert {(event["key"], event["seq"]) for event in acknowledged} == {
        (event["key"], event["seq"]) for event in stored
    }


def test_killed_hard_it_leaves_no_process_and_starts_again(data: Path) -> None:
    floor = Floor(tables=2, rounds=6, seed=6, start=START)
    commands = {table: list(floor.commands(table)) for table in floor.names()}
    kept: list[dict[str, Any]] = []
    service = Service(data)
    service.start()
    with Sender(service.url) as sender:
        for command in commands["PG01"]:
            kept += sender.send(command)
    postmaster = _postmaster(data)
    service.kill()
    wait_for(lambda: is_gone(postmaster))
    service.start()
    with Sender(service.url) as sender:
        for command in commands["PG02"]:
            kept += sender.send(command)
    assert service.stop() == 0
    assert is_gone(_postmaster(data))
    url = start_embedded(data)
    expect_whole(url, kept, rounds={"PG01": 6, "PG02": 6})
    stop_embedded(data)


def _postmaster(data: Path) -> int:
    """The embedded server's process; none if it has signed off."""
    try:
        return int((data / "postgres" / "postmaster.pid").read_text().splitlines()[0])
    except OSError:
        return 2**22 + 1


def test_every_part_is_started_again_when_it_dies(data: Path) -> None:
    with served(data) as service, Sender(service.url) as sender:
        sender.send(open_table("PG01", command_id="00000000-0000-4000-8000-000000000001"))
        before = service.parts()
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        old = set(before.values())
        wait_for(
            lambda: (
                (now := service.parts()).keys() == before.keys() and old.isdisjoint(now.values())
            )
        )
        wait_for(lambda: httpx.get(f"{service.url}/readyz", timeout=30).status_code == 200)
        again = sender.send(open_table("PG01", command_id="00000000-0000-4000-8000-000000000001"))
        assert again[0]["seq"] == 1


def test_a_part_that_is_silent_or_gone_is_told(data: Path) -> None:
    with served(data) as service:
        wait_for(lambda: _checks(service)["projections"] == "ok")
        stopped = service.parts()["follow"]
        os.kill(stopped, signal.SIGSTOP)
        wait_for(lambda: "silent for" in _checks(service)["projections"])
        told = _checks(service)["projections"]
        assert told.startswith("nobody does floor, rounds, sessions, progressives")
        assert _checks(service)["desk"] == "ok"
        os.kill(stopped, signal.SIGCONT)
        wait_for(lambda: _checks(service)["projections"] == "ok")


def _checks(service: Service) -> dict[str, str]:
    told: dict[str, str] = httpx.get(f"{service.url}/readyz", timeout=30).json()["checks"]
    return told


def test_without_a_desk_a_command_is_told_to_come_back(database: str, ledger: Ledger) -> None:
    """Another process holds the lease, and cannot be reached."""
    hold_elsewhere(ledger.datastore, "desk", 600)
    with running_part("api", "--port=0", PITLEDGER_DATABASE_URL=database) as api:
        assert api.process.stdout is not None
        url = api.process.stdout.readline().split()[-1]
        answer = httpx.post(f"{url}/v1/tables/PG01/commands", json=open_table("PG01"), timeout=60)
        assert answer.status_code == 503
        assert answer.json()["type"] == "urn:pitledger:problem:no-desk"
        assert int(answer.headers["retry-after"]) >= 1
        assert httpx.get(f"{url}/livez").json() == {"status": "alive"}
        checks = httpx.get(f"{url}/readyz").json()["checks"]
        assert checks["desk"] == "nobody does desk"
        assert checks["store"] == "ok"
        assert api.stop() == 0
