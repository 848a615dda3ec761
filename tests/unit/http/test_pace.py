"""Turns for viewers: in the order of asking, a few at a time, with everybody else between them."""

import asyncio
import threading
import time
from collections.abc import Mapping
from typing import Any

from starlette.types import Receive, Scope, Send

from projections.floor.view import TableView
from services.http.broadcast import FloorBroadcast
from services.http.pace import _MOST_TOGETHER, Pace, PacedStreams
from services.http.viewers import Viewer

MANY = 500


class Never(Pace):
    """Nobody has a turn."""

    def turn(self) -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()


def test_turns_come_in_the_order_of_asking() -> None:
    async def run() -> list[int]:
        pace, had = Pace(), list[int]()

        async def step(number: int) -> None:
            await pace.turn()
            had.append(number)

        await asyncio.gather(*(step(number) for number in range(MANY)))
        return had

    assert asyncio.run(run()) == list(range(MANY))


def test_a_command_comes_between_the_turns() -> None:
    passes = 6  # of the loop, as from the socket to the commit and back

    async def run() -> int:
        pace, had = Pace(), 0

        async def step() -> None:
            nonlocal had
            await pace.turn()
            had += 1

        steps = [asyncio.create_task(step()) for _ in range(MANY)]
        await asyncio.sleep(0)
        for _ in range(passes):
            await asyncio.sleep(0)
        before_the_answer = had
        await asyncio.gather(*steps)
        assert had == MANY
        return before_the_answer

    assert 0 < asyncio.run(run()) <= passes * _MOST_TOGETHER


def test_what_is_long_is_done_one_at_a_time() -> None:
    async def run() -> list[int]:
        pace, together = Pace(), [0]

        async def step() -> None:
            await pace.turn()
            together[-1] += 1
            asyncio.get_running_loop().call_soon(together.append, 0)
            until = time.monotonic() + 0.004
            while time.monotonic() < until:
                pass

        await asyncio.gather(*(step() for _ in range(10)))
        return [count for count in together if count]

    assert asyncio.run(run()) == [1] * 10


def test_whoever_is_gone_takes_no_turn() -> None:
    async def run() -> list[bool]:
        pace = Pace()
        first, gone, last = pace.turn(), pace.turn(), pace.turn()
        gone.cancel()
        await asyncio.gather(first, last)
        return [one.cancelled() for one in (first, gone, last)]

    assert asyncio.run(run()) == [False, True, False]


def test_turns_are_given_again_after_a_rest() -> None:
    async def run() -> None:
        pace = Pace()
        for _ in range(3):
            await pace.turn()
            await asyncio.sleep(0.01)

    asyncio.run(run())


def test_who_is_cut_off_waits_for_no_turn_and_is_sent_nothing() -> None:
    async def run() -> list[bytes]:
        viewer = Viewer(Never())
        viewer.offer(b"what may no longer be seen")

        async def sent() -> list[bytes]:
            return [piece async for piece in viewer.messages()]

        sending = asyncio.create_task(sent())
        await asyncio.sleep(0)
        assert viewer._awaited is not None
        viewer.cut()
        return await sending

    assert asyncio.run(run()) == []


def test_a_stream_is_let_in_in_turn_and_all_else_at_once() -> None:
    asked = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.append(scope["path"])

    async def unused(*_: object) -> Any:
        raise AssertionError

    async def ask(path: str, pace: Pace) -> None:
        scope = {"type": "http", "path": path}
        coming = asyncio.create_task(PacedStreams(app, pace)(scope, unused, unused))
        for _ in range(10):
            await asyncio.sleep(0)
        coming.cancel()

    async def run() -> None:
        await ask("/v1/stream", Never())
        await ask("/livez", Never())
        await ask("/v1/stream", Pace())

    asyncio.run(run())
    assert asked == ["/livez", "/v1/stream"]


def test_the_floor_is_read_again_when_all_had_their_turn() -> None:
    given, reads = list[asyncio.Future[None]](), list[int]()

    class Given(Pace):
        """A turn is had when the test says so."""

        def turn(self) -> asyncio.Future[None]:
            given.append(asyncio.get_running_loop().create_future())
            return given[-1]

    def changed(known: Mapping[str, int]) -> list[TableView]:
        reads.append(len(reads))
        return []

    async def run() -> None:
        floor = FloorBroadcast(threading.Event(), Given(), changed)
        entering = asyncio.create_task(floor.enter(Viewer(Pace())))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not reads
        given[0].set_result(None)
        await entering
        assert reads == [0]

    asyncio.run(run())
