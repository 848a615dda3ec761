"""Requests that wait at the desk, in the order they came."""

import asyncio
import threading
import time
from collections import deque
from contextlib import suppress

from services.desk.request import Request


class DeskBusy(Exception):
    """Too many requests wait; the client should try again in a moment."""


class DeskClosed(Exception):
    """The desk takes no more requests."""


class DeskAway(DeskClosed):
    """No desk has answered for a while."""


class DeskMoved(Exception):
    """The desk is not where it was; it has to be looked for again."""


class DeskFailed(Exception):
    """The process that has the desk failed at the request."""


class Waiting:
    """A queue that is joined in whichever thread, and taken from in one event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._requests: deque[Request] = deque()
        self._joining = threading.Lock()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._joined = asyncio.Event()
        self._woken = False

    def __len__(self) -> int:
        return len(self._requests)

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """To be called in the loop that takes from it."""
        self._thread, self._loop = threading.get_ident(), loop

    def join(self, request: Request) -> None:
        """A probe finds room in a full queue too: a busy desk is not a broken one."""
        with self._joining:
            if self._closed:
                raise DeskClosed("the service is closing; nothing was done")
            if len(self._requests) >= self._most and not request.is_probe:
                raise DeskBusy(f"{self._most} requests wait at the desk")
            self._requests.append(request)
        self._wake()

    def close(self) -> bool:
        """Nobody joins any more, those who wait still do; False where it was closed before."""
        with self._joining:
            closed, self._closed = self._closed, True
        self._wake()
        return not closed

    def _wake(self) -> None:
        loop = self._loop
        if loop is None or self._woken:
            return
        if threading.get_ident() == self._thread:
            self._joined.set()
            return
        self._woken = True
        with suppress(RuntimeError):  # the loop has closed, and nobody takes any more
            loop.call_soon_threadsafe(self._joined.set)

    async def take(self, most: int) -> list[Request] | None:
        """Those who wait now, if need be once somebody does; None when closed and empty."""
        while not self._requests:
            self._joined.clear()
            # Whoever joins from here on wakes it again.
            self._woken = False
            if self._closed:
                return None
            if not self._requests:
                await self._joined.wait()
        return self.take_now(most)

    def take_now(self, most: int) -> list[Request]:
        return [self._requests.popleft() for _ in range(min(most, len(self._requests)))]

    def take_probes(self) -> list[Request]:
        """Out of their turn, because the desk knows already that it cannot write."""
        with self._joining:
            probes = [request for request in self._requests if request.is_probe]
            for probe in probes:
                self._requests.remove(probe)
        return probes


class Deadlines:
    """Requests by when their time is over: they stand in that order."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._watched: deque[tuple[float, Request]] = deque()

    def watch(self, request: Request) -> None:
        """From now on."""
        self._watched.append((time.monotonic() + self.seconds, request))

    def late(self, *, excused: bool) -> list[Request]:
        """Whose time is over and whom nobody has answered; nobody's is over while it is excused."""
        now, late = time.monotonic(), []
        while self._watched:
            until, request = self._watched[0]
            if not request.is_settled:
                if until > now or excused:
                    break
                late.append(request)
            self._watched.popleft()
        return late

    def unanswered(self) -> list[Request]:
        """All that are left."""
        return [request for _, request in self._watched if not request.is_settled]
