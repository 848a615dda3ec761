"""Where the read models stand: how far each was folded, how far behind the log, what stops it."""

import math
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from services.runtime.metrics import PROJECTION_LAG_EVENTS, PROJECTION_LAG_SECONDS
from services.store.database import Datastore
from services.tempo import seconds

_EVERY_SECONDS: Final = seconds(1.0)
# Streams and log are both gapless: what was folded of each stream adds up to a count of the log.
_FOLDED: Final = """
SELECT name, coalesce((SELECT max(notification_id) FROM pitledger_events),
                      (SELECT position FROM pitledger_pruned)) AS head,
    (SELECT coalesce(sum(seq), 0)::bigint FROM projection_heads WHERE projection = name) AS folded
FROM unnest(%s::text[]) AS name"""
_NEXT: Final = """
SELECT state, extract(epoch FROM now())::float AS now
  FROM pitledger_events WHERE notification_id = %s"""


class _Recorded(msgspec.Struct):
    recorded: datetime


class Behind(NamedTuple):
    """How far one read model is behind."""

    projection: str
    events: int
    seconds: float
    """Since the first of these was recorded."""


def behind(datastore: Datastore, projections: Sequence[str]) -> Iterator[Behind]:
    """Every one of them, also those that are up to date."""
    with datastore.get_connection() as conn:
        for row in conn.execute(_FOLDED, (list(projections),)).fetchall():
            lag = max(0, row["head"] - row["folded"])
            following = conn.execute(_NEXT, (row["folded"] + 1,)).fetchone() if lag else None
            age = 0.0 if following is None else _age(following["state"], following["now"])
            yield Behind(row["name"], lag, age)


class Lag:
    """Measured by whoever folds, about once a second."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._measured_at = float("-inf")

    def measure(self, projections: Sequence[str]) -> None:
        if not projections or time.monotonic() - self._measured_at < _EVERY_SECONDS:
            return
        self._measured_at = time.monotonic()
        for name, events, lag in behind(self._datastore, projections):
            PROJECTION_LAG_EVENTS.labels(name).set(events)
            PROJECTION_LAG_SECONDS.labels(name).set(lag)


def _age(state: bytes, now: float) -> float:
    """Seconds; NaN where the event itself cannot be read: that it waits is seen all the same."""
    try:
        return max(0.0, now - msgspec.json.decode(state, type=_Recorded).recorded.timestamp())
    except (msgspec.MsgspecError, ValueError):
        return math.nan


class Standing(NamedTuple):
    """One read model."""

    projection: str
    version: int | None
    """Of its fold; None before it has begun."""
    position: int | None
    """In what it reads, the least of its sources."""
    builds: int
    """How often it was built anew."""
    stopped_by: str | None
    stopped_at: str | None
    """The event that it cannot take, by stream and seq."""
    events: int
    seconds: float
    """How far it is behind the log."""


def standing(datastore: Datastore, projections: Sequence[str]) -> list[Standing]:
    """Each by its name, in the order asked for."""
    with datastore.get_connection() as conn:
        rows = conn.execute(
            "SELECT projection, max(version) AS version, min(position) AS position,"
            " max(build) AS builds, max(stopped_by) AS stopped_by,"
            " max(stopped_key || '/' || stopped_seq) AS stopped_at"
            " FROM projection_positions WHERE projection = ANY (%s) GROUP BY projection",
            (list(projections),),
        ).fetchall()
    known = {row.pop("projection"): row for row in rows}
    nothing = dict.fromkeys(("version", "position", "stopped_by", "stopped_at")) | {"builds": 0}
    return [
        Standing(name, events=events, seconds=lag, **known.get(name, nothing))
        for name, events, lag in behind(datastore, projections)
    ]
