"""How far the read models are behind the log, wherever their events come from."""

import time
from collections.abc import Sequence
from typing import Final

from eventsourcing.postgres import PostgresDatastore

from services.metrics import PROJECTION_LAG_EVENTS, PROJECTION_LAG_SECONDS

_EVERY_SECONDS: Final = 1.0
# Streams and log are both gapless: what was folded of each stream adds up to a count of the log.
_FOLDED: Final = """
SELECT name, (SELECT coalesce(max(notification_id), 0) FROM pitledger_events) AS head,
    (SELECT coalesce(sum(seq), 0)::bigint FROM projection_heads WHERE projection = name) AS folded
FROM unnest(%s::text[]) AS name"""
_NEXT: Final = """
SELECT extract(epoch FROM now() - (convert_from(state, 'UTF8')::jsonb ->> 'recorded')::timestamptz)
    ::float AS age FROM pitledger_events WHERE notification_id = %s"""


class Lag:
    """Measured by whoever folds, about once a second."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore
        self._measured_at = float("-inf")

    def measure(self, projections: Sequence[str]) -> None:
        if not projections or time.monotonic() - self._measured_at < _EVERY_SECONDS:
            return
        self._measured_at = time.monotonic()
        with self._datastore.get_connection() as conn:
            for row in conn.execute(_FOLDED, (list(projections),)).fetchall():
                lag = max(0, row["head"] - row["folded"])
                following = conn.execute(_NEXT, (row["folded"] + 1,)).fetchone() if lag else None
                age = max(0.0, following["age"]) if following else 0.0
                PROJECTION_LAG_EVENTS.labels(row["name"]).set(lag)
                PROJECTION_LAG_SECONDS.labels(row["name"]).set(age)
