"""What was taken out of the log into an archive: how far that goes, and reading it there."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from eventsourcing.persistence import PersistenceError
from psycopg.errors import UndefinedTable
from psycopg.rows import tuple_row

from services.store.archived import ArchiveAway
from services.store.database import Datastore
from services.store.faults import causes
from services.store.log_row import LogRow, place_of_round, read_row

_SEGMENTS: Final = "SELECT s.first_id, s.last_id, s.name FROM pitledger_segments s"
_OF_STREAM: Final = (
    f"{_SEGMENTS} JOIN pitledger_segment_streams t USING (first_id)"
    " WHERE t.key = %s AND t.last_seq > %s AND t.first_seq <= %s ORDER BY s.first_id"
)
_OF_ROUND: Final = (
    f"{_SEGMENTS} JOIN pitledger_segment_rounds r USING (first_id)"
    " WHERE r.table_name = %s AND r.rounds @> %s::bigint ORDER BY s.first_id"
)
_AT: Final = f"{_SEGMENTS} WHERE s.first_id <= %s ORDER BY s.first_id DESC LIMIT 1"
_AFTER: Final = f"{_SEGMENTS} WHERE s.last_id > %s ORDER BY s.first_id LIMIT 1"
_RECORDED: Final = (
    "SELECT s.first_id, (SELECT min(n.first_id) FROM pitledger_segments n"
    " WHERE n.first_id > s.first_id) FROM pitledger_segments s"
    " WHERE s.recorded <= %s ORDER BY s.first_id DESC LIMIT 1"
)


class _Segment(NamedTuple):
    first: int
    last: int
    name: str


class Pruned:
    """The part of the log that is gone from the database. All of it is still read in place.

    Whatever was gone once stays in its segment, so nothing here depends on how far others get with
    pruning meanwhile.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def position(self) -> int:
        """The last event that is gone; 0: nothing is."""
        rows = self._rows("SELECT position FROM pitledger_pruned", ())
        return int(rows[0][0]) if rows else 0

    def head_of(self, key: str) -> int:
        """The last seq of a stream that is gone."""
        rows = self._rows("SELECT seq FROM pitledger_pruned_heads WHERE key = %s", (key,))
        return int(rows[0][0]) if rows else 0

    def heads(self) -> dict[str, int]:
        rows = self._rows("SELECT key, seq FROM pitledger_pruned_heads", ())
        return {str(key): int(seq) for key, seq in rows}

    def after(self, position: int, limit: int) -> list[LogRow]:
        """In the log's order, only what is gone; short of the limit where that ends."""
        upto, found = self.position(), list[LogRow]()
        while position < upto and len(found) < limit:
            segment = self._following(position)
            stop = min(segment.last, upto, position + limit - len(found))
            entries = self._entries(segment)[
                position + 1 - segment.first : stop + 1 - segment.first
            ]
            found += (read_row(position + place, state) for place, state in enumerate(entries, 1))
            position = stop
        return found

    def _following(self, position: int) -> _Segment:
        """The one that goes on behind a position that is said to be gone."""
        segment = next(iter(self._segments(_AFTER, (position,))), None)
        if segment is None or segment.first > position + 1:
            raise ArchiveAway(
                f"event {position + 1} is said to be in an archive, but no segment of one is known"
                " that holds it: run `pitledger verify`"
            )
        return segment

    def at(self, position: int) -> LogRow | None:
        return next(iter(self.after(position - 1, 1)), None) if position > 0 else None

    def has_round(self, round_id: str) -> bool:
        """Whether events of the round may be gone."""
        place = place_of_round(round_id)
        return place is not None and bool(self._segments(_OF_ROUND, place))

    def of_round(self, round_id: str) -> list[LogRow]:
        place = place_of_round(round_id)
        if place is None:
            return []
        sign = f'"round":"{round_id}"'.encode()
        rows = self._holding(self._segments(_OF_ROUND, place), sign)
        return [row for row in rows if row.round == round_id]

    def of_stream(self, key: str, after: int, upto: int) -> list[LogRow]:
        """Seqs behind `after`, up to and with `upto`, as far as they are archived."""
        sign = f'"key":"{key}"'.encode()
        rows = self._holding(self._segments(_OF_STREAM, (key, after, upto)), sign)
        return [row for row in rows if row.key == key and after < row.seq <= upto]

    def newest_of(self, key: str, kind: str) -> LogRow | None:
        """The last of a stream's events whose topic begins so."""
        sign = f'"key":"{key}"'.encode()
        for segment in reversed(self._segments(_OF_STREAM, (key, 0, self.head_of(key)))):
            rows = [row for row in self._holding([segment], sign) if row.key == key]
            meant = [row for row in rows if row.topic.startswith(kind)]
            if meant:
                return meant[-1]
        return None

    def heads_at(self, position: int) -> dict[str, int]:
        """How far each stream had come at a position that is gone."""
        found = self._segments(_AT, (position,))
        if not found:
            return {}
        (segment,) = found
        query = (
            "SELECT key, max(last_seq) FROM pitledger_segment_streams WHERE first_id < %s"
            " GROUP BY key"
        )
        heads = {str(key): int(seq) for key, seq in self._rows(query, (segment.first,))}
        entries = self._entries(segment)[: position + 1 - segment.first]
        rows = (read_row(place, state) for place, state in enumerate(entries, segment.first))
        return heads | {row.key: row.seq for row in rows}

    def bounds_at(self, moment: datetime) -> tuple[int, int | None]:
        """Between which positions the last event lies that was recorded by then.

        The upper one is None where it may lie behind all that is archived.
        """
        found = self._rows(_RECORDED, (moment,))
        if not found:
            return 0, None if not self._segments(_AFTER, (0,)) else 0
        first, following = found[0]
        return int(first), None if following is None else int(following) - 1

    def _holding(self, segments: Sequence[_Segment], sign: bytes) -> Iterator[LogRow]:
        """Entries that may be meant: most are passed over without being read."""
        for segment in segments:
            for position, state in enumerate(self._entries(segment), segment.first):
                if sign in state:
                    yield read_row(position, state)

    def _entries(self, segment: _Segment) -> Sequence[bytes]:
        archive = self._datastore.archive
        if archive is None:
            raise ArchiveAway(
                f"events up to {self.position()} were taken out of the database into an archive:"
                " name its place with PITLEDGER_ARCHIVE_URL"
            )
        return archive.entries(segment.name, segment.last + 1 - segment.first)

    def _segments(self, query: str, parameters: Sequence[object]) -> list[_Segment]:
        return [_Segment(*row) for row in self._rows(query, parameters)]

    def _rows(self, query: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        try:
            with self._datastore.get_connection() as conn:
                cursor = conn.cursor(row_factory=tuple_row, binary=True)
                cursor.execute(cast("Any", query), parameters, prepare=True)
                return cursor.fetchall()
        except PersistenceError as error:
            if any(isinstance(one, UndefinedTable) for one in causes(error)):
                return []  # nothing was ever taken out of what an earlier release made
            raise
