"""Through the API: fifty clients that keep their connections, one command a request."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from services.tools.bench.figures import Figure, peak_mib, stopwatch
from services.tools.bench.material import START, new_ledger
from services.tools.simulator import Floor

_CLIENTS: Final = 50


class _Answered(NamedTuple):
    seconds: float
    events: int


def run(server: str, rounds: int, address: str = "") -> Iterator[Figure]:
    """Against the service at an address, or one of its own on a new database."""
    floor = Floor(tables=_CLIENTS, rounds=rounds, seed=1, start=START)
    told = {table: list(floor.commands(table)) for table in floor.names()}
    if address:
        yield from _figures(address, told)
        return
    with served(server) as (own, process):
        yield from _figures(own, told)
        yield Figure(
            bench="memory", what="the service under http", value=peak_mib(process), unit="MiB"
        )


def _figures(address: str, told: dict[str, list[dict[str, Any]]]) -> Iterator[Figure]:
    with stopwatch() as watch:
        answers = asyncio.run(_all_clients(address, told))
    rate = sum(one.events for one in answers) / watch.seconds
    yield Figure(bench="http", what=f"{_CLIENTS} clients", value=rate, unit="events/s")
    latencies = sorted(one.seconds for one in answers)
    for percent in (50, 99):
        latency_ms = latencies[len(latencies) * percent // 100] * 1000
        yield Figure(bench="http", what=f"p{percent} of a request", value=latency_ms, unit="ms")


@contextmanager
def served(server: str) -> Iterator[tuple[str, int]]:
    """The service on a new database, its address and process.

    A process of its own, so that the clients do not slow it from within.
    """
    with new_ledger(server) as ledger:
        with ledger.datastore.get_connection() as conn:
            url = server.replace("/postgres?", f"/{conn.info.dbname}?")
        with subprocess.Popen(
            [sys.executable, "-m", "services.cli.main", "serve", "--port", "0"],
            env={**os.environ, "PITLEDGER_DATABASE_URL": url},
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


async def _all_clients(address: str, told: dict[str, list[dict[str, Any]]]) -> list[_Answered]:
    clients = [_client(address, table, commands) for table, commands in told.items()]
    return [answer for answers in await asyncio.gather(*clients) for answer in answers]


async def _client(address: str, table: str, commands: list[dict[str, Any]]) -> list[_Answered]:
    """One table's device: the next command after the answer to the last."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    answers = []
    for command in commands:
        body = json.dumps(command).encode()
        head = f"POST /v1/tables/{table}/commands HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        began = time.perf_counter()
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
