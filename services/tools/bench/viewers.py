"""A floor that many watch: what a viewer costs the service, and how late each sees what happens.

Tables play at the pace of a busy house; viewers do what the floor's page does: they follow the
stream, and every few seconds ask for what stands above the tables.
"""

import asyncio
import bisect
import contextlib
import re
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from services.tools.bench.connection import Connection
from services.tools.bench.figures import Figure, cpu_seconds
from services.tools.bench.house import served
from services.tools.bench.material import START
from services.tools.simulator import Floor

_SENDERS: Final = 8
_PAGE_SECONDS: Final = 3.0
_OPENING: Final = 6
"""Commands by which a table is open and in its first round."""
_ROW: Final = re.compile(rb"id: (\w+)/(\d+)\n")
_SEQ: Final = re.compile(rb'"seq":(\d+)')


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """How large a floor, by how many it is watched, how fast it plays."""

    tables: int = 200
    viewers: int = 100
    commands_per_second: float = 60.0
    seconds: float = 20.0


class Committed(NamedTuple):
    """An accepted command."""

    table: str
    seq: int
    at: float


class Seen(NamedTuple):
    """A row that reached a viewer."""

    table: str
    seq: int
    at: float


def run(server: str, watched: Watched) -> Iterator[Figure]:
    """The same play first with nobody watching, so that only the watching is counted."""
    with served(server) as house:
        yield from asyncio.run(_measure(house.address, house.pid, watched))


async def _measure(address: str, process: int, watched: Watched) -> list[Figure]:
    play = _Play(address, watched)
    await play.open_all()
    with _spent(process) as alone:
        await play.go_on()
    viewers = [_Viewer(address) for _ in range(watched.viewers)]
    watching = [asyncio.create_task(one.watch()) for one in viewers]
    asking = [asyncio.create_task(one.ask()) for one in viewers]
    await asyncio.gather(*(one.begun.wait() for one in viewers))
    with _spent(process) as taken:
        committed = await play.go_on()
    await asyncio.sleep(1.0)
    for task in (*watching, *asking):
        task.cancel()
    await asyncio.gather(*watching, *asking, return_exceptions=True)
    return [
        *_costs(watched, alone, taken),
        *_lateness(viewers, committed),
    ]


class _Spent:
    """How long something lasted, and the seconds of processor time a second meanwhile."""

    seconds = 0.0
    share = 0.0


@contextlib.contextmanager
def _spent(process: int) -> Iterator[_Spent]:
    spent = _Spent()
    began, used = time.monotonic(), cpu_seconds(process)
    yield spent
    spent.seconds = time.monotonic() - began
    spent.share = (cpu_seconds(process) - used) / spent.seconds


def _costs(watched: Watched, alone: _Spent, taken: _Spent) -> Iterator[Figure]:
    pace = watched.commands_per_second * watched.seconds / taken.seconds
    yield Figure(
        bench="viewers", what="the tables' pace", value=pace, unit="cmds/s",
        baseline=watched.commands_per_second, baseline_name="as asked",
    )  # fmt: skip
    yield Figure(
        bench="viewers", what=f"{watched.tables} tables, {watched.viewers} viewers",
        value=100 * taken.share, unit="% CPU",
        baseline=100 * alone.share, baseline_name="nobody watching",
    )  # fmt: skip
    each = 1000 * (taken.share - alone.share) / watched.viewers
    yield Figure(bench="viewers", what="a viewer costs", value=each, unit="ms CPU/s")


def _lateness(viewers: "list[_Viewer]", committed: list[Committed]) -> Iterator[Figure]:
    late = sorted(seconds for one in viewers for seconds in one.lateness(committed))
    for percent in (50, 99):
        value = late[len(late) * percent // 100] * 1000
        yield Figure(bench="viewers", what=f"p{percent}, commit to viewer", value=value, unit="ms")
    missed = len(committed) * len(viewers) - len(late)
    yield Figure(
        bench="viewers", what="never seen by a viewer", value=missed, unit="rows", holds=missed == 0
    )
    pages = sorted(seconds for one in viewers for seconds in one.asked)
    if pages:
        value = pages[len(pages) * 99 // 100] * 1000
        yield Figure(bench="viewers", what="p99, what waits above it", value=value, unit="ms")


class _Play:
    """The tables: each tells its commands one after another, all together at one pace."""

    def __init__(self, address: str, watched: Watched) -> None:
        floor = Floor(tables=watched.tables, rounds=3, seed=1, start=START)
        self._commands = {name: floor.commands(name) for name in floor.names()}
        self._address = address
        self._watched = watched

    async def open_all(self) -> None:
        await self._send(list(self._commands) * _OPENING, pause=0.0)

    async def go_on(self) -> list[Committed]:
        """For as long as is asked for."""
        many = int(self._watched.commands_per_second * self._watched.seconds)
        names = list(self._commands)
        turns = [names[number % len(names)] for number in range(many)]
        return await self._send(turns, pause=_SENDERS / self._watched.commands_per_second)

    async def _send(self, turns: list[str], pause: float) -> list[Committed]:
        """A table is always told by the same sender, so that its commands keep their order."""
        names = {name: number for number, name in enumerate(self._commands)}
        shares: list[list[str]] = [[] for _ in range(_SENDERS)]
        for table in turns:
            shares[names[table] % _SENDERS].append(table)
        told = await asyncio.gather(*(self._sender(one, pause) for one in shares))
        return [one for several in told for one in several]

    async def _sender(self, turns: list[str], pause: float) -> list[Committed]:
        client = Connection(self._address)
        committed, due = [], time.monotonic()
        for table in turns:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += pause
            body = await client.post(table, next(self._commands[table]))
            seq = int(_SEQ.findall(body)[-1])
            committed.append(Committed(table, seq, time.monotonic()))
        client.close()
        return committed


class _Viewer:
    """Somebody before the floor's page."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.begun = asyncio.Event()
        self.seen: list[Seen] = []
        self.asked: list[float] = []

    async def watch(self) -> None:
        client = Connection(self._address)
        reader = await client.stream("/v1/stream?view=floor")
        rest = b""
        with contextlib.closing(client):
            while size := int(await reader.readuntil(b"\r\n"), 16):
                rest += (await reader.readexactly(size + 2))[:-2]
                now, end = time.monotonic(), rest.rfind(b"\n") + 1
                self.seen += [
                    Seen(name.decode(), int(seq), now) for name, seq in _ROW.findall(rest[:end])
                ]
                rest = rest[end:]
                self.begun.set()

    async def ask(self) -> None:
        """As the page does for what stands above the tables."""
        await self.begun.wait()
        client = Connection(self._address)
        with contextlib.closing(client):
            while True:
                began = time.monotonic()
                await client.get("/floor/now")
                self.asked.append(time.monotonic() - began)
                await asyncio.sleep(_PAGE_SECONDS)

    def lateness(self, committed: list[Committed]) -> Iterator[float]:
        """Seconds from each commit to the first row that has it; left out where none came."""
        rows: dict[str, list[Seen]] = {}
        for one in self.seen:
            rows.setdefault(one.table, []).append(one)
        for command in committed:
            of_table = rows.get(command.table, [])
            place = bisect.bisect_left(of_table, command.seq, key=lambda row: row.seq)
            if place < len(of_table):
                yield max(0.0, of_table[place].at - command.at)
