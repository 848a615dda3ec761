"""What `pitledger serve` takes of a machine: until it is ready, at rest, and under mixed load."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import uvloop

from services.settings import Settings
from services.tools.bench.connection import Connection
from services.tools.bench.figures import Figure, descendants
from services.tools.bench.house import House, served
from services.tools.bench.reading import load_beside_readers

_REST_SECONDS: Final = 10.0
"""Long enough that every part has done each of its regular tasks."""
_READY_WITHIN_SECONDS: Final = 60.0
_LOOK_SECONDS: Final = 0.02


def run(server: str, kafka: Settings | str, rounds: int, seconds: float) -> Iterator[Figure]:
    """With a broker, or as a string why there is none."""
    settings = kafka if isinstance(kafka, Settings) else None
    with served(server, settings) as house:
        uvloop.run(_until_ready(house.address))
        yield _figure("from start to ready", time.perf_counter() - house.began, "s")
        time.sleep(_REST_SECONDS)
        yield from _measured(house, "at rest" if settings else "at rest, without Kafka")
        uvloop.run(load_beside_readers(house.address, rounds, seconds))
        yield from _measured(house, "under mixed load")


def _measured(house: House, when: str) -> Iterator[Figure]:
    """Of all processes but the database; and the database's connections."""
    pids = descendants(house.pid)
    yield _figure(f"processes, {when}", len(pids), "")
    yield _figure(f"all of them, {when}", sum(map(_resident_mib, pids)), "MiB")
    for part, pid in house.parts().items():
        if part != "postgresql":
            yield _figure(f"{part}, {when}", _resident_mib(pid), "MiB")
    yield _figure(f"connections, {when}", _connections(house), "")


def _figure(what: str, value: float, unit: str) -> Figure:
    return Figure(bench="footprint", what=what, value=value, unit=unit)


async def _until_ready(address: str) -> None:
    until = time.monotonic() + _READY_WITHIN_SECONDS
    while True:
        async with Connection(address) as connection:
            try:
                await connection.get("/readyz")
            except AssertionError:
                assert time.monotonic() < until, "the service was not ready"
                await asyncio.sleep(_LOOK_SECONDS)
            else:
                return


def _resident_mib(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:  # it ended meanwhile
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _connections(house: House) -> int:
    """But for those of this process, whose pool is the benchmark's own."""
    own = house.ledger.datastore.pool.get_stats()["pool_size"]
    with house.ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT count(*) AS n FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row["n"]) - own
