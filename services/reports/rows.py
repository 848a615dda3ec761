"""Rows of the read models as they stand."""

from typing import Any, Final, TypeVar

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from projections.projection import Projection, Row
from services.reports.predicates import EVERY, Is, Predicate, condition
from services.store.connection import allowing
from services.store.database import Datastore
from services.store.rows import decode_row

R = TypeVar("R", bound=Row)
_REPORT_SECONDS: Final = 30.0
"""A report reads more than a page does."""


class Rows:
    """What the reports read from."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def find(self, projection: Projection[R], wanted: Predicate = EVERY) -> list[R]:
        """The wanted rows by their ids, in an order that every database has."""
        return list(self._found(projection, wanted).values())

    def _found(self, projection: Projection[R], wanted: Predicate) -> dict[str, R]:
        """The same by their ids, as they stand."""
        where, parameters = condition(wanted)
        query = SQL('SELECT id, doc::text FROM {} WHERE {} ORDER BY id COLLATE "C"')
        found = self.select(query.format(table_of(projection), where), *parameters)
        name, kind = projection.name, projection.row
        return {place: decode_row(name, place, doc, kind) for place, doc in found}

    def sums(self, before: str) -> dict[str, dict[str, int]]:
        """What every stream posted on the days before this one, account by account."""
        return self._sums(Is("day", "<", before))

    def _sums(self, wanted: Predicate) -> dict[str, dict[str, int]]:
        where, parameters = condition(wanted)
        query = SQL(
            "SELECT key, account, sum(cents::bigint)::bigint FROM read_balances,"
            " jsonb_each_text(doc -> 'accounts') AS a (account, cents)"
            " WHERE {} GROUP BY key, account"
        ).format(where)
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
