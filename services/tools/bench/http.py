"""Through the API: fifty clients that keep their connections, one command a request.

First as fast as they are answered, beside a constant answer by the same server; then a lone one;
then so many commands a second, whether or not they are answered in time.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from services.tools.bench.figures import Figure, cpu_seconds, peak_mib, stopwatch
from services.tools.bench.material import START, new_ledger
from services.tools.simulator import Floor
from services.tools.simulator.elsewhere import Elsewhere

_CLIENTS: Final = 50
_RATE: Final = 1000
"""Commands a second of the open loop."""
_LONE_COMMANDS: Final = 200


_Told: TypeAlias = dict[str, list[dict[str, Any]]]


class _Answered(NamedTuple):
    seconds: float
    events: int


def run(server: str, rounds: int, address: str = "") -> Iterator[Figure]:
    """Against the service at an address, or one of its own on a new database."""
    told = _told(rounds, "")
    if address:
        yield from _figures(address, told)
        return
    with _started("services.tools.bench.constant") as (constant, _), stopwatch() as watch:
        answers = asyncio.run(_all_clients(constant, told))
    with served(server) as (own, process):
        began = cpu_seconds(process)
        yield from _figures(own, told, len(answers) / watch.seconds)
        cpu_us = (cpu_seconds(process) - began) / len(answers) * 1e6
        yield Figure(bench="http", what="processor a request, all parts", value=cpu_us, unit="µs")
        yield from _lone(own)
        yield from _open_loop(own, _told(max(2, rounds // 4), "O"))
        yield Figure(
            bench="memory", what="the service under http", value=peak_mib(process), unit="MiB"
        )


def _told(rounds: int, names: str) -> _Told:
    """Commands by table; with `names` before them, of other tables."""
    floor = Floor(tables=_CLIENTS, rounds=rounds, seed=1 + len(names), start=START)
    return {
        f"{names}{table}": [Elsewhere(f"{names}{table}").tell(one) for one in floor.commands(table)]
        for table in floor.names()
    }


def _figures(address: str, told: _Told, constant: float | None = None) -> Iterator[Figure]:
    """`constant`: requests a second that are answered without anything being done."""
    with stopwatch() as watch:
        answers = asyncio.run(_all_clients(address, told))
    rate = sum(one.events for one in answers) / watch.seconds
    yield Figure(bench="http", what=f"{_CLIENTS} clients", value=rate, unit="events/s")
    yield Figure(
        bench="http", what="the same", value=len(answers) / watch.seconds, unit="requests/s",
        baseline=constant, baseline_name="a constant answer by the same server",
    )  # fmt: skip
    yield from _latencies(answers, "of a request")


def _lone(address: str) -> Iterator[Figure]:
    """Nobody else asks: what batches and turns cost who need not wait for them."""
    [(table, commands)] = list(_told(10, "LL").items())[:1]
    answers = asyncio.run(_client(address, table, commands[:_LONE_COMMANDS]))
    yield from _latencies(answers, "of a lone one")


def _open_loop(address: str, told: _Told) -> Iterator[Figure]:
    """Each at its time; one that could not be sent in time has waited since then."""
    answers = asyncio.run(_all_clients(address, told, _CLIENTS / _RATE))
    yield from _latencies(answers, f"at {_RATE} commands/s")


def _latencies(answers: list[_Answered], what: str) -> Iterator[Figure]:
    latencies = sorted(one.seconds for one in answers)
    for percent in (50, 99):
        latency_ms = latencies[len(latencies) * percent // 100] * 1000
        yield Figure(bench="http", what=f"p{percent} {what}", value=latency_ms, unit="ms")


@contextmanager
def served(server: str) -> Iterator[tuple[str, int]]:
    """The service on a new database, its address and process.

    A process of its own, so that the clients do not slow it from within.
    """
    with new_ledger(server) as ledger:
        with ledger.datastore.get_connection() as conn:
            url = server.replace("/postgres?", f"/{conn.info.dbname}?")
        serve = ("services.cli.main", "serve", "--port", "0")
        with _started(*serve, PITLEDGER_DATABASE_URL=url) as opened:
            yield opened


@contextmanager
def _started(*module: str, **environment: str) -> Iterator[tuple[str, int]]:
    """A process, once it has told the address that it answers at."""
    with subprocess.Popen(  # noqa: S603  a module of our own
        [sys.executable, "-m", *module],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, "the service did not open"
            yield found[0], process.pid
        finally:
            process.terminate()


async def _all_clients(address: str, told: _Told, every_seconds: float = 0) -> list[_Answered]:
    clients = [
        _client(address, table, commands, every_seconds, every_seconds * n / len(told))
        for n, (table, commands) in enumerate(told.items())
    ]
    return [answer for answers in await asyncio.gather(*clients) for answer in answers]


async def _client(
    address: str,
    table: str,
    commands: list[dict[str, Any]],
    every_seconds: float = 0,
    after_seconds: float = 0,
) -> list[_Answered]:
    """One table's device: the next command after the last answer, and not before its time."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    answers = []
    due = time.perf_counter() + after_seconds
    for command in commands:
        body = json.dumps(command).encode()
        head = f"POST /v1/tables/{table}/commands HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        if every_seconds:
            await asyncio.sleep(max(0, due - time.perf_counter()))
        began = due if every_seconds else time.perf_counter()
        due += every_seconds
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        events = await _read_answer(reader)
        answers.append(_Answered(time.perf_counter() - began, events))
    writer.close()
    await writer.wait_closed()
    return answers


async def _read_answer(reader: asyncio.StreamReader) -> int:
    """How many events the answer carries."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert head.startswith("HTTP/1.1 201"), head
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    assert length is not None
    body = await reader.readexactly(int(length[1]))
    return body.count(b'{"event":"')
