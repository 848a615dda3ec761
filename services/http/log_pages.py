"""Pages of the log for streams that are behind: a few are read at a time, each once for all.

The log is cut at the same places for everybody, so that streams which began at different events go
on together. A full page is kept for a moment, for those who come a little later: not longer, for
what may be seen of a round changes when it is finished, or corrected.
"""

import asyncio
import itertools
import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, NamedTuple, TypeAlias

from domain.commands.fields import Actor
from services.store.ledger import Logged

_Key: TypeAlias = tuple[int, Hashable]

PAGE: Final = 500
READ_AT_ONCE: Final = 2
"""Each takes a thread and a connection to the database, which others need too."""
_MOST_KEPT: Final = 16
_KEPT_SECONDS: Final = 2.0
_LONGEST_REST_SECONDS: Final = 0.1
"""Where reading takes longer, it waits for the database or the archive."""


class LogPage(NamedTuple):
    """Messages to whoever has the same sight, one after the other."""

    positions: list[int]
    ends: list[int]
    """Where each message ends in the bytes."""
    messages: bytes

    @classmethod
    def of(cls, logged: list[Logged], messages: list[bytes]) -> "LogPage":
        ends = list(itertools.accumulate(map(len, messages)))
        return cls([entry.position for entry in logged], ends, b"".join(messages))

    def after(self, position: int) -> bytes:
        place = bisect_right(self.positions, position)
        return self.messages[self.ends[place - 1] :] if place else self.messages

    def last(self) -> int:
        return self.positions[-1] if self.positions else 0


class LogPages:
    """Reads them; `read` takes the position that a page follows, and whose sight it is for."""

    def __init__(self, read: Callable[[int, Actor | None], Awaitable[LogPage]]) -> None:
        self._read = read
        self._places = asyncio.Semaphore(READ_AT_ONCE)
        self._waiting: dict[_Key, list[asyncio.Future[LogPage | None]]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self._kept: dict[_Key, LogPage] = {}

    def behind(
        self, position: int, end: int, sight: Hashable, actor: Actor | None
    ) -> asyncio.Future[LogPage | None]:
        """The page with what comes after a position; whoever no longer wants it sets or cancels it.

        Near the end of the log that is what is missing and no more.
        """
        after = position if end - position < PAGE else position - position % PAGE
        page: asyncio.Future[LogPage | None] = asyncio.get_running_loop().create_future()
        key = (after, sight)
        if key in self._kept:
            page.set_result(self._kept[key])
        elif key in self._waiting:
            self._waiting[key].append(page)
        else:
            self._waiting[key] = [page]
            reading = asyncio.create_task(self._read_for_all(key, actor))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)
        return page

    async def _read_for_all(self, key: _Key, actor: Actor | None) -> None:
        async with self._places:
            if all(one.done() for one in self._waiting[key]):
                del self._waiting[key]
                return
            began = time.monotonic()
            try:
                page = await self._read(key[0], actor)
            except Exception as error:  # noqa: BLE001  each stream ends with it
                for one in self._left(key):
                    one.set_exception(error)
                return
            self._keep(key, page)
            for one in self._left(key):
                one.set_result(page)
            # Reading and masking take the interpreter from the event loop: half of the time none.
            await asyncio.sleep(min(time.monotonic() - began, _LONGEST_REST_SECONDS))

    def _left(self, key: _Key) -> list[asyncio.Future[LogPage | None]]:
        return [one for one in self._waiting.pop(key) if not one.done()]

    def _keep(self, key: _Key, page: LogPage) -> None:
        if len(page.positions) < PAGE:
            return
        self._kept[key] = page
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        asyncio.get_running_loop().call_later(_KEPT_SECONDS, self._kept.pop, key, None)
