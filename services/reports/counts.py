"""Who counted what on a day: openers, trays and boxes, beside what was expected."""

from typing import NamedTuple

from projections.reports import DayBooks
from projections.sessions import periods_of
from projections.sessions.period import Period


class CountLine(NamedTuple):
    """One count; `expected` is None where nothing is known to hold it against."""

    table: str
    session: int
    period: int
    what: str
    at: str
    by: tuple[str, ...]
    counted: int
    expected: int | None
    note: str = ""

    @property
    def difference(self) -> int | None:
        return None if self.expected is None else self.counted - self.expected


def counts_of(books: DayBooks) -> list[CountLine]:
    """By table, in the order of a period: its opener, its trays, its boxes."""
    return [
        CountLine(row.table, row.session, period.number, *one)
        for row, period in periods_of(books.day, books.sessions)
        if books.of_table(row.table)
        for one in (*_opener(period), *_trays(period), *_boxes(period))
    ]


_Counted = tuple[str, str, tuple[str, ...], int, int | None, str]


def _opener(period: Period) -> list[_Counted]:
    # A rolled period opens with the count that ended the one before: it is told there.
    if period.number > 1:
        return []
    return [("opener", period.began, period.opened_by, period.opener, period.last_closer, "")]


def _trays(period: Period) -> list[_Counted]:
    return [
        (
            "closer" if one.seq == period.upto else "tray",
            *(one.at, one.by, one.counted, one.expected, ""),
        )
        for one in period.counts
    ]


def _boxes(period: Period) -> list[_Counted]:
    return [
        (
            f"box {box.number}",
            *(box.counted_at or "", box.counted_by, box.counted, box.estimated),
            f"carried by {box.carrier}" if box.carrier else "",
        )
        for box in period.boxes
        if box.counted is not None
    ]
