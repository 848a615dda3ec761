"""The desk's answers, for those who wait in the event loop: woken once for all of them."""

import asyncio
import threading
from collections import deque
from concurrent.futures import Future
from contextlib import suppress

from services.desk import Answer

_Waiting = tuple["asyncio.Future[Answer]", "Future[Answer]"]


class DeskAnswers:
    """Of one event loop, and made in it.

    The library wakes the loop for each future by itself, through three futures and two locks; the
    desk settles many at a time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._thread = threading.get_ident()
        self._settled: deque[_Waiting] = deque()
        self._woken = False

    def wait_for(self, asked: "Future[Answer]") -> "asyncio.Future[Answer]":
        """Who stops waiting, as where a client hangs up, does not undo what the desk has taken."""
        waiting: asyncio.Future[Answer] = self.loop.create_future()
        asked.add_done_callback(lambda done: self._settle(waiting, done))
        return waiting

    def _settle(self, waiting: "asyncio.Future[Answer]", done: "Future[Answer]") -> None:
        """In whichever thread. Noted first and then looked whether the loop knows: none is lost."""
        self._settled.append((waiting, done))
        if not self._woken:
            self._woken = True
            if threading.get_ident() == self._thread and not self.loop.is_closed():
                self.loop.call_soon(self._hand_out)
                return
            with suppress(RuntimeError):  # the loop has closed, and nobody waits any more
                self.loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        self._woken = False
        while self._settled:
            waiting, done = self._settled.popleft()
            if waiting.done():
                continue
            try:
                waiting.set_result(done.result())
            except BaseException as error:  # noqa: BLE001  whoever waits gets it
                waiting.set_exception(error)


def desk_answers(kept: DeskAnswers | None) -> DeskAnswers:
    """Of the running loop: those that are kept, unless they are of another."""
    loop = asyncio.get_running_loop()
    return kept if kept is not None and kept.loop is loop else DeskAnswers(loop)
