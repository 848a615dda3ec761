"""Steps over events that a read model cannot take: by whom, why, and until they are mended."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from psycopg import Connection, Cursor

from services.store.database import Datastore

_CREATE: Final = """
CREATE TABLE IF NOT EXISTS projection_steps (
    projection text        NOT NULL,
    key        text        NOT NULL,
    seq        bigint      NOT NULL,
    actor      text        NOT NULL,
    reason     text        NOT NULL,
    why        text        NOT NULL,
    stepped_at timestamptz NOT NULL DEFAULT now(),
    mended_at  timestamptz,
    PRIMARY KEY (projection, key, seq)
)"""
_TAKE: Final = """
INSERT INTO projection_steps (projection, key, seq, actor, reason, why)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (projection, key, seq) DO UPDATE SET actor = excluded.actor,
    reason = excluded.reason, why = excluded.why, stepped_at = now(), mended_at = NULL"""
_MEND: Final = """
UPDATE projection_steps SET mended_at = now()
WHERE projection = %s AND mended_at IS NULL AND NOT key || '/' || seq = ANY (%s)"""

EventPlace = tuple[str, int]
"""A stream's key and a seq in it."""


class NoStep(Exception):
    """There is nothing that could be stepped over."""


class Step(NamedTuple):
    """An event that is left out of a read model."""

    projection: str
    key: str
    seq: int
    actor: str
    reason: str
    why: str
    stepped_at: str

    def __str__(self) -> str:
        return (
            f"{self.projection} left out {self.key}/{self.seq} by order of {self.actor}"
            f" at {self.stepped_at}: {self.reason} ({self.why})"
        )


def places(steps: list[Step], projection: str) -> frozenset[EventPlace]:
    return frozenset((one.key, one.seq) for one in steps if one.projection == projection)


class Steps:
    """Kept for good; those that are not mended yet are in force, and shown."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    @staticmethod
    def create(conn: Connection[Any]) -> None:
        conn.execute(_CREATE)

    def of(self, projection: str) -> frozenset[EventPlace]:
        """Where this read model steps over."""
        return places(self.in_force(), projection)

    def in_force(self) -> list[Step]:
        with self._datastore.get_connection() as conn:
            rows = conn.execute(
                "SELECT projection, key, seq, actor, reason, why,"
                " to_char(stepped_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
                " AS stepped_at FROM projection_steps WHERE mended_at IS NULL"
                " ORDER BY projection, key, seq"
            ).fetchall()
        return [Step(**row) for row in rows]

    def take(self, projection: str, *, actor: str, reason: str) -> Step:
        """Past the one event that stops the read model now; its runner notices and goes on."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "SELECT source, stopped_by, stopped_key, stopped_seq FROM projection_positions"
                " WHERE projection = %s AND stopped_by IS NOT NULL ORDER BY source FOR UPDATE",
                (projection,),
            )
            stop = cursor.fetchone()
            if stop is None:
                raise NoStep(f"{projection} is not stopped by anything")
            if stop["stopped_key"] is None:
                raise NoStep(
                    f"{projection} is stopped by what cannot be stepped over: {stop['stopped_by']}"
                )
            place = stop["stopped_key"], stop["stopped_seq"]
            cursor.execute(_TAKE, (projection, *place, actor, reason, stop["stopped_by"]))
            cursor.execute(
                "UPDATE projection_positions SET stopped_by = NULL, stopped_key = NULL,"
                " stopped_seq = NULL WHERE projection = %s AND source = %s",
                (projection, stop["source"]),
            )
        return next(
            one
            for one in self.in_force()
            if (one.projection, one.key, one.seq) == (projection, *place)
        )

    def mend(self, cursor: Cursor[Any], projection: str, needed: Collection[EventPlace]) -> None:
        """After a rebuild: those it could do without are over."""
        cursor.execute(_MEND, (projection, [f"{key}/{seq}" for key, seq in needed]))
