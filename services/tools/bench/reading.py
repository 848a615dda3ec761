"""Commands while the back office reads: what a dealer waits beside reports, searches, viewers."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Final

import uvloop

from services.runtime.lease import find_holder
from services.store.ledger import Ledger
from services.tools.bench.connection import Connection
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.house import served
from services.tools.bench.loads import Answered, Told, closed_loop, open_loop, percentile_ms
from services.tools.bench.material import START
from services.tools.simulator import Floor

_TABLES: Final = 50
_RATE: Final = 250.0
"""Commands a second that come when they are due."""
_REPORTS: Final = 20
_SEARCHES: Final = 20
_VIEWERS: Final = 100
_DAY: Final = re.compile(rb'"day":"([-0-9]+)"')


def run(server: str, rounds: int, seconds: float) -> Iterator[Figure]:
    """The same load twice on one house: first nobody reads, then all of them."""
    played, left = _told(rounds, 2 * seconds)
    with served(server) as house:
        uvloop.run(closed_loop(house.address, played))
        before = _epoch(house.ledger)
        yield from uvloop.run(_measure(house.address, left, seconds))
        lost = _epoch(house.ledger) - before
        yield Figure(
            bench="reading", what="the desk's lease was lost", value=lost, unit="times",
            holds=lost == 0,
        )  # fmt: skip


def _told(rounds: int, seconds: float) -> tuple[Told, Told]:
    """What is played beforehand, and what is left for so long."""
    kept = int(_RATE * seconds / _TABLES) + 1
    floor = Floor(tables=_TABLES, rounds=rounds + kept // 10 + 1, seed=1, start=START)
    told = {table: list(floor.commands(table)) for table in floor.names()}
    return (
        {table: commands[:-kept] for table, commands in told.items()},
        {table: commands[-kept:] for table, commands in told.items()},
    )


async def load_beside_readers(address: str, rounds: int, seconds: float) -> None:
    """The same, for who measures something else of it."""
    played, left = _told(rounds, seconds)
    await closed_loop(address, played)
    async with _reading(address, _Reader(await _reports(address)), _Reader(_searches())):
        await open_loop(address, left, _RATE, seconds)


def _epoch(ledger: Ledger) -> int:
    holder = find_holder(ledger.datastore, "desk")
    assert holder is not None
    return holder.epoch


async def _measure(address: str, left: Told, seconds: float) -> list[Figure]:
    alone = await open_loop(address, left, _RATE, seconds)
    reports, searches = _Reader(await _reports(address)), _Reader(_searches())
    async with _reading(address, reports, searches):
        reports.answered = searches.answered = 0
        with stopwatch() as watch:
            beside = await open_loop(address, left, _RATE, seconds)
        read = reports.answered / watch.seconds, searches.answered / watch.seconds
    return [*_latencies(alone, beside), *_read(*read)]


async def _reports(address: str) -> list[str]:
    """Of the day that is played; one of them as it was known a moment ago."""
    async with Connection(address) as connection:
        found = _DAY.search(await connection.get("/v1/tables"))
    assert found is not None
    day = found[1].decode()
    names = ("master_game", "exceptions", "slips", "statistics", "trial_balance")
    as_of = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [
        f"/v1/reconciliation?day={day}",
        f"/v1/reconciliation?day={day}&as_of={as_of}",
        *(f"/v1/reports/{name}?day={day}" for name in names),
    ]


def _searches() -> list[str]:
    asked = ("outcome=win", "seat=3", "piece=gee%20joon", "player=P1", "state=voided", "min=10000")
    return [f"/v1/rounds?limit=50&{one}" for one in asked]


class _Reader:
    """Asks for one after the other, as many at once as there are connections."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths
        self.answered = 0
        self.begun = asyncio.Event()

    async def go_on(self, address: str, first: int) -> None:
        async with Connection(address) as connection:
            for number in count(first):
                await connection.get(self._paths[number % len(self._paths)])
                self.answered += 1
                self.begun.set()


async def _watch(address: str) -> None:
    """Somebody before the floor's page."""
    async with Connection(address) as connection:
        reader = await connection.stream("/v1/stream?view=floor")
        while await reader.read(1 << 16):
            pass


@asynccontextmanager
async def _reading(address: str, reports: _Reader, searches: _Reader) -> AsyncIterator[None]:
    """All of them at once, from the first answers on."""
    tasks = [
        *(asyncio.create_task(reports.go_on(address, one)) for one in range(_REPORTS)),
        *(asyncio.create_task(searches.go_on(address, one)) for one in range(_SEARCHES)),
        *(asyncio.create_task(_watch(address)) for _ in range(_VIEWERS)),
    ]
    try:
        await asyncio.gather(reports.begun.wait(), searches.begun.wait())
        yield
    finally:
        for one in tasks:
            one.cancel()
        for one in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await one


def _latencies(alone: list[Answered], beside: list[Answered]) -> Iterator[Figure]:
    for percent in (50, 99):
        yield Figure(
            bench="reading", what=f"p{percent}, {_RATE:,.0f} commands/s due",
            value=percentile_ms(beside, percent), unit="ms",
            baseline=percentile_ms(alone, percent), baseline_name="nobody reads",
        )  # fmt: skip


def _read(reports: float, searches: float) -> Iterator[Figure]:
    for what, value in (
        (f"{_REPORTS} at once read reports", reports),
        (f"{_SEARCHES} at once search rounds", searches),
    ):
        yield Figure(bench="reading", what=what, value=value, unit="req/s")
