"""Heavy reading, apart from the event loop: commands wait for no report.

A handler marked `read_apart` runs in a process (`services/http/reader_process.py`) that shares
nothing with the api: it is told the parameters and answers with bytes. Such processes are started
when they are needed, and ended when nobody has needed them for a while.
"""

import asyncio
import functools
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final, Protocol, TypeAlias

import structlog
from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from services.http.problems import Problem
from services.http.reader_messages import (
    DECODER,
    LENGTH_BYTES,
    Answered,
    Failed,
    Order,
    Outcome,
    Ready,
    Start,
    told,
)
from services.queries import Queries
from services.runtime.metrics import HTTP_READERS, HTTP_READERS_ENDED, HTTP_READERS_WAITING
from services.runtime.trail import current_trail
from services.settings import Settings

_log = structlog.get_logger("readers")
_MOST_WAITING: Final = 64
_WAIT_SECONDS: Final = 30.0
"""So long a request waits for its turn."""
_READ_SECONDS: Final = 30.0
"""And so long it may be read for."""
_START_SECONDS: Final = 60.0
"""A process starts within two seconds; on a machine that is busy it waits for a processor."""
_IDLE_SECONDS: Final = 60.0
_BUFFER_BYTES: Final = 1 << 20

Handler: TypeAlias = Callable[..., Response]
Route: TypeAlias = Callable[..., Awaitable[Response]]


class Readers(Protocol):
    """Whoever runs the handlers that read much."""

    async def answer(
        self, handler: Handler, request: Request, values: dict[str, Any], *, is_long: bool
    ) -> Response:
        """What the handler answers. Raises what it raises."""

    async def close(self) -> None:
        """Once all are answered."""


def read_apart(handler: Handler) -> Route:
    """A route of a handler that reads much; the framework calls it with the same parameters.

    The handler reads of its request the address and `app.state` alone.
    """
    return _apart(handler, is_long=False)


def report_apart(handler: Handler) -> Route:
    """The same for what may take long: of several processes one is left for all else."""
    return _apart(handler, is_long=True)


def _apart(handler: Handler, *, is_long: bool) -> Route:
    @functools.wraps(handler)
    async def route(*, request: Request, **values: Any) -> Response:
        readers: Readers = request.app.state.readers
        return await readers.answer(handler, request, values, is_long=is_long)

    return route


def read_apart_where(is_heavy: Callable[..., bool]) -> Callable[[Handler], Route]:
    """The same, but only where that holds; it is asked with the parameters too."""

    def marked(handler: Handler) -> Route:
        apart = read_apart(handler)

        @functools.wraps(handler)
        async def route(*, request: Request, **values: Any) -> Response:
            if await run_in_threadpool(is_heavy, request=request, **values):
                return await apart(request=request, **values)
            return await run_in_threadpool(handler, request=request, **values)

        return route

    return marked


class InThreads:
    """In the process itself: for a demo, and for tests of what is read."""

    async def answer(
        self, handler: Handler, request: Request, values: dict[str, Any], *, is_long: bool
    ) -> Response:
        return await run_in_threadpool(handler, request=request, **values)

    async def close(self) -> None:
        pass


class ReaderFailed(Exception):
    """A handler failed in a way that nobody foresaw; with the traceback from there."""


class _Died(Exception):
    """A process ended before it had answered."""


class InProcesses:
    """Up to `PITLEDGER_READERS` processes; what finds none free waits, and not for ever."""

    def __init__(
        self, settings: Settings, url: str, books: Queries, idle_seconds: float = _IDLE_SECONDS
    ) -> None:
        self._start = told(Start(settings, url))
        self._books = books
        self._idle_seconds = idle_seconds
        self._free = asyncio.Semaphore(settings.readers)
        self._free_of_reports = asyncio.Semaphore(max(1, settings.readers - 1))
        self._waiting = 0
        self._resting: list[_Reader] = []

    async def answer(
        self, handler: Handler, request: Request, values: dict[str, Any], *, is_long: bool
    ) -> Response:
        order = Order(
            module=handler.__module__,
            handler=handler.__name__,
            path=request.scope["path"],
            query=request.scope["query_string"],
            values=values,
            trail=current_trail(),
        )
        async with AsyncExitStack() as turn:
            await self._wait_for(turn, [self._free_of_reports] if is_long else [])
            outcome = await self._read(order)
        return self._response(outcome)

    async def _wait_for(self, turn: AsyncExitStack, before: list[asyncio.Semaphore]) -> None:
        if self._waiting >= _MOST_WAITING:
            raise Problem("full", f"{_MOST_WAITING} reports and searches wait already: ask later")
        self._waiting += 1
        HTTP_READERS_WAITING.set(self._waiting)
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                for one in (*before, self._free):
                    await turn.enter_async_context(one)
        except TimeoutError:
            detail = f"other reports and searches took all of {_WAIT_SECONDS:.0f} s: ask later"
            raise Problem("full", detail) from None
        finally:
            self._waiting -= 1
            HTTP_READERS_WAITING.set(self._waiting)

    async def _read(self, order: Order) -> Outcome:
        reader = self._rested() or await self._started()
        try:
            async with asyncio.timeout(_READ_SECONDS):
                outcome = await reader.ask(told(order))
        except TimeoutError:
            await reader.kill("late")
            detail = f"it was not read within {_READ_SECONDS:.0f} s: ask for less, or ask later"
            raise Problem("reading-ended", detail) from None
        except _Died as death:
            _log.error("a process that reads has died", how=str(death), path=order.path)
            await reader.kill("died")
            detail = f"the process that read it {death}: ask again"
            raise Problem("reading-ended", detail) from None
        except BaseException:  # whoever asked is gone: it may still be at work
            await reader.kill("left")
            raise
        self._rest(reader)
        return outcome

    def _rested(self) -> "_Reader | None":
        while self._resting:
            reader = self._resting.pop()
            reader.idle.cancel()
            if reader.is_there():
                return reader
            reader.forget("died")
        return None

    def _rest(self, reader: "_Reader") -> None:
        self._resting.append(reader)
        loop = asyncio.get_running_loop()
        reader.idle = loop.call_later(self._idle_seconds, self._end, reader)

    def _end(self, reader: "_Reader") -> None:
        self._resting.remove(reader)
        reader.end()

    async def _started(self) -> "_Reader":
        reader = await _Reader.start()
        try:
            async with asyncio.timeout(_START_SECONDS):
                ready = await reader.ask(self._start)
        except (TimeoutError, _Died) as error:
            await reader.kill("died")
            detail = f"a process that reads did not start: {error or 'in time'}"
            raise Problem("reading-ended", detail) from None
        except BaseException:
            await reader.kill("left")
            raise
        if not isinstance(ready, Ready):
            await reader.kill("died")
            self._response(ready)
        return reader

    def _response(self, outcome: Outcome) -> Response:
        """Raises the problem where it is one."""
        assert not isinstance(outcome, Ready)
        if isinstance(outcome, Failed):
            raise ReaderFailed(outcome.trace)
        self._books.note_broken(outcome.broken)
        if not isinstance(outcome, Answered):
            raise outcome.problem()
        response = Response(outcome.body, outcome.status)
        response.raw_headers = outcome.headers
        return response

    async def close(self) -> None:
        while self._resting:
            reader = self._resting.pop()
            reader.idle.cancel()
            await reader.kill("closed")


class _Reader:
    """A process that reads, as the api has it."""

    idle: asyncio.TimerHandle

    def __init__(self, process: Process) -> None:
        self._process = process
        HTTP_READERS.inc()

    @classmethod
    async def start(cls) -> "_Reader":
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "services.http.reader_process",
            stdin=PIPE, stdout=PIPE, limit=_BUFFER_BYTES,
        )  # fmt: skip
        _log.debug("started", pid=process.pid)
        return cls(process)

    def is_there(self) -> bool:
        return self._process.returncode is None

    async def ask(self, message: bytes) -> Outcome:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(message)
            await stdin.drain()
            length = int.from_bytes(await stdout.readexactly(LENGTH_BYTES))
            return DECODER.decode(await stdout.readexactly(length))
        except (OSError, asyncio.IncompleteReadError):
            raise _Died(_how(await self._process.wait())) from None

    async def kill(self, why: str) -> None:
        if self.is_there():
            self._process.kill()
        await self._process.wait()
        self.forget(why)

    def end(self) -> None:
        """It ends by itself where its input does."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self.forget("idle")

    @staticmethod
    def forget(why: str) -> None:
        HTTP_READERS.dec()
        HTTP_READERS_ENDED.labels(why).inc()


def _how(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
