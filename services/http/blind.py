"""The count is blind: whoever counts does not see beforehand what should be in the boxes."""

from typing import Final

from fastapi import Request

from domain.commands.fields import Actor
from domain.day.calendar import Calendar
from domain.day.obstacles import Obstacle, obstacles
from projections.floor import Floor
from services.http.problems import Problem
from services.queries import Queries

COUNTS: Final = frozenset({"count_room"})
_MOST_NAMED: Final = 5
_READS: Final = ("GET", "HEAD")
_CLOSED: Final = (
    *("/floor", "/tables", "/terminal", "/v1/tables", "/v1/events", "/v1/stream"),
    *("/v1/charts/hours", "/v1/charts/day-curve", "/v1/charts/tray", "/v1/charts/hold"),
)
"""Whatever shows buy-ins, or figures they can be worked out from. Boxes stand at the tables at all
times, so these are never for the count room; a day's figures are, once it is counted."""


def counts(actor: Actor | None) -> bool:
    return actor is not None and actor.role in COUNTS


def require_open(request: Request, actor: Actor | None) -> None:
    """Nobody who counts looks at the tables."""
    if request.method in _READS and counts(actor) and _is_closed(request.url.path):
        raise Problem(
            "forbidden",
            "the count is blind: this shows what should be in the boxes that the count room"
            " counts. What is there for the count room is under /count and /days",
            why="role",
        )


def _is_closed(path: str) -> bool:
    return any(path == one or path.startswith(f"{one}/") for one in _CLOSED)


def uncounted(books: Queries, day: str) -> list[Obstacle]:
    """Boxes with money of the day, or of a day before it, that nobody has counted."""
    tables = [row.state for row in books.rows.find(Floor())]
    return obstacles(day, "counted", tables, Calendar())


def require_counted(books: Queries, actor: Actor | None, day: str) -> None:
    """The figures of a day tell what its boxes hold: the count room sees them afterwards."""
    left = uncounted(books, day) if counts(actor) else []
    if left:
        named = ", ".join(one.where for one in left[:_MOST_NAMED])
        more = f" and {len(left) - _MOST_NAMED} more" if len(left) > _MOST_NAMED else ""
        raise Problem(
            "forbidden",
            f"the count is blind: the count room sees the figures of {day} when every box of it"
            f" is counted; not counted: {named}{more}",
            why="role",
        )
