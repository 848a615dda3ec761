"""Reading the books: what the API, the pages and the command line show."""

from typing import Any, Final

import msgspec
from eventsourcing.postgres import PostgresDatastore
from msgspec.structs import replace
from psycopg.rows import tuple_row

from projections import all_projections
from projections.figures.reconciliation import Reconciliation
from projections.floor import TableRow
from projections.floor.view import TableView, table_view
from projections.progressive_days import MeterDayRow
from projections.progressives import ProgressiveRow
from projections.reports import RECONCILIATION
from projections.rounds.row import RoundRow
from services.reports.gathering import gather
from services.reports.rows import Rows

_FINISHED: Final = ("closed", "voided")


def _taking_part(meter: ProgressiveRow, floor: list[TableView]) -> tuple[str, ...]:
    named = {row.table for row in floor if _meter_of(row) == meter.meter}
    return tuple(sorted({*meter.tables, *named}))


def _meter_of(row: TableView) -> str | None:
    return None if row.terms.progressive is None else row.terms.progressive.meter


class Books:
    """The read models, as rows of their own types."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore

    def tables(self) -> list[TableView]:
        rows = self._docs("SELECT doc::text FROM read_floor ORDER BY id")
        return [table_view(msgspec.json.decode(doc, type=TableRow)) for doc in rows]

    def table(self, name: str) -> TableView | None:
        rows = self._docs("SELECT doc::text FROM read_floor WHERE id = %s", name)
        return table_view(msgspec.json.decode(rows[0], type=TableRow)) if rows else None

    def projected(self, table: str) -> int:
        """How far every read model has followed the table's stream; one that is no more is not
        asked, though an older version may have left its place here."""
        names = [one.name for one in all_projections()]
        with self._datastore.get_connection() as conn:
            row = conn.execute(
                "SELECT count(*) AS models, min(seq) AS seq FROM projection_heads"
                " WHERE key = %s AND projection = ANY (%s)",
                (table, names),
            ).fetchone()
        assert row is not None
        return int(row["seq"]) if row["models"] == len(names) else 0

    def round(self, round_id: str) -> RoundRow | None:
        rows = self._docs("SELECT doc::text FROM read_rounds WHERE id = %s", round_id)
        return msgspec.json.decode(rows[0], type=RoundRow) if rows else None

    def rounds_of(self, table: str, limit: int) -> list[RoundRow]:
        """The table's newest rounds first."""
        rows = self._docs(
            "SELECT doc::text FROM read_rounds WHERE key = %s ORDER BY seq DESC LIMIT %s",
            table,
            limit,
        )
        return [msgspec.json.decode(doc, type=RoundRow) for doc in rows]

    def finished(self, rounds: list[str]) -> dict[str, RoundRow]:
        """Of these rounds the finished ones."""
        rows = self._docs("SELECT doc::text FROM read_rounds WHERE id = ANY (%s)", rounds)
        found = [msgspec.json.decode(doc, type=RoundRow) for doc in rows]
        return {row.round: row for row in found if row.phase in _FINISHED}

    @property
    def rows(self) -> Rows:
        """What the reports read from, as it stands."""
        return Rows(self._datastore)

    def reconciliation(self, day: str, table: str | None = None) -> Reconciliation:
        return gather(self.rows, day, RECONCILIATION.needs, table=table).reconciliation()

    def progressives(self) -> list[ProgressiveRow]:
        """Each meter with every table that names it, whether or not it has put anything on it."""
        rows = self._docs("SELECT doc::text FROM read_progressives ORDER BY id")
        meters = [msgspec.json.decode(doc, type=ProgressiveRow) for doc in rows]
        floor = self.tables() if meters else []
        return [replace(meter, tables=_taking_part(meter, floor)) for meter in meters]

    def meter_days(self, day: str) -> list[MeterDayRow]:
        wanted = msgspec.json.encode({"day": day}).decode()
        rows = self._docs(
            "SELECT doc::text FROM read_progressive_days WHERE doc @> %s::jsonb ORDER BY id", wanted
        )
        return [msgspec.json.decode(doc, type=MeterDayRow) for doc in rows]

    def _docs(self, query: str, *parameters: Any) -> list[str]:
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            cursor.execute(query, parameters)
            return [row[0] for row in cursor.fetchall()]
