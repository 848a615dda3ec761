"""Appends over one asynchronous connection: while one is awaited, the event loop goes on."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final, Protocol
from uuid import UUID

import psycopg
from psycopg import AsyncConnection, AsyncCursor, OperationalError
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from psycopg.rows import TupleRow, tuple_row

from services.store.batch import Batch, Outcome
from services.store.connection import PROMPT
from services.store.database import Datastore, NamedOutage, StoreUnavailable
from services.store.faults import causes

_APPEND: Final = (
    "SELECT verdict, what FROM pitledger_append("
    " %b::bigint, %b::text[], %b::bigint[], %b::int[], %b::uuid[],"
    " %b::bytea[], %b::int[], %b::int[], %b::int[], %b::int[], %b::text[], %b::bigint[],"
    " %b::text[], %b::text[], %b::bytea[], %b::int[], %b::uuid[], %b::text[], %b::text[],"
    " %b::text[]::jsonb[], %b::text[], %b::text[], %b::text[])"
)
_WITH_TRAILS: Final = (
    "WITH trails AS (INSERT INTO pitledger_trails (command_id, request_id, traceparent)"
    " SELECT * FROM unnest(%b::uuid[], %b::text[], %b::text[]) ON CONFLICT DO NOTHING) "
)
"""In the append's own statement: whoever reads an event finds them."""
_FENCE: Final = "PL001"
_CLOCK: Final = "PL002"
_OUTAGES: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
    NamedOutage,
    TimeoutError,
    StoreUnavailable,
)
_INTERVAL_SECONDS: Final = 60.0
"""Nothing has to be looked at while an answer is awaited."""
_TRY_TO_WRITE: Final = "SELECT pitledger_try_to_write()"


class Fenced(Exception):
    """This desk's lease is over: it must not write any more."""


class ClockBehind(Exception):
    """Something later is in the store already: `recorded` would go back."""


def append_statement(batch: Batch, epoch: int | None) -> tuple[str, tuple[object, ...]]:
    """With an epoch it succeeds only while that is the desk's current one."""
    if not batch.trail_ids:
        return _APPEND, (epoch, *batch.columns())
    return _WITH_TRAILS + _APPEND, (*batch.trails(), epoch, *batch.columns())


def outcome_of(rows: Iterable[tuple[Any, ...]]) -> Outcome:
    """What the store left out."""
    told = list(rows)
    return Outcome(
        stale_units=frozenset(int(what) for verdict, what in told if verdict == "stale"),
        repeated=frozenset(UUID(what) for verdict, what in told if verdict == "repeated"),
    )


def append_failure(error: Exception) -> Exception:
    """What it means to the desk."""
    if _has_state(error, _FENCE):
        return Fenced("another desk has taken over")
    if _has_state(error, _CLOCK):
        return ClockBehind("something later was recorded by another desk")
    return StoreUnavailable(str(error)) if is_outage(error) else error


def is_outage(error: Exception) -> bool:
    """Whether the store failed, as against the statement: the same may succeed later.

    A value that is beyond PostgreSQL's limits comes in the same class, but stays so.
    """
    return any(
        isinstance(one, _OUTAGES) and not isinstance(one, psycopg.errors.ProgramLimitExceeded)
        for one in causes(error)
    )


def _has_state(error: Exception, state: str) -> bool:
    return any(isinstance(one, psycopg.Error) and one.sqlstate == state for one in causes(error))


class Appends(Protocol):
    """Takes one batch after the other."""

    async def append(self, batch: Batch, epoch: int | None) -> Outcome:
        """Insert what matches in one round trip; name what was stale or repeated."""

    async def close(self) -> None:
        """Give up the connection."""


class _Connection(AsyncConnection[TupleRow]):
    """Closes itself when an answer does not come in time."""

    statement_seconds: float = PROMPT.statement

    async def wait(
        self,
        gen: PQGen[Any],
        interval: float = _INTERVAL_SECONDS,
        timeout: float | None = None,  # noqa: ASYNC109  as the library has it
    ) -> Any:
        seconds = self.statement_seconds if timeout is None else timeout
        try:
            return await super().wait(gen, _INTERVAL_SECONDS, seconds)
        except _WaitTimeout:
            # What it was doing is unknown; the server notices the closed socket and drops it.
            self.pgconn.finish()
            why = f"the database did not answer within {seconds:.1f} s"
            raise OperationalError(why) from None


class Appender:
    """The desk's own connection; one that fails is given up, and the next append makes another."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._cursor: AsyncCursor[TupleRow] | None = None

    async def append(self, batch: Batch, epoch: int | None) -> Outcome:
        try:
            cursor = self._cursor or await self._connect()
            await cursor.execute(*append_statement(batch, epoch), prepare=True)
            rows = await cursor.fetchall()
            if not batch.streams:
                await cursor.execute(_TRY_TO_WRITE)
        except Exception as error:
            if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | TimeoutError):
                await self.close()
            named = self._datastore.named(error) if isinstance(error, psycopg.Error) else error
            failure = append_failure(named)
            if failure is error:
                raise
            raise failure from error
        return outcome_of(rows)

    async def _connect(self) -> AsyncCursor[TupleRow]:
        how = {**self._datastore.connecting(), "row_factory": tuple_row}
        try:
            async with asyncio.timeout(PROMPT.acquire):
                conn = await _Connection.connect(**how, autocommit=True)
        except TimeoutError:
            why = f"the database does not answer: no connection within {PROMPT.acquire} s"
            raise OperationalError(why) from None
        await conn.execute(self._datastore.session)
        self._cursor = conn.cursor()
        return self._cursor

    async def close(self) -> None:
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            cursor.connection.pgconn.finish()
