"""Which close of a day comes next: one after the other, when the day has ended."""

from domain.commands.day import DayStatus
from domain.day.calendar import STATUSES, Calendar


def out_of_order(day: str, status: DayStatus, today: str, calendar: Calendar) -> str | None:
    """Why this close is not the day's next; None: it is."""
    if status == STATUSES[0] and day >= today:
        return f"the gaming day {day} has not ended, it is {today}: close it when it has"
    standing = calendar.standing(day)
    reached = -1 if standing is None else STATUSES.index(standing)
    wanted = STATUSES.index(status)
    if wanted <= reached:
        newest = calendar.newest(status)
        why = "" if newest == day else f", because {newest} is and covers it"
        return f"{day} is closed as {status} already{why}"
    if wanted > reached + 1:
        first = STATUSES[reached + 1]
        return f"{day} is {standing or 'open'}: close it as {first} before {status}"
    return None
