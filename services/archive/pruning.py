"""Taking the first events out of the log, once they are archived and their days are audited."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from domain.gaming_day import stored_moment
from services.archive.contents import contents_of, multirange, read_rows
from services.archive.manifests import Segment, chain, newest_manifest
from services.archive.object_store import ObjectStore
from services.archive.prune_checks import (
    CannotPrune,
    keep_states,
    require_audited,
    require_followers,
)
from services.archive.same_history import OtherHistory, require_same
from services.archive.segments import name_of, unpacked
from services.projector.read_models import ReadModels
from services.settings import Settings
from services.store.archived import ArchiveAway
from services.store.columns import BigInts, Texts
from services.store.connection import allowing
from services.store.ledger import Ledger
from services.store.log_row import LogRow, day_of
from services.store.streams import load_calendar
from services.transparency.hashing import leaf_hash, root_of
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import WIDTH

_CHUNK: Final = 8 * WIDTH
"""Events of one transaction: some ten milliseconds."""
_VACUUM_SECONDS: Final = 3600.0
_KEEP: Final = SQL(
    "SELECT {}.pitledger_keep_segment("
    "%s, %s, %s, %s, %b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::text[])"
)
_COLUMNS: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state, round"
    " FROM pitledger_events WHERE notification_id > %s AND notification_id <= %s"
    " ORDER BY notification_id"
)


class TakenOut(NamedTuple):
    """By positions."""

    first: int
    last: int
    """Below the first where nothing was."""
    archived: int
    """So far the archive goes."""
    snapshots: int
    """States of streams that were kept before."""


class Pruner:
    """Looks with the service's rights, and takes out with the owner's."""

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        models: ReadModels,
        store: ObjectStore,
        owner: Connection[Any],
    ) -> None:
        self._settings = settings
        self._ledger = ledger
        self._models = models
        self._store = store
        self._owner = owner
        self._sealed = SealedLog(ledger.datastore)
        self._schema = Identifier(ledger.datastore.schema)

    def run(self, day: str, on_event: Callable[[int], None] = lambda _: None) -> TakenOut:
        """All events before the first one of this gaming day, or of a later one.

        Where there is none left, states that can no longer be read are made anew all the same.

        Raises CannotPrune, OtherHistory, NotSealed or ArchiveAway. What was taken out by then is
        whole: the next run goes on from there.
        """
        require_audited(load_calendar(self._ledger), day)
        before = self._ledger.pruned.position()
        archived, segments = self._archived(before)
        cut = self._cut(segments, before, day)
        segments = [segment for segment in segments if segment.first < cut]
        heads = self._ledger.pruned.heads()
        for segment in segments:
            heads |= self._heads_in(segment, cut)
        if segments:
            require_followers(self._settings, self._ledger, self._models, cut, heads)
        kept = keep_states(self._ledger, heads)
        if not segments:
            return TakenOut(before + 1, before, archived, kept)
        for segment in segments:
            self._take_out(segment, max(segment.first, before), min(segment.end, cut), on_event)
        self._sweep()
        return TakenOut(before + 1, cut, archived, kept)

    def _archived(self, before: int) -> tuple[int, list[Segment]]:
        """How far the archive goes, and its segments behind a position."""
        newest = newest_manifest(self._store)
        if newest is None or not newest.manifest.size:
            raise CannotPrune(
                f"nothing is archived in {self._store.url} yet: run `pitledger archive` first"
            )
        require_same(newest.manifest, self._sealed, self._store.url)
        segments = [
            segment
            for manifest in chain(self._store, newest, before)
            for segment in manifest.segments
            if segment.end > before
        ]
        return newest.manifest.size, segments

    def _cut(self, segments: Sequence[Segment], before: int, day: str) -> int:
        """Behind the last whole bundle in which every event is of a day before."""
        for segment in segments:
            if segment.days[1] >= day:
                rows = self._rows_of(segment)
                first = next(row.position for row in rows if day_of(row) >= day)
                return max(before, (first - 1) // WIDTH * WIDTH)
        return segments[-1].end if segments else before

    def _heads_in(self, segment: Segment, cut: int) -> dict[str, int]:
        if segment.end <= cut:
            return {key: last for key, (_, last) in segment.streams.items()}
        return {row.key: row.seq for row in self._rows_of(segment) if row.position <= cut}

    def _take_out(
        self, segment: Segment, start: int, stop: int, on_event: Callable[[int], None]
    ) -> None:
        """Compared once more with what lies in the archive now, then chunk by chunk."""
        rows = self._rows_of(segment)
        self._require_sealed(segment, rows)
        chunks = [(at, min(at + _CHUNK, stop)) for at in range(start, stop, _CHUNK)]
        for at, upto in chunks:
            self._require_equal(rows[at - segment.first : upto - segment.first], at, upto)
        self._keep(segment, rows)
        for _, upto in chunks:
            self._owner.execute(SQL("SELECT {}.pitledger_prune(%s)").format(self._schema), (upto,))
            on_event(upto)

    def _rows_of(self, segment: Segment) -> list[LogRow]:
        """As they lie in the archive, read anew."""
        data = self._store.get(segment.path)
        if name_of(data) != segment.sha256:
            raise ArchiveAway(
                f"{segment.path} in {self._store.url} is not what its name says: it was changed"
            )
        return read_rows(segment.first, unpacked(data, segment.count))

    def _require_sealed(self, segment: Segment, rows: Sequence[LogRow]) -> None:
        tree = self._sealed.tree(segment.end)
        for first in range(0, len(rows), WIDTH):
            bundle = rows[first : first + WIDTH]
            index = segment.first + first
            if root_of([leaf_hash(row.state) for row in bundle]) != tree.subtree(
                index, index + WIDTH
            ):
                raise OtherHistory(
                    f"events {index + 1} to {index + WIDTH} in {self._store.url} are not what was"
                    " sealed: run `pitledger verify`, and keep both"
                )

    def _require_equal(self, rows: Sequence[LogRow], start: int, stop: int) -> None:
        """Every column: what is gone is made again from the bytes alone."""
        with self._ledger.datastore.get_connection() as conn:
            stored = conn.execute(_COLUMNS, (start, stop)).fetchall()
        here = [tuple(row.values()) for row in stored]
        there = [(row.position, row.key, row.seq, row.topic, row.state, row.round) for row in rows]
        if here != there:
            wrong = next(
                (one[0] for one, other in zip(there, here, strict=False) if one != other),
                start + len(here) + 1,
            )
            raise OtherHistory(
                f"event {wrong} is not the same in the database as in {self._store.url}:"
                " run `pitledger verify`, and keep both"
            )

    def _keep(self, segment: Segment, rows: Sequence[LogRow]) -> None:
        contents = contents_of(rows)
        if (contents.days, contents.streams) != (segment.days, segment.streams):
            raise ArchiveAway(
                f"a manifest in {self._store.url} does not tell what is in {segment.path}"
            )
        firsts, lasts = zip(*contents.streams.values(), strict=True)
        self._owner.execute(
            _KEEP.format(self._schema),
            (
                segment.first + 1,
                segment.end,
                segment.sha256,
                stored_moment(rows[0].recorded),
                Texts(contents.streams),
                BigInts(firsts),
                BigInts(lasts),
                Texts(contents.rounds),
                Texts(multirange(numbers) for numbers in contents.rounds.values()),
            ),
        )

    def _sweep(self) -> None:
        """So that what comes next fills the room; commits neither wait for it nor stop it."""
        with allowing(_VACUUM_SECONDS):
            for table in ("pitledger_events", "pitledger_tiles"):
                self._owner.execute(
                    SQL("VACUUM (TRUNCATE off, ANALYZE) {}.{}").format(
                        self._schema, Identifier(table)
                    )
                )
