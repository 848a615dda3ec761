"""Connections that give up: no call waits longer for the server than it was allowed to.

The limits are kept on this side, because a server that hangs, or a network that swallows
everything, enforces none."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from eventsourcing.postgres import ConnectionPool
from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from psycopg.rows import DictRow
from psycopg_pool import PoolTimeout

T = TypeVar("T")


class Limits(NamedTuple):
    """How long a connection is waited for, and how long a statement."""

    acquire: float
    statement: float


PROMPT: Final = Limits(acquire=1.5, statement=5.0)
"""Where a command or a page waits: it fails within a moment if no database answers."""
PATIENT: Final = Limits(acquire=5.0, statement=30.0)
_DOWN_SECONDS: Final = 1.0
"""After a failure others fail at once for so long, rather than wait one by one."""

_allowed: ContextVar[float | None] = ContextVar("allowed", default=None)
_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def allowing(seconds: float) -> Iterator[None]:
    """Each statement in here may take so long: for what is known to take its time."""
    before = _allowed.set(seconds)
    try:
        yield
    finally:
        _allowed.reset(before)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """All in here together, waiting for a connection included, takes no longer than this."""
    until, outer = time.monotonic() + seconds, _until.get()
    before = _until.set(until if outer is None else min(until, outer))
    try:
        yield
    finally:
        _until.reset(before)


def _left(seconds: float) -> float:
    """Of a limit what the surrounding one leaves of it."""
    until = _until.get()
    return seconds if until is None else min(seconds, until - time.monotonic())


class TimedConnection(Connection[DictRow]):
    """Closes itself when an answer does not come in time."""

    statement_seconds: float = PATIENT.statement

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        seconds = _left(_allowed.get() or self.statement_seconds)
        try:
            return super().wait(gen, interval, max(seconds, 0.001))
        except _WaitTimeout:
            # What it was doing is unknown; the server notices the closed socket and drops it.
            self.pgconn.finish()
            raise OperationalError(
                f"the database did not answer within {max(seconds, 0):.1f} s"
            ) from None


class Pool(ConnectionPool[Connection[DictRow]]):
    """The library's pool, but it says what is wrong instead of "could not get a connection"."""

    def __init__(
        self, kwargs: dict[str, Any], size: int, limits: Limits, configure: Callable[[Any], None]
    ) -> None:
        self.limits = limits
        self._fault: Exception | None = None
        self._down_until = 0.0
        super().__init__(
            connection_class=TimedConnection,
            kwargs=kwargs,
            min_size=size,
            open=False,
            configure=configure,
            check=self._ping,
            timeout=limits.acquire,
            # A longer one also means longer pauses, up to minutes after the server is back.
            reconnect_timeout=1.0,
        )

    def getconn(self, timeout: float | None = None) -> Connection[DictRow]:
        if time.monotonic() < self._down_until and self._fault is not None:
            raise self._unanswered(self._fault)
        seconds = max(_left(self.timeout if timeout is None else timeout), 0.001)
        try:
            with within(seconds):
                conn = super().getconn(seconds)
        except PoolTimeout as error:
            if self._fault is None:
                raise OperationalError(
                    f"no connection to the database came free within {seconds:.1f} s"
                ) from error
            self._down_until = time.monotonic() + _DOWN_SECONDS
            raise self._unanswered(self._fault) from error
        return conn

    def _unanswered(self, why: Exception) -> OperationalError:
        return OperationalError(f"the database does not answer: {str(why).strip()}")

    def _connect(self, timeout: float | None = None) -> Connection[DictRow]:
        try:
            conn = super()._connect(timeout)
        except (psycopg.Error, OSError) as error:
            self._fault = error
            raise
        assert isinstance(conn, TimedConnection)
        conn.statement_seconds = self.limits.statement
        self._well()
        return conn

    def _ping(self, conn: Connection[DictRow]) -> None:
        try:
            conn.execute("")
        except psycopg.Error as error:
            self._fault = error
            # The others are no better: each would cost somebody the same wait.
            self.drain()
            raise
        self._well()

    def _well(self) -> None:
        self._fault, self._down_until = None, 0.0
