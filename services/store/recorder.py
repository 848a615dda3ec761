"""Reading a stream once: the library would try ten times, longer than anybody waits."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

_LAST: int = 2**63 - 1


class ReadsOnce(PostgresAggregateRecorder):
    """Whoever asks decides whether to ask again."""

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        query = SQL(
            "SELECT originator_id, originator_version, topic, state FROM {}"
            " WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s"
            " ORDER BY originator_version {} LIMIT %s"
        ).format(Identifier(self.events_table_name), SQL("DESC" if desc else "ASC"))
        parameters: tuple[Any, ...] = (originator_id, gt or 0, _LAST if lte is None else lte, limit)
        with self.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            cursor.execute(query, parameters, prepare=True)
            return [StoredEvent(*row) for row in cursor.fetchall()]
