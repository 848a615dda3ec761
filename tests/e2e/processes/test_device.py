"""Devices through every loss: each line is decided once, and answered as the first time."""

import asyncio
import contextlib
import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from services.http.device_client import DeviceClient, LineAnswer
from services.http.device_lines import MOST_UNANSWERED
from services.settings import read_settings
from services.storage import open_storage
from services.tools.simulator import Floor
from tests.e2e.processes.test_several_apis import apis
from tests.support.http.devices import Wire, device
from tests.support.processes.books import expect_once
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import is_gone, wait_for
from tests.support.store.playing import buy_in, open_table

START: Final = datetime(2026, 3, 1, 18, tzinfo=UTC)
TOO_EARLY: Final = {"command": "settle", "table": "PG01"}
"""Refused at nearly any moment, and in its order always the same."""


def play(rounds: int, seed: int) -> list[dict[str, Any]]:
    """A table's evening without ids, and now and then something that the rules refuse."""
    told: list[dict[str, Any]] = []
    floor = Floor(tables=1, rounds=rounds, seed=seed, start=START)
    for number, command in enumerate(floor.commands("PG01")):
        told.append({name: value for name, value in command.items() if name != "command_id"})
        if number % 5 == 1 and command["command"] in ("buy_in", "place_wager"):
            told.append({**TOO_EARLY, "at": command["at"]})
    return told


async def told_by(
    client: DeviceClient, lines: list[dict[str, Any]], luck: random.Random | None = None
) -> list[LineAnswer]:
    """Several at a time, each in its turn; with luck the line is cut in the middle of each."""
    answers: list[LineAnswer] = []
    for first in range(0, len(lines), 16):
        told = asyncio.gather(*map(client.send, lines[first : first + 16]))
        if luck is not None:
            await asyncio.sleep(luck.uniform(0.0, 0.01))
            if client._line is not None:
                client._line.transport.abort()
        answers += await told
        await asyncio.sleep(0.02)
    return answers


def expect_decided_once(
    service: Service, data: Path, lines: list[dict[str, Any]], answers: list[LineAnswer]
) -> None:
    """The log holds what was answered, in that order, and nothing else; so do the refusals."""
    assert service.stop() == 0
    assert len(answers) == len(lines)
    refused = [one.problem for one in answers if one.status == 409]
    assert len(refused) == sum(
        line["command"] == "settle" and "actor" not in line for line in lines
    )
    assert {one.status for one in answers} == {200, 409}
    events = [event for one in answers for event in one.events]
    with open_storage(read_settings({}, data=data)) as storage:
        stored = [json.loads(entry.state) for entry in storage.ledger.log_after(0, 1_000_000)]
        with storage.ledger.datastore.get_connection() as conn:
            rows = conn.execute("SELECT reason FROM pitledger_refusals ORDER BY id").fetchall()
    expect_once(stored, events)
    assert len(stored) == len(events)
    assert [row["reason"] for row in rows] == [one["reason"] for one in refused]


def test_cut_again_and_again_each_line_is_decided_once(data: Path) -> None:
    seed = random.randrange(10_000)
    print(f"seed {seed}")  # noqa: T201  a failure can be played again
    lines = play(rounds=12, seed=4)

    async def run(url: str) -> list[LineAnswer]:
        async with DeviceClient(url, "table-1") as client:
            answers = await told_by(client, lines, random.Random(seed))
            assert client.connected > 3
            return answers

    with served(data) as service:
        answers = asyncio.run(run(service.url))
        expect_decided_once(service, data, lines, answers)


@pytest.mark.parametrize("part", ["api", "follow"])
def test_killed_under_it_the_service_is_resumed(data: Path, part: str) -> None:
    lines = play(rounds=25, seed=5)

    async def run(service: Service) -> list[LineAnswer]:
        async with DeviceClient(service.url, "table-1") as client:
            answers = await told_by(client, lines)
            assert (client.connected > 1) == (part == "api")
            return answers

    with served(data) as service:
        killing = threading.Thread(target=kill, args=(service, part, 2))
        killing.start()
        answers = asyncio.run(run(service))
        killing.join(60)
        expect_decided_once(service, data, lines, answers)


def kill(service: Service, part: str, times: int) -> None:
    for _ in range(times):
        time.sleep(0.5)
        with contextlib.suppress(KeyError):
            killed = service.parts()[part]
            os.kill(killed, signal.SIGKILL)
            wait_for(lambda killed=killed: is_gone(killed))  # type: ignore[misc]
            wait_for(lambda: part in service.parts())


def resumed(url: str, ask: Callable[[Wire], list[str]], line: str) -> list[str]:
    """As soon as somebody answers again."""
    until = time.monotonic() + 60
    while True:
        try:
            with httpx.Client(base_url=url) as door, device(door, line) as wire:
                return ask(wire)
        except (OSError, ConnectionClosed):
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.1)


@pytest.mark.parametrize("part", ["api", "follow"])
def test_a_foreign_device_gets_the_same_answers(data: Path, part: str) -> None:
    """By a library's own client: sent, the part killed, sent again, and once more."""
    lines = [buy_in("PG01"), open_table("PG01"), *(buy_in("PG01", 100 + n) for n in range(40))]

    def send_all(wire: Wire) -> None:
        for number, line in enumerate(lines, 1):
            wire.say(number, line)

    def ask_all(wire: Wire) -> list[str]:
        send_all(wire)
        return [str(wire.connection.recv(30)) for _ in lines]

    assert len(lines) <= MOST_UNANSWERED
    with served(data) as service:
        with (
            httpx.Client(base_url=service.url) as door,
            contextlib.suppress(ConnectionClosed),
            device(door, "f") as wire,
        ):
            send_all(wire)
            os.kill(service.parts()[part], signal.SIGKILL)
            time.sleep(0.2)
        first = resumed(service.url, ask_all, "f")
        again = resumed(service.url, ask_all, "f")
        assert again == first
        told = [json.loads(text) for text in first]
        assert [one["status"] for one in told] == [409] + [200] * 41
        assert [event["seq"] for one in told[1:] for event in one["events"]] == [*range(1, 42)]
        assert service.stop() == 0


def test_with_several_processes_each_line_is_decided_once(database: str) -> None:
    """Another process takes nothing over, and knows nothing: ids and refusals are the store's."""
    lines = [buy_in("PG01"), open_table("PG01"), *(buy_in("PG01", 100 + n) for n in range(10))]

    def ask_all(wire: Wire) -> list[str]:
        for number, line in enumerate(lines, 1):
            wire.say(number, line)
        return [str(wire.connection.recv(30)) for _ in lines]

    with apis(database, 3) as addresses:
        answers = [resumed(addresses[n % 3], ask_all, "f") for n in range(12)]
        assert all(one == answers[0] for one in answers)
        assert json.loads(answers[0][0])["status"] == 409


def test_sigterm_answers_what_was_taken_and_says_so(data: Path) -> None:
    answers: list[dict[str, Any]] = []
    ended: list[tuple[int, str]] = []
    service = Service(data)
    service.start()

    def send_until_closed() -> None:
        with httpx.Client(base_url=service.url) as door, device(door, "f") as wire:
            wire.say(1, open_table("PG01"))
            number = 1
            try:
                while True:
                    while number - len(answers) < 20:
                        number += 1
                        wire.say(number, buy_in("PG01"))
                    answers.append(wire.hear())
            except ConnectionClosed:
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        answers.append(wire.hear())
                closed = wire.connection.close_code, wire.connection.close_reason
                ended.append((closed[0] or 0, closed[1] or ""))

    sender = threading.Thread(target=send_until_closed)
    sender.start()
    wait_for(lambda: len(answers) > 100)
    assert service.stop() == 0
    sender.join(30)
    assert ended[0][0] == 1012
    assert "connect again and send again what is not answered" in ended[0][1]
    assert {one["status"] for one in answers} == {200}
    with open_storage(read_settings({}, data=data)) as storage:
        # Every line that was taken was answered: the log holds nothing that nobody knows of.
        assert storage.ledger.head() == len(answers)
