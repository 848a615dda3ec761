"""Deadlines: a request that nobody has answered in time is given up."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog

from services.desk.request import Request
from services.runtime.worker import Worker

_log = structlog.get_logger("deadlines")
_LOOK_SECONDS: Final = 0.25


class Deadlines(Worker):
    """A thread of its own: whoever should answer may hang in a call that does not return.

    `give_up` is called with each request whose time is over, unless `excused` says that the work
    is going on and there is just much of it.
    """

    def __init__(
        self,
        seconds: float,
        give_up: Callable[[Request], None],
        excused: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__("deadlines")
        self.seconds = seconds
        self._give_up = give_up
        self._excused = excused
        self._watched: deque[tuple[float, Request]] = deque()

    def watch(self, request: Request) -> None:
        """From now on. They stand in the order in which their time is over."""
        self._watched.append((time.monotonic() + self.seconds, request))

    def run(self) -> None:
        while not self.closing.wait(_LOOK_SECONDS):
            try:
                self._look()
            except Exception:  # noqa: BLE001  it is there for whatever fails elsewhere
                _log.exception("giving up failed")

    def _look(self) -> None:
        now = time.monotonic()
        while self._watched:
            until, request = self._watched[0]
            if not request.answer.done():
                if until > now or self._excused():
                    return
                self._give_up(request)
            self._watched.popleft()
