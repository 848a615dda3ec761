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
from typing import Any, Final
from urllib.parse import urlsplit

from services.bench.figures import Figure, stopwatch
from services.bench.material import START, new_ledger
from services.simulator import Floor

_CLIENTS: Final = 50


def run(server: str, rounds: int) -> Iterator[Figure]:
    floor = Floor(tables=_CLIENTS, rounds=rounds, seed=1, start=START)
    told = {table: list(floor.commands(table)) for table in floor.names()}
    with new_ledger(server) as ledger:
        with ledger.datastore.get_connection() as conn:
            url = server.replace("/postgres?", f"/{conn.info.dbname}?")
        with _served(url) as address, stopwatch() as watch:
            latencies = sorted(asyncio.run(_all_clients(address, told)))
        events = ledger.head()
    yield Figure(
        bench="http", what=f"{_CLIENTS} clients", value=events / watch.seconds, unit="events/s"
    )
    for percent in (50, 99):
        latency_ms = latencies[len(latencies) * percent // 100] * 1000
        yield Figure(bench="http", what=f"p{percent} of a request", value=latency_ms, unit="ms")


@contextmanager
def _served(url: str) -> Iterator[str]:
    """The service as a process of its own, so that the clients do not slow it from within."""
    process = subprocess.Popen(
        [sys.executable, "-m", "services.cli.main", "serve", "--port", "0"],
        env={**os.environ, "PITLEDGER_DATABASE_URL": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the service did not open"
        yield found[0]
    finally:
        process.terminate()
        process.wait()


async def _all_clients(address: str, told: dict[str, list[dict[str, Any]]]) -> list[float]:
    clients = [_client(address, table, commands) for table, commands in told.items()]
    return [latency for latencies in await asyncio.gather(*clients) for latency in latencies]


async def _client(address: str, table: str, commands: list[dict[str, Any]]) -> list[float]:
    """One table's device: the next command after the answer to the last."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    latencies = []
    for command in commands:
        body = json.dumps(command).encode()
        head = f"POST /v1/tables/{table}/commands HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        began = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await _read_answer(reader)
        latencies.append(time.perf_counter() - began)
    writer.close()
    await writer.wait_closed()
    return latencies


async def _read_answer(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert head.startswith("HTTP/1.1 201"), head
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    assert length is not None
    await reader.readexactly(int(length[1]))
