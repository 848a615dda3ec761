"""How far a gaming day is closed: a later close covers every day before it."""

from collections.abc import Collection, Iterable

from projections.days.row import Closing, DayRow

ORDER = ("open", "provisional", "counted", "audited")


def status_of(day: str, rows: Iterable[DayRow]) -> str:
    """A day's own status, or that of a later day: closing one covers every day before it."""
    later = [row.status for row in rows if row.day >= day]
    return max(later, key=ORDER.index, default="open")


def closing_of(day: str, status: str, rows: Iterable[DayRow]) -> tuple[DayRow, Closing] | None:
    """The event that froze the day so: its own, or that of the next day that was closed so."""
    for row in sorted(rows, key=lambda row: row.day):
        if row.day >= day:
            for closing in row.history:
                if closing.status == status:
                    return row, closing
    return None


def threshold_of(day: str, rows: Collection[DayRow], setting: int) -> int:
    """Above how much cash a player of the day is reported: frozen with its last close."""
    found = closing_of(day, status_of(day, rows), rows)
    return setting if found is None else found[1].currency_threshold
