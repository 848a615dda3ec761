"""How far a gaming day is closed, for a person and for a program."""

import json
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Self

import msgspec

from domain.commands.day import DayStatus
from domain.day.calendar import STATUSES, Calendar
from domain.day.obstacles import Obstacle, obstacles
from domain.gaming_day import write_moment
from domain.hosting import Table

OPEN = "open"


class DayStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A day, the next step of closing it, and what stands in the way of that step."""

    day: str
    status: str
    ends: datetime
    is_over: bool
    following: DayStatus | None
    """The status that comes next; None: it is closed for good."""
    obstacles: tuple[Obstacle, ...]

    @classmethod
    def of(cls, day: str, ends: datetime, calendar: Calendar, tables: Collection[Table]) -> Self:
        standing = calendar.standing(day)
        place = 0 if standing is None else STATUSES.index(standing) + 1
        following = STATUSES[place] if place < len(STATUSES) else None
        return cls(
            day=day,
            status=standing or OPEN,
            ends=ends,
            is_over=ends <= datetime.now(UTC),
            following=following,
            obstacles=tuple(obstacles(day, following, tables, calendar)) if following else (),
        )

    def lines(self) -> Iterator[str]:
        yield f"{self.day}: {self.status}"
        if self.following is None:
            return
        if not self.is_over:
            yield f"It can be closed when it has ended, at {self.ends.isoformat()}."
        for one in self.obstacles:
            yield f"  {one.where} {one.what}: {one.remedy}"
        if not self.obstacles:
            other = "" if self.is_over else " else"
            yield f"Nothing{other} stands in the way of {self.following}."

    def as_json(self) -> str:
        return json.dumps(
            {
                "day": self.day,
                "status": self.status,
                "ends": write_moment(self.ends),
                "is_over": self.is_over,
                "next": self.following,
                "obstacles": [one._asdict() for one in self.obstacles],
            }
        )
