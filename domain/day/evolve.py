"""How each event changes a day."""

from msgspec.structs import replace

from domain.day.state import Day
from domain.events.day import AlertAcknowledged, AlertRaised, DayClosed, DayEvent


def evolve_day(day: Day, event: DayEvent) -> Day:
    """The day after the event; its stream has moved by one."""
    assert event.seq == day.seq + 1, f"{event.key}: {event.seq} does not follow {day.seq}"
    match event:
        case DayClosed():
            day = replace(day, status=event.status)
        case AlertRaised():
            raised = (*day.raised, event.alert)
            day = replace(day, raised=raised, open_alerts=(*day.open_alerts, event.alert))
        case AlertAcknowledged():
            rest = tuple(alert for alert in day.open_alerts if alert != event.alert)
            day = replace(day, open_alerts=rest)
    return replace(day, seq=event.seq)
