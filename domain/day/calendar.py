"""The property's calendar: how far its days are closed, and where play is posted."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.commands.day import DayStatus
from domain.day.state import Day
from domain.gaming_day import GamingDay, day_after

STATUSES: Final[tuple[DayStatus, ...]] = ("provisional", "counted", "audited")
"""In the order a day goes through them."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """Of each status the newest day that has it: days close in order, so it covers all before."""

    provisional: str = ""
    counted: str = ""
    audited: str = ""
    open_alerts: dict[str, tuple[str, ...]] = {}
    """By day; days without one are left out."""

    def standing(self, day: str) -> DayStatus | None:
        """How far the day is closed, by its own close or by a later day's."""
        reached = [status for status in STATUSES if day <= self.newest(status)]
        return reached[-1] if reached else None

    def newest(self, status: DayStatus) -> str:
        newest: str = getattr(self, status)
        return newest

    def posted_to(self, gaming_day: GamingDay, moment: datetime) -> tuple[str, int]:
        """Day and shift of what happened then; the first open day where its own is closed."""
        day = gaming_day.of(moment).isoformat()
        if day > self.provisional:
            return day, gaming_day.shift_of(moment)
        return day_after(self.provisional), 1

    def after(self, day: Day) -> "Calendar":
        """The calendar when this day has changed."""
        others = {name: alerts for name, alerts in self.open_alerts.items() if name != day.day}
        alerts = {**others, day.day: day.open_alerts} if day.open_alerts else others
        changed = replace(self, open_alerts=alerts)
        if day.status is None:
            return changed
        reached = STATUSES[: STATUSES.index(day.status) + 1]
        newest = {status: max(self.newest(status), day.day) for status in reached}
        return replace(changed, **newest)
