"""Rows of the read models as they stand."""

from collections.abc import Callable
from typing import Any, Final, LiteralString, NamedTuple, TypeVar

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from projections.projection import Projection, Row
from services.store.connection import allowing
from services.store.database import Datastore
from services.store.rows import decode_row

R = TypeVar("R", bound=Row)
_REPORT_SECONDS: Final = 30.0
"""A report reads more than a page does."""


class Wanted(NamedTuple):
    """Which rows of a read model are wanted: as the database is asked, and of a row in hand."""

    where: LiteralString = "true"
    parameters: tuple[Any, ...] = ()
    holds: Callable[[Any], bool] = lambda _: True


EVERY: Final = Wanted()


def found_by(*words: str) -> Wanted:
    """Rows that have one of these words."""

    def holds(row: Row) -> bool:
        return not set(words).isdisjoint(row.found_by)

    return Wanted("found_by && %s::text[]", (list(words),), holds)


class Rows:
    """What the reports read from."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def find(
        self, projection: Projection[R], where: LiteralString = "true", *parameters: Any
    ) -> list[R]:
        """The rows that this holds for, by their ids, in an order that every database has."""
        query = SQL('SELECT id, doc::text FROM {} WHERE {} ORDER BY id COLLATE "C"')
        found = self.select(query.format(table_of(projection), SQL(where)), *parameters)
        name, kind = projection.name, projection.row
        return [decode_row(name, row, doc, kind) for row, doc in found]

    def wanted(self, projection: Projection[R], wanted: Wanted) -> list[R]:
        return self.find(projection, wanted.where, *wanted.parameters)

    def sums(self, before: str) -> dict[str, dict[str, int]]:
        """What every stream posted on the days before this one, account by account."""
        return self._sums("day < %s", before)

    def _sums(self, where: LiteralString, *parameters: Any) -> dict[str, dict[str, int]]:
        query = SQL(
            "SELECT key, account, sum(cents::bigint)::bigint FROM read_balances,"
            " jsonb_each_text(doc -> 'accounts') AS a (account, cents)"
            " WHERE {} GROUP BY key, account"
        ).format(SQL(where))
        found: dict[str, dict[str, int]] = {}
        for key, account, cents in self.select(query, *parameters):
            found.setdefault(key, {})[account] = int(cents)
        return found

    def select(self, query: SQL | Composed, *parameters: Any) -> list[tuple[Any, ...]]:
        with allowing(_REPORT_SECONDS), self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            cursor.execute(query, parameters)
            return cursor.fetchall()


def table_of(projection: Projection[Any]) -> Identifier:
    return Identifier(f"read_{projection.name}")
