"""Making a database again: events from an archive, from the topic, or from both, then the proof."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from typing import Any, Final, LiteralString

from psycopg import Connection
from psycopg.sql import SQL, Composed, Identifier
from psycopg.types.json import Jsonb

from services.archive.contents import read_rows
from services.archive.from_topic import TopicLog
from services.archive.walking import WholeArchive
from services.store.columns import BigInts, Blobs, Texts
from services.store.ledger import Ledger
from services.store.log_row import LogRow

_AT_ONCE: Final = 4096
_INSERT: Final = SQL(
    "INSERT INTO {schema}.pitledger_events"
    " (originator_id, originator_version, topic, state, notification_id, round)"
    " SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[], %b::bigint[],"
    " %b::text[]) ON CONFLICT DO NOTHING"
)
_OTHER: Final = SQL(
    "SELECT m.position"
    " FROM unnest(%b::bigint[], %b::text[], %b::bytea[]) AS m (position, key, state)"
    " LEFT JOIN {schema}.pitledger_events e ON e.notification_id = m.position"
    " WHERE e.state IS DISTINCT FROM m.state OR e.originator_id IS DISTINCT FROM m.key"
    " ORDER BY m.position LIMIT 1"
)
_COMMANDS: Final = SQL(
    "INSERT INTO {schema}.pitledger_commands (command_id, body, first_id, last_id)"
    " SELECT c.id::uuid, '', c.first, c.last"
    " FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) AS c (id, first, last)"
    " ON CONFLICT DO NOTHING"
)


class CannotRestore(Exception):
    """This database is not one to restore into, or what was found contradicts itself."""


class Restoring:
    """Writes with the owner's rights; each step is whole, and is gone on from when it was ended."""

    def __init__(self, ledger: Ledger, owner: Connection[Any]) -> None:
        self._ledger = ledger
        self._owner = owner
        self._schema = Identifier(ledger.datastore.schema)

    def begin(self, source: str, *, complete: bool = False) -> None:
        """Into a database without a log, or into one that was begun from the same source.

        One that was put back to an earlier moment has the beginning already, and is completed.
        """
        begun = self._begun()
        if begun is not None:
            if begun != source:
                raise CannotRestore(
                    f"a restore from {begun} was begun here: go on with that one, or drop"
                    " the database and make it anew"
                )
            return
        if self._ledger.head() and not complete:
            raise CannotRestore(
                f"this database has a log of {self._ledger.head()} events: restore into an empty"
                " one, or say --complete, where it lacks only what came after them"
            )
        self._owner.execute(
            self._sql("INSERT INTO {schema}.pitledger_restoring (source) VALUES (%s)"), (source,)
        )

    def compare(self, archive: WholeArchive | None, topic: TopicLog | None) -> None:
        """What is here already is the same there: else nothing is begun, and all stays as it is."""
        if self._begun() is not None:
            return
        first, last = self._ledger.pruned.position(), self._ledger.head()
        with topic.pages({}) if topic else nullcontext(()) as pages:
            for rows in chain(_archived(archive, last), (page.rows for page in pages)):
                self._require_here([row for row in rows if first < row.position <= last])

    def _begun(self) -> str | None:
        row = self._owner.execute(
            self._sql("SELECT source FROM {schema}.pitledger_restoring")
        ).fetchone()
        return None if row is None else str(row["source"])

    def from_archive(self, archive: WholeArchive, on_event: Callable[[int], None]) -> None:
        """In order, so that it goes on behind the last event that is there."""
        done = min(self._ledger.head(), archive.size)
        for stretch in archive.stretches(done):
            rows = read_rows(stretch.first, stretch.entries)
            self._insert([row for row in rows if row.position > done])
            on_event(rows[-1].position)

    def from_topic(self, topic: TopicLog, on_event: Callable[[int], None]) -> None:
        """As it comes; what was read of each partition is noted with its events."""
        row = self._owner.execute(
            self._sql("SELECT places FROM {schema}.pitledger_restoring")
        ).fetchone()
        assert row is not None
        read, gone = 0, self._ledger.pruned.position()
        with topic.pages(row["places"]) as pages:
            for page in pages:
                self._insert([row for row in page.rows if row.position > gone], page.places)
                read += len(page.rows)
                on_event(read)

    def _insert(self, rows: Sequence[LogRow], places: Mapping[str, int] | None = None) -> None:
        with self._owner.transaction():
            for at in range(0, len(rows), _AT_ONCE):
                self._insert_some(rows[at : at + _AT_ONCE])
            if places is not None:
                self._owner.execute(
                    self._sql("UPDATE {schema}.pitledger_restoring SET places = %s"),
                    (Jsonb(places),),
                )

    def _insert_some(self, rows: Sequence[LogRow]) -> None:
        keys, states = Texts(row.key for row in rows), Blobs(row.state for row in rows)
        positions = BigInts(row.position for row in rows)
        seqs, topics = BigInts(row.seq for row in rows), Texts(row.topic for row in rows)
        rounds = Texts(row.round for row in rows)
        self._owner.execute(
            _INSERT.format(schema=self._schema), (keys, seqs, topics, states, positions, rounds)
        )
        self._require_here(rows)

    def _require_here(self, rows: Sequence[LogRow]) -> None:
        columns = (
            BigInts(row.position for row in rows),
            Texts(row.key for row in rows),
            Blobs(row.state for row in rows),
        )
        other = self._owner.execute(_OTHER.format(schema=self._schema), columns).fetchone()
        if other is not None:
            raise CannotRestore(
                f"two events claim place {other['position']} of the log, or one claims two places:"
                " somebody else has written to the topic, it is of another house, or this database"
                " was played on after it was put back"
            )

    def keep_commands(self, commands: Iterable[tuple[str, int, int]]) -> None:
        """So that a repeated command is answered as the first time."""
        known = list(commands)
        self._owner.execute(
            _COMMANDS.format(schema=self._schema),
            (
                Texts(one for one, _, _ in known),
                BigInts(first for _, first, _ in known),
                BigInts(last for _, _, last in known),
            ),
        )

    def finish(self) -> None:
        """From here on the database may be served."""
        self._owner.execute(self._sql("DELETE FROM {schema}.pitledger_restoring"))

    def _sql(self, text: LiteralString) -> Composed:
        return SQL(text).format(schema=self._schema)


def _archived(archive: WholeArchive | None, last: int) -> Iterator[Sequence[LogRow]]:
    """What an archive has up to a place of the log."""
    for stretch in archive.stretches(0) if archive is not None and last else ():
        if stretch.first > last:
            return
        yield read_rows(stretch.first, stretch.entries)
