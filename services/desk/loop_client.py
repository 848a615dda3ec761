"""The desk's client in an event loop: the loop itself writes requests and reads answers.

Between threads each request and each answer would be handed over, and whoever takes it first has to
be woken and to get the interpreter. The API's requests come from its loop and their answers go
there, so it speaks to the desk directly; finding the desk, greeting it and finding it again after a
loss stay with the client's own thread, which waits most of the time.
"""

import asyncio
import functools
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from services.desk.client import DeskClient, Loss
from services.desk.wire import Line, LineLost, Word, read_word, split_frames

_RECEIVED_BYTES: Final = 128 * 1024
_LOOK_SECONDS: Final = 0.2
_SEND_WITHIN_SECONDS: Final = 10.0
"""As a line with threads: a desk that reads no more is one to be looked for anew."""


class LoopClient(DeskClient):
    """Promises what its parent does: the order, what is sent again after a loss, who gives up."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread: int | None = None
        self._talk: _Talk | None = None
        self._sending_due = False

    def start_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """To be called in the loop."""
        self._loop, self._loop_thread = loop, threading.get_ident()
        self.start()

    def _wake(self) -> None:
        """Once for all that are submitted in one turn of the loop: they go out together."""
        if self._sending_due or self._loop is None:
            return
        self._sending_due = True
        if threading.get_ident() == self._loop_thread:
            self._loop.call_soon(self._send_due)
        else:
            with suppress(RuntimeError):  # the loop has closed, and nobody waits any more
                self._loop.call_soon_threadsafe(self._send_due)

    def _send_due(self) -> None:
        self._sending_due = False
        if self._talk is not None:
            self._talk.send_next()

    def _converse(self, line: Line, lost: Loss) -> None:
        assert self._loop is not None, "it is started in its loop"
        talk = _Talk(self._loop, line, lost, self._next_frames, self._heed)
        self._in_the_loop(self._loop, functools.partial(self._begin, talk))
        try:
            with self._change:
                self._change.wait_for(lambda: lost.why is not None or self.closing.is_set())
            if lost.why is not None:
                raise lost.why
        finally:
            # Before the socket is closed: its number may be another's a moment later.
            self._in_the_loop(self._loop, functools.partial(self._end, talk))
            line.hang_up()

    def _begin(self, talk: "_Talk") -> None:
        self._talk = talk
        talk.begin()

    def _end(self, talk: "_Talk") -> None:
        self._talk = None
        talk.end()

    def _next_frames(self, lost: Loss) -> bytes:
        """Those that may go out now; none once the connection is lost."""
        with self._change:
            asked = self._pending.next() if lost.why is None else []
        return self._frames(asked)

    @staticmethod
    def _in_the_loop(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
        """Done when it returns, unless the loop has ended, and with it all that it looked at."""
        done = threading.Event()

        def run() -> None:
            try:
                work()
            finally:
                done.set()

        with suppress(RuntimeError):
            loop.call_soon_threadsafe(run)
            while not done.wait(_LOOK_SECONDS) and not loop.is_closed():
                pass


class _Talk:
    """One connection, in the loop: nothing in here waits."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        line: Line,
        lost: Loss,
        next_frames: Callable[[Loss], bytes],
        heed: Callable[[Callable[[], Word]], None],
    ) -> None:
        self._loop = loop
        self._lost = lost
        self._next_frames = next_frames
        self._heed = heed
        self._socket, came = line.hand_over()
        self._received = bytearray(came)
        self._unsent = b""
        self._late: asyncio.TimerHandle | None = None
        self._ended = False

    def begin(self) -> None:
        with self._lost.if_it_fails():
            self._loop.add_reader(self._socket, self._receive)
            self._take(b"")
        self.send_next()

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            self._loop.remove_reader(self._socket)
            self._all_is_sent()

    def send_next(self) -> None:
        """As much as the desk takes now; the rest waits where it is, in its order."""
        with self._lost.if_it_fails():
            while not self._ended and not self._unsent:
                frames = self._next_frames(self._lost)
                if not frames:
                    return
                self._unsent = self._sent(frames)
                if self._unsent:
                    self._loop.add_writer(self._socket, self._send_rest)
                    self._late = self._loop.call_later(_SEND_WITHIN_SECONDS, self._not_taken)

    def _send_rest(self) -> None:
        with self._lost.if_it_fails():
            self._unsent = self._sent(self._unsent)
        if not self._unsent or self._lost.why is not None:
            self._all_is_sent()
            self.send_next()

    def _sent(self, frames: bytes) -> bytes:
        """What is left of them."""
        try:
            return frames[self._socket.send(frames) :]
        except BlockingIOError:
            return frames

    def _all_is_sent(self) -> None:
        self._loop.remove_writer(self._socket)
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _not_taken(self) -> None:
        self._lost.set(LineLost(f"not all was taken within {_SEND_WITHIN_SECONDS} s"))

    def _receive(self) -> None:
        with self._lost.if_it_fails():
            try:
                came = self._socket.recv(_RECEIVED_BYTES)
            except BlockingIOError:
                return
            if not came:
                raise LineLost("the other side has hung up")
            self._take(came)
        if self._lost.why is not None:
            self.end()  # else the loop would be told of its end again and again

    def _take(self, came: bytes) -> None:
        self._received += came
        for body in split_frames(self._received):
            self._heed(functools.partial(read_word, body))
