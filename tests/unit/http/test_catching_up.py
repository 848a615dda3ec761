"""A stream that is behind, while its page of the log is long in coming."""

import asyncio
import threading
from typing import Any, cast

import pytest

from domain.commands.fields import Actor
from services.http import stream
from services.http.broadcast import STILL_HERE, LogBroadcast
from services.http.log_pages import LogPage
from services.http.pace import Pace
from services.http.viewers import Viewer


class Away(LogBroadcast):
    """No page comes before the test lets it."""

    def __init__(self) -> None:
        super().__init__(threading.Event(), Pace(), cast("Any", None), cast("Any", None))
        self.position = 3
        self.back = asyncio.Event()

    async def _read_page(self, after: int, actor: Actor | None) -> LogPage:
        await self.back.wait()
        return LogPage([1, 2, 3], [3, 6, 11], b"onetwothree")


def test_it_is_kept_alive_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_KEEP_ALIVE_SECONDS", 0.001)

    async def run() -> tuple[bytes, bytes, int | None]:
        log, viewer = Away(), Viewer(Pace())
        sent = stream._events(viewer, log, 1)
        meanwhile = await anext(sent)
        log.back.set()
        missed = await anext(sent)
        while missed == STILL_HERE:
            missed = await anext(sent)
        viewer.offer(b"four")
        news = await anext(sent)
        await sent.aclose()  # type: ignore[attr-defined]
        assert meanwhile == STILL_HERE
        return missed, news, viewer.position

    assert asyncio.run(run()) == (b"twothree", b"four", 3)


@pytest.mark.parametrize("ended_by", [Viewer.cut, Viewer.end])
def test_it_ends_without_its_page(ended_by: Any) -> None:
    async def run() -> list[bytes]:
        viewer = Viewer(Pace())

        async def sent() -> list[bytes]:
            return [piece async for piece in stream._events(viewer, Away(), 0)]

        sending = asyncio.create_task(sent())
        for _ in range(5):
            await asyncio.sleep(0)
        ended_by(viewer)
        return await sending

    assert asyncio.run(run()) == []


def test_what_was_read_for_one_who_is_cut_off_is_not_sent() -> None:
    async def run() -> list[bytes]:
        log = Away()
        log.back.set()

        class CutAtItsTurn(Viewer):
            async def turn(self) -> None:
                self.cut()

        return [piece async for piece in stream._events(CutAtItsTurn(Pace()), log, 0)]

    assert asyncio.run(run()) == []
