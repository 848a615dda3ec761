"""Turns in the event loop for what viewers are sent, so that commands come between them.

Whoever watches can wait a little, and a thousand of them may come at once; whoever deals cannot.
So each step for a viewer, letting one in or sending a piece of a stream, waits for its turn, in the
order of asking. A few have theirs together; then nobody has one for longer than that took, with
whatever else the loop had to do: the busier it is, the less of it goes to viewers.
"""

import asyncio
import time
from collections import deque
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

_STREAM: Final = "/v1/stream"
_REST: Final = 2.0
"""There is no turn for so many times as long as the last few took: viewers have a third at most."""
_SHORT_SECONDS: Final = 0.001
_LONG_SECONDS: Final = 0.003
"""A few turns together take about as long as that: no answer is held up by more."""
_MOST_TOGETHER: Final = 16


class Pace:
    """The turns of one event loop."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._giving: asyncio.Task[None] | None = None
        self._together = 1
        self._began = 0.0

    def turn(self) -> asyncio.Future[None]:
        """Done when the turn has come; it lasts until whoever asked waits for something else.

        Whoever no longer wants it sets or cancels it.
        """
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give())
        return turn

    async def _give(self) -> None:
        owed = 0.0
        try:
            while self._waiting:
                asked = time.monotonic()
                # The loop goes by the order of asking: this, the turns, and the rest of this.
                asyncio.get_running_loop().call_soon(self._begin)
                self._give_some()
                await asyncio.sleep(0)
                now = time.monotonic()
                self._adapt(now - self._began)
                owed += (now - asked) * _REST
                if owed >= _SHORT_SECONDS:
                    await asyncio.sleep(owed)
                    owed = 0.0
        finally:
            self._giving = None

    def _begin(self) -> None:
        self._began = time.monotonic()

    def _give_some(self) -> None:
        left = self._together
        while left and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                left -= 1

    def _adapt(self, took: float) -> None:
        if took < _SHORT_SECONDS:
            self._together = min(self._together + 1, _MOST_TOGETHER)
        elif took > _LONG_SECONDS:
            self._together = max(self._together // 2, 1)


class PacedStreams:
    """Before the framework, which takes the most of letting a viewer in."""

    def __init__(self, app: ASGIApp, pace: Pace) -> None:
        self._app = app
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == _STREAM:
            await self._pace.turn()
        await self._app(scope, receive, send)
