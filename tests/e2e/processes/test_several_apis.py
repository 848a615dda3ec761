"""Several processes on one port: a client cannot tell which one it has, nor that one has died."""

import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import httpx

from services.tools.simulator import Floor
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import is_gone, wait_for

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def api_processes(service: Service) -> set[int]:
    return {pid for name, pid in service.processes() if name == "api"}


def test_all_of_them_take_commands_and_tables_keep_their_order(data: Path) -> None:
    floor = Floor(tables=6, rounds=3, seed=8, start=START)
    told = {table: list(floor.commands(table)) for table in floor.names()}
    with served(data, PITLEDGER_API_PROCESSES="3") as service:
        assert len(api_processes(service)) == 3
        seqs: dict[str, list[int]] = {}
        for commands in zip(*told.values(), strict=False):
            for command in commands:
                # A connection of its own: whichever process has time takes it.
                path = f"{service.url}/v1/tables/{command['table']}/commands"
                answer = httpx.post(path, json=command, timeout=30)
                assert answer.status_code == 201, answer.text
                for event in answer.json()["events"]:
                    seqs.setdefault(event["key"], []).append(event["seq"])
        assert all(mine == list(range(1, len(mine) + 1)) for mine in seqs.values())
        again = httpx.post(path, json=command, timeout=30)
        assert again.content == answer.content
        measured = httpx.get(f"{service.url}/metrics", timeout=30).text
        assert measured.count("pitledger_http_request_seconds_count") >= 2
        assert service.stop() == 0


def test_while_one_is_killed_the_others_answer(data: Path) -> None:
    with served(data, PITLEDGER_API_PROCESSES="2") as service:
        before = api_processes(service)
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: is_gone(killed))
        for _ in range(20):
            assert httpx.get(f"{service.url}/livez", timeout=30).is_success
        wait_for(lambda: len(api_processes(service)) == 2)
        assert killed not in api_processes(service)
        assert service.stop() == 0
        assert all(map(is_gone, before))
