"""Those who watch: each has a short queue, and whoever reads too slowly is dropped."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Hashable, Iterator
from typing import Any, Final

from domain.commands.fields import Actor
from services.http.pace import Pace
from services.http.problems import Problem
from services.runtime.metrics import HTTP_VIEWERS, HTTP_VIEWERS_DROPPED

_MOST_WAITING: Final = 40
"""Readings that may wait for one viewer. They are the same bytes for all, so this bounds them."""
_PIECE_BYTES: Final = 65_536
"""No more than this is handed to a connection at once, so that little waits there."""


class Viewers:
    """How many streams there are; a bound on them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0

    def enter(self, view: str) -> None:
        if self._count >= self._most:
            raise Problem("full", f"{self._most} streams are being served; come back later")
        self._count += 1
        HTTP_VIEWERS.labels(view).inc()

    def leave(self, view: str) -> None:
        self._count -= 1
        HTTP_VIEWERS.labels(view).dec()


class Viewer:
    """One stream: what it is to be sent next."""

    def __init__(
        self,
        pace: Pace,
        actor: Actor | None = None,
        sight: Hashable = None,
        table: str | None = None,
    ) -> None:
        self._pace = pace
        self.actor = actor
        self.table = table
        """The one table that is watched; None: the whole floor."""
        self.sight = sight
        """Whoever has the same sight is sent the same bytes."""
        self.position: int | None = None
        """In the log, once it has caught up and is served with all others."""
        self._is_over = False
        self._is_cut = False
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._awaited: asyncio.Future[Any] | None = None

    def offer(self, messages: bytes) -> None:
        """Never waits: what is too slow is dropped, comes back, and begins anew."""
        if self._is_over:
            return
        if len(self._waiting) >= _MOST_WAITING:
            HTTP_VIEWERS_DROPPED.inc()
            self._waiting.clear()
            self.end()
            return
        self._waiting.append(messages)
        self._news.set()

    def begin_with(self, messages: bytes) -> None:
        """In place of what waits, which is part of it."""
        self._waiting.clear()
        self._waiting.append(messages)
        self._news.set()

    def end(self) -> None:
        """After what is still waiting."""
        self._is_over = True
        self._news.set()
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def has_ended(self) -> bool:
        return self._is_over

    def cut(self) -> None:
        """At once: whoever it was may not see what waits."""
        self._waiting.clear()
        self._is_cut = True
        self.end()

    def awaits(self, something: asyncio.Future[Any]) -> None:
        """The end sets it to None."""
        self._awaited = something
        if self._is_over and not something.done():
            something.set_result(None)

    async def turn(self) -> None:
        """Returns when something may be sent, or when it is over."""
        turn = self._pace.turn()
        self.awaits(turn)
        await turn

    async def messages(self) -> AsyncIterator[bytes]:
        """As they come, until the end; in one turn all that waits."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._waiting:
                await self.turn()
            while self._waiting:
                for piece in pieces(self._waiting.popleft()):
                    if self._is_cut:
                        return
                    yield piece
            if self._is_over:
                return


def pieces(messages: bytes) -> Iterator[bytes]:
    for start in range(0, len(messages), _PIECE_BYTES):
        yield messages[start : start + _PIECE_BYTES]
