"""Gaming days as they were closed: provisional, counted, audited, and their alerts."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event
from domain.events import day as of_day
from domain.messages.events import kinds_of
from projections.days.row import AlertLine, Closing, DayRow
from projections.projection import Projection


class Days(Projection[DayRow]):
    """One row a gaming day that was closed."""

    name: ClassVar[str] = "days"
    version: ClassVar[int] = 2
    kinds = kinds_of(Event, stream="day")
    row = DayRow

    def row_of(self, event: Event) -> str:
        return event.day

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
