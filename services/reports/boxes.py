"""Drop boxes: those that wait to be counted, and those that were."""

from typing import NamedTuple

from projections.floor import Floor
from projections.sessions import Sessions
from projections.sessions.period import BoxFigures
from services.reports.predicates import FoundBy, OneOf
from services.reports.rows import Rows


class WaitingBox(NamedTuple):
    """A box that is not counted. What should be in it is not known here: the count is blind."""

    table: str
    session: int
    period: int
    number: int
    day: str
    at_table: bool
    carrier: str | None
    carried_at: str | None

    @property
    def place(self) -> str:
        return f"{self.table}/{self.session}/{self.number}"


class CountedBox(NamedTuple):
    """A box that was counted, beside what should have been in it."""

    table: str
    session: int
    period: int
    day: str
    box: BoxFigures

    @property
    def difference(self) -> int:
        return (self.box.counted or 0) - self.box.estimated

    @property
    def by_category(self) -> list[tuple[str, int]]:
        """As the count named them; nothing where it was one amount, or was corrected since."""
        box = self.box
        named = {"cash": box.cash, "counter checks": box.counter_checks, "vouchers": box.vouchers}
        told = [(name, cents) for name, cents in named.items() if cents is not None]
        return told if sum(cents for _, cents in told) == box.counted else []


def waiting_boxes(rows: Rows) -> list[WaitingBox]:
    """Every box that is not counted, of every table: the earliest day first."""
    found = [
        (row.state.name, box, box is row.state.books.box)
        for row in rows.find(Floor())
        for box in (*row.state.books.boxes, row.state.books.box)
        if box is not None
    ]
    figures = _figures(rows, sorted({f"{table}-{box.session}" for table, box, _ in found}))
    waiting = [
        WaitingBox(
            table=table,
            session=box.session,
            period=box.period,
            number=box.number,
            day=box.day,
            at_table=at_table,
            carrier=box.carrier,
            carried_at=figures.get((table, box.session, box.number)),
        )
        for table, box, at_table in found
    ]
    return sorted(waiting, key=lambda one: (one.day, one.table, one.session, one.number))


def waiting_box(rows: Rows, table: str, session: int, number: int) -> WaitingBox | None:
    wanted = (table, session, number)
    every = waiting_boxes(rows)
    return next((one for one in every if (one.table, one.session, one.number) == wanted), None)


def counted_boxes(rows: Rows, days: tuple[str, ...]) -> list[CountedBox]:
    """Those of periods of these days, the last counted first."""
    found = [
        CountedBox(row.table, row.session, period.number, period.day, box)
        for row in rows.find(Sessions(), FoundBy([*days]))
        for period in row.periods
        if period.day in days
        for box in period.boxes
        if box.counted is not None
    ]
    return sorted(found, key=lambda one: one.box.counted_at or "", reverse=True)


def _figures(rows: Rows, sessions: list[str]) -> dict[tuple[str, int, int], str | None]:
    """When each box was carried away."""
    return {
        (row.table, row.session, box.number): box.carried_at
        for row in rows.find(Sessions(), OneOf("id", sessions))
        for period in row.periods
        for box in period.boxes
    }
