"""How a gaming day is closed, step by step: what was done, and what still stands in the way."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.commands.day import DayStatus
from domain.day.calendar import STATUSES, Calendar
from domain.day.obstacles import Obstacle, obstacles
from domain.day.order import out_of_order
from domain.day.state import Day
from domain.hosting import Table
from projections.days import Closing, DayRow, closing_of


class Step(NamedTuple):
    """One of the closes of a day."""

    status: DayStatus
    closing: Closing | None
    """How it was done, if it was."""
    by_day: str | None
    """The day whose close it was: its own, or a later one that covers it."""
    early: str | None
    """Why it is not the next."""
    obstacles: list[Obstacle]

    @property
    def is_free(self) -> bool:
        """Nothing but somebody's word is lacking."""
        return self.closing is None and self.early is None and not self.obstacles


def calendar_of(days: Iterable[DayRow]) -> Calendar:
    """How far the days are closed, from their rows."""
    calendar = Calendar()
    for row in days:
        waiting = tuple(alert.alert for alert in row.alerts if alert.open)
        status = next((one for one in STATUSES if one == row.status), None)
        calendar = calendar.after(Day(day=row.day, status=status, open_alerts=waiting))
    return calendar


def steps_of(day: str, today: str, tables: Sequence[Table], days: Sequence[DayRow]) -> list[Step]:
    """As the desk would decide them: by the same rules, on what the read models know."""
    calendar = calendar_of(days)
    return [_step(day, status, today, tables, days, calendar) for status in STATUSES]


def _step(  # noqa: PLR0913, PLR0917  a close looks at all of this
    day: str,
    status: DayStatus,
    today: str,
    tables: Sequence[Table],
    days: Sequence[DayRow],
    calendar: Calendar,
) -> Step:
    done = closing_of(day, status, days)
    if done is not None:
        row, closing = done
        return Step(status, closing, row.day, None, [])
    early = out_of_order(day, status, today, calendar)
    return Step(status, None, None, early, obstacles(day, status, tables, calendar))
