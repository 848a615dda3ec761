"""The store itself: the library's recorder, with one function that writes and plain reads."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import tuple_row

from services.store.batch import Batch, Outcome
from services.store.database import Datastore, NamedOutage, StoreUnavailable
from services.store.faults import causes
from services.store.recorder import ReadsOnce

EVENTS_TABLE: Final = "pitledger_events"
_APPEND: Final = (
    "SELECT verdict, what FROM pitledger_append("
    " %b::bigint, %b::text[], %b::bigint[], %b::int[], %b::uuid[],"
    " %b::bytea[], %b::int[], %b::int[], %b::int[], %b::int[], %b::text[], %b::bigint[],"
    " %b::text[], %b::text[], %b::bytea[], %b::int[], %b::uuid[], %b::text[], %b::text[],"
    " %b::text[]::jsonb[], %b::text[], %b::text[], %b::text[])"
)
_HEADS: Final = """
WITH RECURSIVE keys AS (
    (SELECT originator_id AS key FROM pitledger_events ORDER BY originator_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.originator_id FROM pitledger_events e WHERE e.originator_id > k.key
             ORDER BY e.originator_id LIMIT 1)
      FROM keys k WHERE k.key IS NOT NULL)
SELECT key, (SELECT max(e.originator_version) FROM pitledger_events e
              WHERE e.originator_id = keys.key)
  FROM keys WHERE key IS NOT NULL"""
"""From one key to the next over the index: as many steps as there are streams, not events."""
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
_LOG: Final = "SELECT notification_id, topic, state FROM pitledger_events WHERE "


class Fenced(Exception):
    """This desk's lease is over: it must not write any more."""


class ClockBehind(Exception):
    """Something later is in the store already: `recorded` would go back."""


class Logged(NamedTuple):
    """An event as it lies in the log."""

    position: int
    topic: str
    state: bytes


class LogRow(NamedTuple):
    """The same with what the row says of it beside its bytes."""

    position: int
    key: str
    seq: int
    topic: str
    round: str | None
    state: bytes


class Claim(NamedTuple):
    """An accepted command: the hash of its body and the place of its events."""

    command_id: UUID
    body: bytes
    first: int
    last: int


class Ledger(ReadsOnce, PostgresApplicationRecorder):
    """Append only. A stream is one originator: its version is the stream's gapless seq."""

    datastore: Datastore

    def __init__(self, datastore: Datastore, *, events_table_name: str = EVENTS_TABLE) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.snapshots = ReadsOnce(datastore, events_table_name="pitledger_snapshots")

    def create_table(self) -> None:
        """The library's way is closed: the schema is its owner's to make."""
        raise NotImplementedError("tables are made by `pitledger migrate`")

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        """Insert what matches in one round trip; name what was stale or repeated.

        With an epoch, only while it is the desk's current one. An empty batch stores nothing and
        wakes nobody, but fails as a full one would: the disk is tried beside it.
        """
        try:
            with self.datastore.get_connection() as conn:
                cursor = conn.cursor(row_factory=tuple_row)
                rows = cursor.execute(_APPEND, (epoch, *batch.columns()), prepare=True).fetchall()
                if not batch.streams:
                    cursor.execute("SELECT pitledger_try_to_write()")
        except Exception as error:
            if _has_state(error, _FENCE):
                raise Fenced("another desk has taken over") from error
            if _has_state(error, _CLOCK):
                raise ClockBehind("something later was recorded by another desk") from error
            if is_outage(error):
                raise StoreUnavailable(str(error)) from error
            raise
        return Outcome(
            stale_units=frozenset(int(what) for verdict, what in rows if verdict == "stale"),
            repeated=frozenset(UUID(what) for verdict, what in rows if verdict == "repeated"),
        )

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """The library's way in is closed: it knows neither heads nor command ids."""
        raise NotImplementedError("events enter through append() alone")

    def claims(self, ids: Sequence[UUID]) -> list[Claim]:
        query = (
            "SELECT command_id, body, first_id, last_id FROM pitledger_commands"
            " WHERE command_id = ANY (%s)"
        )
        return [Claim(*row) for row in self._rows(query, (list(ids),))]

    def refused_deliveries(self, deliveries: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Rule and reason of messages that were refused when they came before."""
        query = "SELECT delivery, rule, reason FROM pitledger_refusals WHERE delivery = ANY (%s)"
        rows = self._rows(query, (list(deliveries),))
        return {delivery: (rule, reason) for delivery, rule, reason in rows}

    def log_after(self, position: int, limit: int) -> list[Logged]:
        """The log in commit order."""
        query = _LOG + "notification_id > %s ORDER BY notification_id LIMIT %s"
        return [Logged(*row) for row in self._rows(query, (position, limit))]

    def rows_after(self, position: int, limit: int) -> list[LogRow]:
        """The log in commit order, for who holds each row against its own bytes."""
        query = (
            "SELECT notification_id, originator_id, originator_version, topic, round, state"
            " FROM pitledger_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        )
        return [LogRow(*row) for row in self._rows(query, (position, limit))]

    def log_of_round(self, round_id: str) -> list[Logged]:
        """A round's events; sorted here, so that nothing leads away from the index on rounds."""
        found = [Logged(*row) for row in self._rows(_LOG + "round = %s", (round_id,))]
        return sorted(found, key=lambda entry: entry.position)

    def log_of_stream(
        self, key: str, *, first: int, last: int, names: Sequence[str] | None = None
    ) -> list[Logged]:
        """A part of a stream by its `seq`, both ends included; `names`: of these events alone."""
        query = _LOG + "originator_id = %s AND originator_version BETWEEN %s AND %s"
        parameters: tuple[object, ...] = (key, first, last)
        if names is not None:
            query += " AND split_part(topic, '.', 2) = ANY (%s)"
            parameters += (list(names),)
        found = [Logged(*row) for row in self._rows(query, parameters)]
        return sorted(found, key=lambda entry: entry.position)

    def stream_keys(self) -> list[str]:
        """Every stream that has an event."""
        return list(self.stream_heads())

    def stream_heads(self) -> dict[str, int]:
        """The newest seq of every stream."""
        with self.datastore.get_connection() as conn:
            # Planned anew each time: a plan that was kept since the log was small reads it through.
            rows = conn.cursor(row_factory=tuple_row).execute(_HEADS, prepare=False).fetchall()
        return {str(key): int(seq) for key, seq in rows}

    def events_of(self, keys: Sequence[str]) -> list[Logged]:
        """Of these streams, in commit order."""
        found = self._rows(_LOG + "originator_id = ANY (%s)", (list(keys),))
        return sorted((Logged(*row) for row in found), key=lambda entry: entry.position)

    def stream_at(self, position: int) -> tuple[str, int] | None:
        """Which stream's event lies there, and its seq, whatever its bytes are."""
        query = (
            "SELECT originator_id, originator_version FROM pitledger_events"
            " WHERE notification_id = %s"
        )
        rows = self._rows(query, (position,))
        return (str(rows[0][0]), int(rows[0][1])) if rows else None

    def position_of(self, key: str, seq: int) -> int | None:
        """Where in the log a stream's event lies."""
        query = (
            "SELECT notification_id FROM pitledger_events"
            " WHERE originator_id = %s AND originator_version = %s"
        )
        rows = self._rows(query, (key, seq))
        return int(rows[0][0]) if rows else None

    def wait_out_writers(self) -> None:
        """A commit that another desk has begun is seen after this, or was turned away."""
        self._rows("SELECT pitledger_wait_out_writers()", ())

    def last_recorded(self) -> datetime | None:
        """Of all events and refusals, also of those that another desk was just committing."""
        self.wait_out_writers()
        ((last,),) = self._rows("SELECT pitledger_last_recorded()", ())
        return None if last is None else last.astimezone(UTC)

    def listen(self) -> psycopg.Connection[Any]:
        """A connection of its own that is woken by every commit."""
        conn = self.datastore.connect()
        conn.execute("LISTEN pitledger_events")
        return conn

    def first(self) -> int:
        """Position of the oldest event; 1 where there is none."""
        rows = self._rows("SELECT coalesce(min(notification_id), 1) FROM pitledger_events", ())
        return int(rows[0][0])

    def head(self) -> int:
        """Position of the newest event."""
        rows = self._rows("SELECT coalesce(max(notification_id), 0) FROM pitledger_events", ())
        return int(rows[0][0])

    def _rows(self, query: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            cursor.execute(cast("Any", query), parameters, prepare=True)
            return cursor.fetchall()


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
