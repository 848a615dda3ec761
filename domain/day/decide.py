"""One command about a day to the events it makes."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands.day import AcknowledgeAlert, CloseDay, DayCommand
from domain.controls import ALERT, DAY_ORDER
from domain.day.calendar import STATUSES, Calendar
from domain.day.evolve import evolve_day
from domain.day.obstacles import Obstacle, obstacles
from domain.day.order import out_of_order
from domain.day.state import Day
from domain.duties import check_day_duties
from domain.events.day import AlertAcknowledged, AlertRaised, DayClosed, DayEvent
from domain.events.envelope import Stamp
from domain.events.size import check_size
from domain.findings import Findings
from domain.proving import refuse_wrong_proofs
from domain.refusals import BooksRefuse
from domain.table.state import Table, is_fully_controlled

_MOST_NAMED: Final = 20


class DayDecided(NamedTuple):
    """What came of a command: the day and the calendar after it, and the events."""

    day: Day
    calendar: Calendar
    events: list[DayEvent]


def decide_day(
    day: Day, tables: Iterable[Table], command: DayCommand, stamp: Stamp, calendar: Calendar
) -> DayDecided:
    """The events the command makes, in their places, with all tables of the property at hand.

    Raises Refused, with the control, and leaves everything as it was.
    """
    floor = list(tables)
    refuse_wrong_proofs(stamp)
    if stamp.controls == "full" or any(is_fully_controlled(table, stamp) for table in floor):
        check_day_duties(command, stamp.actor)
    if isinstance(command, CloseDay):
        facts = _close(day, floor, command, stamp, calendar)
    else:
        facts = _acknowledge(day, command)
    events: list[DayEvent] = []
    for fact in facts:
        envelope = {**stamp.envelope(), "day": day.day, "shift": 1}
        event = replace(fact, key=day.key, seq=day.seq + 1, **envelope)
        check_size(event)
        day = evolve_day(day, event)
        events.append(event)
    return DayDecided(day, calendar.after(day), events)


def _close(
    day: Day, floor: list[Table], command: CloseDay, stamp: Stamp, calendar: Calendar
) -> list[DayEvent]:
    early = out_of_order(day.day, command.status, stamp.day, calendar)
    if early is not None:
        raise BooksRefuse(DAY_ORDER, early)
    in_the_way = obstacles(day.day, command.status, floor, calendar)
    if in_the_way:
        raise BooksRefuse(in_the_way[0].rule, _told(command, in_the_way))
    # Alerts first: the closed day's figures are the log up to the close, and they belong to them.
    found = stamp.findings
    # Nothing is posted to the day from its first close on: its journal is made by that chart.
    is_first = command.status == STATUSES[0]
    closed = DayClosed(
        status=command.status,
        currency_threshold=found.currency_threshold,
        chart=found.chart if is_first and found.chart is not None else UNSET,
    )
    return [*_raised(day, found), closed]


def _told(command: CloseDay, in_the_way: list[Obstacle]) -> str:
    named = [f"{one.where} {one.what}" for one in in_the_way[:_MOST_NAMED]]
    if len(in_the_way) > _MOST_NAMED:
        named.append(f"{len(in_the_way) - _MOST_NAMED} more")
    remedies = dict.fromkeys(one.remedy for one in in_the_way)
    return (
        f"{command.day} cannot be closed as {command.status}: {', '.join(named)};"
        f" {', '.join(remedies)}"
    )


def _raised(day: Day, found: Findings) -> list[DayEvent]:
    """Each alert once a day: the next status shows the same figures again."""
    fresh = {one.alert: one for one in found.alerts if one.alert not in day.raised}
    return [
        AlertRaised(
            alert=one.alert,
            what=one.what,
            of_table=one.table,
            game=one.game,
            value=one.value,
            low=one.low,
            high=one.high,
        )
        for one in fresh.values()
    ]


def _acknowledge(day: Day, command: AcknowledgeAlert) -> list[DayEvent]:
    if command.alert not in day.open_alerts:
        was = "was acknowledged before" if command.alert in day.raised else "was never raised"
        named = ", ".join(day.open_alerts) or "none"
        reason = f"alert {command.alert} of {day.day} {was}; open are: {named}"
        raise BooksRefuse(ALERT, reason)
    return [AlertAcknowledged(alert=command.alert, reason=command.reason)]
