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
    kind: str = "table"
    """`table`, `slip`, `box`, `exception`, `complaint` or `alert`."""
    table: str | None = None
    number: str = ""
    """The slip, session and box as `1/2`, the exception or complaint, the alert's name."""


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
        yield Obstacle(DAY_OPEN_TABLE, table.name, what, remedy, "table", table.name)
    for number, slip in table.slips.items():
        if slip.day <= day:
            what = f"{slip.kind} slip of {slip.day} is {slip.step}"
            remedy = "receive or void the slip"
            where = f"{table.name} {number}"
            yield Obstacle(DAY_OPEN_TABLE, where, what, remedy, "slip", table.name, number)


def _uncounted(table: Table, day: str) -> Iterator[Obstacle]:
    at_table = () if table.books.box is None else (table.books.box,)
    for box in (*table.books.boxes, *at_table):
        if box.first_day <= day:
            where = f"{table.name} session {box.session} box {box.number}"
            what = f"of {box.day}{_also(box)} is not counted"
            remedy, number = "count_drop every box", f"{box.session}/{box.number}"
            yield Obstacle(DAY_UNCOUNTED, where, what, remedy, "box", table.name, number)


def _also(one: Books | Box) -> str:
    return "" if one.late_day is None else f", with money of {one.late_day} in it,"


def _unanswered(table: Table, day: str) -> Iterator[Obstacle]:
    for seq, exception in table.books.exceptions.items():
        if exception.day <= day:
            what = f"{exception.kind} exception of {exception.day} is open"
            remedy = "acknowledge every exception, with a reason"
            where = f"{table.name}/{seq}"
            yield Obstacle(
                DAY_OPEN_EXCEPTION, where, what, remedy, "exception", table.name, str(seq)
            )
    for seq, complaint in table.books.complaints.items():
        if complaint.day <= day:
            what = f"complaint about {complaint.round} is not decided"
            remedy = "rule_dispute every complaint"
            where = f"{table.name}/{seq}"
            yield Obstacle(
                DAY_OPEN_EXCEPTION, where, what, remedy, "complaint", table.name, str(seq)
            )


def _alerts(calendar: Calendar, day: str) -> Iterator[Obstacle]:
    for raised_on, alerts in sorted(calendar.open_alerts.items()):
        if raised_on <= day:
            for alert in alerts:
                what = f"alert {alert} is open"
                remedy = "acknowledge_alert every alert"
                yield Obstacle(DAY_OPEN_EXCEPTION, raised_on, what, remedy, "alert", number=alert)
