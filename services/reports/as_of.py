"""The read models as they were at an earlier position of the log.

A row that no event has touched since then is as it was then; one that began later did not exist.
Only what was touched since is folded again, from its own first event, so an old report costs little
more than one of today.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

from psycopg.sql import SQL

from domain.gaming_day import parse_moment, stored_moment
from domain.messages.events import decode
from projections.balances import Balances
from projections.figures.sums import add
from projections.projection import Projection, Row
from services.reports.errors import NotProjected
from services.reports.gathering import MODELS_READ
from services.reports.predicates import EVERY, All, Changed, Is, Predicate, Unchanged
from services.reports.rows import Rows
from services.store.columns import BigInts, Texts
from services.store.ledger import Ledger

R = TypeVar("R", bound=Row)

_POSITIONS: Final = """
SELECT e.originator_id, e.notification_id FROM pitledger_events e
  JOIN unnest(%b::text[], %b::bigint[]) AS p (key, seq)
    ON e.originator_id = p.key AND e.originator_version = p.seq"""


_OTHER_CLOCKS: Final = timedelta(minutes=1)
"""So far may the caller's clock be ahead of ours."""


def heads_at(ledger: Ledger, position: int) -> dict[str, int]:
    """How far every stream had come; looked for by halves, all streams at once.

    What was taken out of the log meanwhile is looked for again, in the archive.
    """
    while True:
        pruned = ledger.pruned.position()
        if position < pruned:
            return ledger.pruned.heads_at(position)
        heads = _heads_at(ledger, position)
        if ledger.pruned.position() == pruned:
            return heads


def _heads_at(ledger: Ledger, position: int) -> dict[str, int]:
    """Of what is in the database; all that is archived was there before."""
    rows = Rows(ledger.datastore)
    most = ledger.stream_heads()
    least = {**dict.fromkeys(most, 0), **ledger.pruned.heads()}
    tried = {key: seq for key, seq in most.items() if seq > least[key]}
    while tried:
        query = (Texts(tried), BigInts(tried.values()))
        found = dict(rows.select(SQL(_POSITIONS), *query))
        for key, seq in tried.items():
            # One that is not found is being taken out just now.
            if found.get(key, 0) <= position:
                least[key] = seq
            else:
                most[key] = seq - 1
        tried = {key: (least[key] + most[key] + 1) // 2 for key in tried if least[key] < most[key]}
    return {key: seq for key, seq in least.items() if seq}


def position_at(ledger: Ledger, moment: str) -> int:
    """The last event recorded by then; the log is in the order of recording."""
    wanted = parse_moment(moment)
    if wanted > datetime.now(UTC) + _OTHER_CLOCKS:
        raise ValueError(f"{moment} is still to come; leave it out for the books as they stand")
    low, high = ledger.pruned.bounds_at(wanted)
    high = ledger.head() if high is None else high
    while low < high:
        middle = (low + high + 1) // 2
        (entry,) = ledger.log_after(middle - 1, 1)
        if stored_moment(decode(entry.topic, entry.state).recorded) <= wanted:
            low = middle
        else:
            high = middle - 1
    return low


def position_of(ledger: Ledger, key: str, seq: int) -> int:
    """Where in the log an event of a stream lies."""
    position = ledger.position_of(key, seq)
    assert position is not None, f"{key}/{seq} is not in the log"
    return position


def rows_as_of(ledger: Ledger, position: int) -> "RowsAsOf":
    """The same rows, of the log up to and with this position."""
    return RowsAsOf(ledger, heads_at(ledger, position))


class RowsAsOf(Rows):
    """Rows as they were when the streams had come this far."""

    def __init__(self, ledger: Ledger, heads: Mapping[str, int]) -> None:
        super().__init__(ledger.datastore)
        self._ledger = ledger
        self._heads = heads
        self._require_projected()

    def _require_projected(self) -> None:
        names = sorted(MODELS_READ)
        query = SQL(
            "SELECT key, CASE WHEN count(*) = %s THEN min(seq) ELSE 0 END FROM projection_heads"
            " WHERE projection = ANY (%s) GROUP BY key"
        )
        so_far = dict(self.select(query, len(names), names))
        for key, seq in self._heads.items():
            if so_far.get(key, 0) < seq:
                raise NotProjected(f"{key} is projected up to {so_far.get(key, 0)}, not yet {seq}")

    def find(self, projection: Projection[R], wanted: Predicate = EVERY) -> list[R]:
        return list(self._then(projection, self._found(projection, wanted)).values())

    def sums(self, before: str) -> dict[str, dict[str, int]]:
        earlier = Is("day", "<", before)
        found = self._sums(All((earlier, Unchanged(self._heads))))
        for row in self.find(Balances(), All((earlier, Changed(self._heads)))):
            found[row.key] = add(found.get(row.key, {}), row.accounts)
        return found

    def _then(self, projection: Projection[R], rows: dict[str, R]) -> dict[str, R]:
        heads = self._heads
        there = {place: row for place, row in rows.items() if row.since <= heads.get(row.key, 0)}
        stale: dict[str, dict[str, R]] = {}
        for place, row in there.items():
            if row.seq > heads[row.key]:
                stale.setdefault(row.key, {})[place] = row
        for key, its in stale.items():
            there |= self._folded(projection, key, its)
        return there

    def _folded(self, projection: Projection[R], key: str, stale: dict[str, R]) -> dict[str, R]:
        """These rows of one stream again, up to where it had come."""
        first = min(row.since for row in stale.values())
        rows: dict[str, R] = {}
        for stored in self._ledger.select_events(key, gt=first - 1, lte=self._heads[key]):
            event = decode(stored.topic, stored.state)
            place = projection.place(event)
            if place in stale:
                row = rows[place] if place in rows else projection.first(place, event)
                rows[place] = projection.fold(row, event)
        return rows
