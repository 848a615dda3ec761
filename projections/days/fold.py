"""Gaming days as they were closed: provisional, counted, audited, and their alerts."""

from collections.abc import Collection, Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from domain.events import Event
from domain.events import day as of_day
from projections.projection import Projection, Row


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """The figures were frozen with this event of the day's stream."""

    status: str
    seq: int
    at: str
    recorded: str
    by: str | None = None
    role: str | None = None
    currency_threshold: int = of_day.CURRENCY_THRESHOLD


class AlertLine(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that left its control limits, and who answered for it."""

    alert: str
    what: str
    table: str | None
    game: str | None
    value: str
    low: str | None
    high: str | None
    raised: str
    seq: int
    open: bool = True
    answered: str | None = None
    by: str | None = None
    reason: str | None = None


class DayRow(Row, frozen=True, kw_only=True):
    """One gaming day's own stream."""

    status: str = "open"
    history: tuple[Closing, ...] = ()
    alerts: tuple[AlertLine, ...] = ()


class Days(Projection[DayRow]):
    """One row a gaming day that was closed."""

    name: ClassVar[str] = "days"
    version: ClassVar[int] = 2
    row = DayRow

    def place(self, event: Event) -> str | None:
        return event.day if event.STREAM == "day" else None

    def first(self, place: str, event: Event) -> DayRow:
        return DayRow(key=event.key, since=event.seq, day=place)

    def fold(self, row: DayRow, event: Event) -> DayRow:
        row = replace(row, seq=event.seq)
        actor = event.actor or {}
        match event:
            case of_day.DayClosed():
                closing = Closing(
                    status=event.status,
                    seq=event.seq,
                    at=event.at,
                    recorded=event.recorded,
                    by=actor.get("id"),
                    role=actor.get("role"),
                    currency_threshold=event.currency_threshold,
                )
                return replace(row, status=event.status, history=(*row.history, closing))
            case of_day.AlertRaised():
                return replace(row, alerts=(*row.alerts, _raised(event)))
            case of_day.AlertAcknowledged():
                alerts = tuple(
                    replace(
                        alert,
                        open=False,
                        answered=event.at,
                        by=actor.get("id"),
                        reason=event.reason,
                    )
                    if alert.alert == event.alert
                    else alert
                    for alert in row.alerts
                )
                return replace(row, alerts=alerts)
            case _:
                return row


def _raised(event: of_day.AlertRaised) -> AlertLine:
    return AlertLine(
        alert=event.alert,
        what=event.what,
        table=event.of_table,
        game=event.game,
        value=event.value,
        low=event.low,
        high=event.high,
        raised=event.at,
        seq=event.seq,
    )


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
