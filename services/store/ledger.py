"""The store itself: the library's recorder, with one function that writes and plain reads."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import tuple_row

from services.store.appending import Appender, Appends, append_failure, append_statement, outcome_of
from services.store.batch import Batch, Outcome
from services.store.columns import Texts
from services.store.database import Datastore
from services.store.log_row import LogRow
from services.store.pruned import Pruned
from services.store.recorder import ReadsOnce

EVENTS_TABLE: Final = "pitledger_events"
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
_LOG: Final = "SELECT notification_id, topic, state FROM pitledger_events WHERE "
_LAST: Final = 2**63 - 1


class Logged(NamedTuple):
    """An event as it lies in the log."""

    position: int
    topic: str
    state: bytes

    @classmethod
    def of(cls, row: LogRow) -> "Logged":
        return cls(row.position, row.topic, row.state)


UNKNOWN_BODY: Final = b""
"""Of a command that was restored: its events are known, but not how it was asked for."""


class StoredRow(NamedTuple):
    """The same with what the row says of it beside its bytes."""

    position: int
    key: str
    seq: int
    topic: str
    round: str | None
    state: bytes

    @classmethod
    def of(cls, row: LogRow) -> "StoredRow":
        return cls(row.position, row.key, row.seq, row.topic, row.round, row.state)


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
        self.pruned = Pruned(datastore)

    def create_table(self) -> None:
        """The library's way is closed: the schema is its owner's to make."""
        raise NotImplementedError("tables are made by `pitledger migrate`")

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        """Insert what matches in one round trip; name what was stale or repeated.

        With an epoch, only while it is the desk's current one. For whoever waits in a thread.
        """
        try:
            with self.datastore.get_connection() as conn:
                cursor = conn.cursor(row_factory=tuple_row)
                rows = cursor.execute(*append_statement(batch, epoch), prepare=True).fetchall()
        except Exception as error:
            failure = append_failure(error)
            if failure is error:
                raise
            raise failure from error
        return outcome_of(rows)

    def appender(self) -> Appends:
        """What the desk appends with, in an event loop."""
        return Appender(self.datastore)

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
        """The log in commit order, from the archive what lies there."""
        query = _LOG + "notification_id > %s ORDER BY notification_id LIMIT %s"
        found: list[Logged] = []
        while len(found) < limit:
            rows = [Logged(*row) for row in self._rows(query, (position, limit - len(found)))]
            # The log has no gap: where the next event is not in the database, it is archived.
            gone = [] if rows and rows[0].position == position + 1 else self._gone(position, limit)
            if not gone:
                return found + rows
            found += gone[: limit - len(found)]
            position = found[-1].position
        return found

    def _gone(self, position: int, limit: int) -> list[Logged]:
        if position >= self.pruned.position():
            return []
        return [Logged.of(row) for row in self.pruned.after(position, limit)]

    def rows_after(self, position: int, limit: int) -> list[StoredRow]:
        """The log in commit order, for who holds each row against its own bytes."""
        query = (
            "SELECT notification_id, originator_id, originator_version, topic, round, state"
            " FROM pitledger_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        )
        rows = [StoredRow(*row) for row in self._rows(query, (position, limit))]
        if (rows and rows[0].position == position + 1) or position >= self.pruned.position():
            return rows
        # What is archived has no row: its bytes are all there is.
        return [StoredRow.of(row) for row in self.pruned.after(position, limit)][:limit]

    def log_of_streams(self, keys: Collection[str], after: int, upto: int) -> list[Logged]:
        """A part of the log in commit order, its end included, of these streams alone."""
        query = (
            f"{_LOG}notification_id > %s AND notification_id <= %s AND originator_id = ANY (%b)"
            " ORDER BY notification_id"
        )
        # Planned with the keys, so that they are looked up by their hash and not one by one.
        rows = self._rows(query, (after, upto, Texts(keys)), prepare=False)
        found = [Logged(*row) for row in rows]
        gone = self.pruned.after(after, upto - after) if after < self.pruned.position() else []
        return _joined((Logged.of(row) for row in gone if row.key in keys), found)

    def log_of_round(self, round_id: str) -> list[Logged]:
        """A round's events; sorted here, so that nothing leads away from the index on rounds."""
        found = [Logged(*row) for row in self._rows(_LOG + "round = %s", (round_id,))]
        return _joined((Logged.of(row) for row in self.pruned.of_round(round_id)), found)

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
        gone = self.pruned.of_stream(key, first - 1, min(last, self.pruned.head_of(key)))
        return _joined((Logged.of(row) for row in gone if _is_named(row.topic, names)), found)

    def stream_keys(self) -> list[str]:
        """Every stream that has an event."""
        return list(self.stream_heads())

    def stream_heads(self) -> dict[str, int]:
        """The newest seq of every stream."""
        with self.datastore.get_connection() as conn:
            # Planned anew each time: a plan that was kept since the log was small reads it through.
            rows = conn.cursor(row_factory=tuple_row).execute(_HEADS, prepare=False).fetchall()
        heads = self.pruned.heads() | {str(key): int(seq) for key, seq in rows}
        return dict(sorted(heads.items()))

    def events_of(self, keys: Sequence[str]) -> list[Logged]:
        """Of these streams, in commit order."""
        found = [
            Logged(*row) for row in self._rows(_LOG + "originator_id = ANY (%s)", (list(keys),))
        ]
        heads = self.pruned.heads()
        gone = (self.pruned.of_stream(key, 0, heads[key]) for key in keys if key in heads)
        return _joined((Logged.of(row) for rows in gone for row in rows), found)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A stream, or a part of it; from the archive what lies there."""
        found = super().select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        after, upto = gt or 0, _LAST if lte is None else lte
        lowest = found[-1 if desc else 0].originator_version if found else upto + 1
        # Streams have no gap: from the first that is there on, all are.
        if lowest == after + 1 or (desc and limit is not None and len(found) == limit):
            return found
        upto = min(upto, lowest - 1, self.pruned.head_of(str(originator_id)))
        if upto <= after:
            return found
        gone = self.pruned.of_stream(str(originator_id), after, upto)
        older = [StoredEvent(row.key, row.seq, row.topic, row.state) for row in gone]
        return [*found, *older[::-1]][:limit] if desc else [*older, *found][:limit]

    def stream_at(self, position: int) -> tuple[str, int] | None:
        """Which stream's event lies there, and its seq, whatever its bytes are."""
        query = (
            "SELECT originator_id, originator_version FROM pitledger_events"
            " WHERE notification_id = %s"
        )
        rows = self._rows(query, (position,))
        if rows:
            return str(rows[0][0]), int(rows[0][1])
        row = self.pruned.at(position)
        return None if row is None else (row.key, row.seq)

    def position_of(self, key: str, seq: int) -> int | None:
        """Where in the log a stream's event lies."""
        query = (
            "SELECT notification_id FROM pitledger_events"
            " WHERE originator_id = %s AND originator_version = %s"
        )
        rows = self._rows(query, (key, seq))
        if rows:
            return int(rows[0][0])
        gone = self.pruned.of_stream(key, seq - 1, seq)
        return gone[0].position if gone else None

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
        ((newest,),) = self._rows("SELECT max(notification_id) FROM pitledger_events", ())
        # Only the first events are ever taken out: where there is one left, it is newer.
        return self.pruned.position() if newest is None else int(newest)

    def _rows(
        self, query: str, parameters: Sequence[object], *, prepare: bool = True
    ) -> list[tuple[Any, ...]]:
        with self.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            cursor.execute(cast("Any", query), parameters, prepare=prepare)
            return cursor.fetchall()


def _is_named(topic: str, names: Sequence[str] | None) -> bool:
    return names is None or topic.split(".")[1] in names


def _joined(archived: Iterable[Logged], stored: Iterable[Logged]) -> list[Logged]:
    """In the order of the log; what is in both, because it is just being taken out, once."""
    both = {entry.position: entry for entry in (*archived, *stored)}
    return sorted(both.values(), key=lambda entry: entry.position)
