"""Where the read models stand: how far each was folded, and what stops it."""

from collections.abc import Sequence
from typing import NamedTuple

from services.projector.lag import behind
from services.store.database import Datastore


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
        Standing(name, events=events, seconds=seconds, **known.get(name, nothing))
        for name, events, seconds in behind(datastore, projections)
    ]
