"""Reading the books: what the API, the pages and the command line show."""

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, LiteralString, NamedTuple, TypeVar

import structlog
from msgspec.structs import replace
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from projections import all_projections
from projections.figures.reconciliation import Reconciliation
from projections.floor import Floor as Floors
from projections.floor import TableRow
from projections.floor.view import TableView, table_view
from projections.progressive_days import MeterDayRow
from projections.progressives import ProgressiveRow
from projections.reports import RECONCILIATION
from projections.rounds.row import RoundRow
from services.reports.gathering import gather
from services.reports.rows import Rows
from services.store.database import Datastore
from services.store.rows import CorruptRow, decode_row
from services.transparency.kept_keys import first_key

_log = structlog.get_logger("books")
_FINISHED: Final = ("closed", "voided")
R = TypeVar("R")
_TABLE: Final = re.compile(r"[A-Za-z0-9_]{1,32}")
_ROUND: Final = re.compile(r"[A-Za-z0-9_]{1,32}-[0-9]{1,9}-[0-9]{1,9}")


def is_table_name(text: str) -> bool:
    """What cannot be a name is not looked for: the store would not even take it."""
    return _TABLE.fullmatch(text) is not None


def is_round_id(text: str) -> bool:
    return _ROUND.fullmatch(text) is not None


def _taking_part(meter: ProgressiveRow, floor: list[TableView]) -> tuple[str, ...]:
    named = {row.table for row in floor if _meter_of(row) == meter.meter}
    return tuple(sorted({*meter.tables, *named}))


def _meter_of(row: TableView) -> str | None:
    return None if row.terms.progressive is None else row.terms.progressive.meter


class BrokenRow(NamedTuple):
    """A row that cannot be shown, and why."""

    table: str
    why: str


class Floor(NamedTuple):
    """Every table that can be shown, and those that cannot."""

    tables: list[TableView]
    broken: list[BrokenRow]


class Queries:
    """The read models, as rows of their own types."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._broken: dict[tuple[str, str], str] = {}
        """Rows that could not be read when somebody last asked for them."""

    def floor(self) -> Floor:
        """One row that cannot be read hides no other."""
        floor = Floor([], [])
        for name, doc in self._rows("SELECT id, doc::text FROM read_floor ORDER BY id"):
            try:
                floor.tables.append(self._table(name, doc))
            except CorruptRow as error:
                floor.broken.append(BrokenRow(name, str(error)))
        return floor

    def tables(self) -> list[TableView]:
        return self.floor().tables

    def tables_changed(self, since: Mapping[str, int]) -> list[TableView]:
        """Only those whose row is not at the `seq` that is known of them."""
        rows = self._rows(
            "SELECT id, doc::text FROM read_floor AS row"
            " LEFT JOIN unnest(%s::text[], %s::bigint[]) AS known (name, seq) ON name = row.id"
            " WHERE known.seq IS DISTINCT FROM row.seq ORDER BY id",
            list(since),
            list(since.values()),
        )
        found = []
        for name, doc in rows:
            # One that cannot be read is remembered, and hides no other.
            with contextlib.suppress(CorruptRow):
                found.append(self._table(name, doc))
        return found

    def table(self, name: str) -> TableView | None:
        if not is_table_name(name):
            return None
        rows = self._rows("SELECT id, doc::text FROM read_floor WHERE id = %s", name)
        return self._table(*rows[0]) if rows else None

    def row_of(self, name: str) -> TableRow | None:
        """The table as the rules keep it: with its hands, so it is for deciding and not to show."""
        if not is_table_name(name):
            return None
        rows = self._rows("SELECT id, doc::text FROM read_floor WHERE id = %s", name)
        return self._row(Floors.name, *rows[0], TableRow) if rows else None

    def submissions_played(self) -> list[tuple[str, str, bool]]:
        """Each table with the hash of what it was last opened under, and whether it is open."""
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            cursor.execute(
                "SELECT id, doc #>> '{state,submission_hash}', (doc #>> '{state,is_open}')::boolean"
                " FROM read_floor ORDER BY id"
            )
            return cursor.fetchall()

    def _table(self, name: str, doc: str) -> TableView:
        row = self._row(Floors.name, name, doc, TableRow)
        try:
            return table_view(row)
        except Exception as error:
            raise self._remember(CorruptRow(Floors.name, name, repr(error))) from error

    def trouble(self) -> str | None:
        """Rows that could not be read and still cannot, if there are any."""
        for place in list(self._broken):
            if self._is_mended(*place):
                self._broken.pop(place, None)
        return "; ".join(self._broken.values()) or None

    def take_broken(self) -> list[tuple[str, str, str]]:
        """Rows that could not be read since this was last asked, for another process to note."""
        taken, self._broken = self._broken, {}
        return [(*place, why) for place, why in taken.items()]

    def note_broken(self, taken: Iterable[tuple[str, str, str]]) -> None:
        """What another process could not read, as if it had been read here."""
        self._broken.update({(model, row): why for model, row, why in taken})

    def _is_mended(self, model: str, name: str) -> bool:
        kind = next(one.row for one in all_projections() if one.name == model)
        query = SQL("SELECT id, doc::text FROM {} WHERE id = %s").format(
            Identifier(f"read_{model}")
        )
        for _, doc in self._rows(query, name):
            try:
                row = decode_row(model, name, doc, kind)
                if isinstance(row, TableRow):
                    table_view(row)
            except Exception:  # noqa: BLE001  whatever it is, the row cannot be shown
                return False
        return True

    def projected(self, table: str) -> int:
        """How far every read model has followed the table's stream."""
        return self.all_projected([table]).get(table, 0)

    def all_projected(self, tables: Sequence[str]) -> dict[str, int]:
        """The same of several; nothing of those that not all have begun with.

        A read model that is no more is not asked, though its place may still be there.
        """
        names = [one.name for one in all_projections()]
        with self._datastore.get_connection() as conn:
            rows = conn.execute(
                "SELECT key, min(seq) AS seq FROM projection_heads"
                " WHERE key = ANY (%s) AND projection = ANY (%s)"
                " GROUP BY key HAVING count(*) = %s",
                (list(tables), names, len(names)),
            ).fetchall()
        return {row["key"]: int(row["seq"]) for row in rows}

    def round(self, round_id: str) -> RoundRow | None:
        if not is_round_id(round_id):
            return None
        rows = self._rows("SELECT id, doc::text FROM read_rounds WHERE id = %s", round_id)
        return self._row("rounds", *rows[0], RoundRow) if rows else None

    def rounds_of(self, table: str, limit: int) -> list[RoundRow]:
        """The table's newest rounds first."""
        rows = self._rows(
            "SELECT id, doc::text FROM read_rounds WHERE key = %s ORDER BY seq DESC LIMIT %s",
            table,
            limit,
        )
        return [self._row("rounds", name, doc, RoundRow) for name, doc in rows]

    def finished(self, rounds: list[str]) -> dict[str, RoundRow]:
        """Of these rounds the finished ones."""
        rows = self._rows("SELECT id, doc::text FROM read_rounds WHERE id = ANY (%s)", rounds)
        found = [self._row("rounds", name, doc, RoundRow) for name, doc in rows]
        return {row.round: row for row in found if row.phase in _FINISHED}

    @property
    def rows(self) -> Rows:
        """What the reports read from, as it stands."""
        return Rows(self._datastore)

    def first_seal_key(self, origin: str) -> str | None:
        """That has sealed the log since its first checkpoint; None: there was none."""
        return first_key(self._datastore, origin)

    def reconciliation(self, day: str, table: str | None = None) -> Reconciliation:
        return gather(self.rows, day, RECONCILIATION.needs, table=table).reconciliation()

    def progressives(self) -> list[ProgressiveRow]:
        """Each meter with every table that names it, whether or not it has put anything on it."""
        rows = self._rows("SELECT id, doc::text FROM read_progressives ORDER BY id")
        meters = [self._row("progressives", name, doc, ProgressiveRow) for name, doc in rows]
        floor = self.tables() if meters else []
        return [replace(meter, tables=_taking_part(meter, floor)) for meter in meters]

    def meter_days(self, day: str) -> list[MeterDayRow]:
        rows = self._rows(
            "SELECT id, doc::text FROM read_progressive_days WHERE day = %s ORDER BY id", day
        )
        return [self._row("progressive_days", name, doc, MeterDayRow) for name, doc in rows]

    def _rows(self, query: LiteralString | Composed, *parameters: Any) -> list[tuple[str, str]]:
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            cursor.execute(query, parameters)
            return cursor.fetchall()

    def _row(self, model: str, name: str, doc: str, kind: type[R]) -> R:
        try:
            return decode_row(model, name, doc, kind)
        except CorruptRow as error:
            raise self._remember(error) from error

    def _remember(self, error: CorruptRow) -> CorruptRow:
        """Said in the log when it is found, and by `trouble` until it is mended."""
        place = error.model, error.row
        if self._broken.get(place) != str(error):
            self._broken[place] = str(error)
            _log.error("a row cannot be read", model=error.model, row=error.row, why=str(error))
        return error
