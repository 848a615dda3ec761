"""What stands in the way of closing a day, table by table."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.commands.day import DayStatus
from domain.controls import DAY_OPEN_EXCEPTION, DAY_OPEN_TABLE, DAY_UNCOUNTED
from domain.day.calendar import Calendar
from domain.table.books import Books, Box
from domain.table.state import Table


class Obstacle(NamedTuple):
    """One thing that somebody has still to do."""

    rule: str
    where: str
    """The table, with what is meant at it; or the day whose alert it is."""
    what: str
    remedy: str


def obstacles(
    day: str, status: DayStatus, tables: Iterable[Table], calendar: Calendar
) -> list[Obstacle]:
    """Nothing of this day, or of one before it, may be left undone."""
    ordered = sorted(tables, key=lambda table: table.name)
    if status == "provisional":
        return [found for table in ordered for found in _still_open(table, day)]
    if status == "counted":
        return [found for table in ordered for found in _uncounted(table, day)]
    unanswered = [found for table in ordered for found in _unanswered(table, day)]
    return [*unanswered, *_alerts(calendar, day)]


def _still_open(table: Table, day: str) -> Iterator[Obstacle]:
    books = table.books
    if table.is_open and books.first_day <= day:
        what = f"plays in a period of {books.day}{_also(books)}"
        remedy = "close it, or roll it over with count_tray and roll"
        yield Obstacle(DAY_OPEN_TABLE, table.name, what, remedy)
    for number, slip in table.slips.items():
        if slip.day <= day:
            what = f"{slip.kind} slip of {slip.day} is {slip.step}"
            remedy = "receive or void the slip"
            yield Obstacle(DAY_OPEN_TABLE, f"{table.name} {number}", what, remedy)


def _uncounted(table: Table, day: str) -> Iterator[Obstacle]:
    at_table = () if table.books.box is None else (table.books.box,)
    for box in (*table.books.boxes, *at_table):
        if box.first_day <= day:
            where = f"{table.name} session {box.session} box {box.number}"
            what = f"of {box.day}{_also(box)} is not counted"
            yield Obstacle(DAY_UNCOUNTED, where, what, "count_drop every box")


def _also(one: Books | Box) -> str:
    return "" if one.late_day is None else f", with money of {one.late_day} in it,"


def _unanswered(table: Table, day: str) -> Iterator[Obstacle]:
    for seq, exception in table.books.exceptions.items():
        if exception.day <= day:
            what = f"{exception.kind} exception of {exception.day} is open"
            remedy = "acknowledge every exception, with a reason"
            yield Obstacle(DAY_OPEN_EXCEPTION, f"{table.name}/{seq}", what, remedy)
    for seq, complaint in table.books.complaints.items():
        if complaint.day <= day:
            what = f"complaint about {complaint.round} is not decided"
            remedy = "rule_dispute every complaint"
            yield Obstacle(DAY_OPEN_EXCEPTION, f"{table.name}/{seq}", what, remedy)


def _alerts(calendar: Calendar, day: str) -> Iterator[Obstacle]:
    for raised_on, alerts in sorted(calendar.open_alerts.items()):
        if raised_on <= day:
            for alert in alerts:
                what = f"alert {alert} is open"
                yield Obstacle(DAY_OPEN_EXCEPTION, raised_on, what, "acknowledge_alert every alert")
