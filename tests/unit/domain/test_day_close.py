"""Closing a gaming day: in order, and only when nothing of it is left undone."""

import itertools
from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.commands.day import AcknowledgeAlert, CloseDay
from domain.controls import (
    ALERT,
    DAY_OPEN_EXCEPTION,
    DAY_OPEN_TABLE,
    DAY_ORDER,
    DAY_UNCOUNTED,
    DUTIES,
)
from domain.day.calendar import Calendar
from domain.day.decide import DayDecided, decide_day
from domain.day.evolve import evolve_day
from domain.day.state import Day, day_key, day_of_key
from domain.events import encode, topic_of
from domain.events.day import DayEvent
from domain.events.envelope import Stamp
from domain.findings import Alert, Findings
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.refusals import Refused
from domain.table.books import Books, Box, Complaint, Exceptional, Owed
from domain.table.state import Slip
from domain.terms import Terms

SUNDAY, MONDAY, TUESDAY = "2026-11-15", "2026-11-16", "2026-11-17"
BOX: Final = Box(number=2, session=3, period=1, day=SUNDAY, removed=True)
SHORT: Final = Exceptional(kind="tray", amount=-500, day=SUNDAY)
COMPLAINT: Final = Complaint(round="PG01-3-7", seat=2, player="seat-2", day=SUNDAY)


class BackOffice:
    """The days of one property, closed one after another."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables
        self.calendar = Calendar()
        self.days: dict[str, Day] = {}

    def ask(
        self, at: str = "2026-11-18T12:00:00Z", found: Findings | None = None, **asked: Any
    ) -> list[DayEvent]:
        command = parse_command(asked)
        assert isinstance(command, CloseDay | AcknowledgeAlert)
        day = self.days.get(command.day) or Day(day=command.day)
        stamp = Stamp(
            at=at,
            recorded=at,
            day=self.calendar.posted_to(GamingDay(), parse_moment(at))[0],
            actor=asked.get("actor"),
            command_id="c-1",
            shift=3,
            findings=found or Findings(),
        )
        decided: DayDecided = decide_day(day, self.tables, command, stamp, self.calendar)
        self.days[command.day], self.calendar = decided.day, decided.calendar
        return decided.events

    def close(self, day: str, *statuses: str, **more: Any) -> list[DayEvent]:
        return [
            event
            for status in statuses
            for event in self.ask(command="close_day", day=day, status=status, **more)
        ]

    def refused(self, rule: str, **asked: Any) -> str:
        before = (dict(self.days), self.calendar)
        with pytest.raises(Refused) as refusal:
            self.ask(**asked)
        assert refusal.value.rule == rule
        assert (self.days, self.calendar) == before
        return refusal.value.reason

    def not_closed(self, rule: str, day: str, status: str, **more: Any) -> str:
        return self.refused(rule, command="close_day", day=day, status=status, **more)


def table(name: str = "PG01", *, is_open: bool = False, **books: Any) -> Table:
    return Table(name=name, seq=9, session=3, is_open=is_open, books=Books(**books))


def names(events: list[DayEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def alerts(*names: str) -> Findings:
    return Findings(
        alerts=tuple(
            Alert(alert=name, what="hold below its limits", table="PG01", value="2.1")
            for name in names
        )
    )


def test_a_day_goes_from_provisional_over_counted_to_audited() -> None:
    office = BackOffice(table())
    events = office.close(SUNDAY, "provisional", "counted", "audited")
    assert names(events) == ["DayClosed"] * 3
    assert [event.seq for event in events] == [1, 2, 3]
    assert office.calendar == Calendar(provisional=SUNDAY, counted=SUNDAY, audited=SUNDAY)


def test_the_event_is_about_its_day_and_about_no_table() -> None:
    (event,) = BackOffice(table()).close(SUNDAY, "provisional")
    assert (event.key, event.day, event.shift) == (f"day:{SUNDAY}", SUNDAY, 1)
    assert (event.table, event.session, event.round) == (None, None, None)
    assert (event.at, event.command_id) == ("2026-11-18T12:00:00Z", "c-1")
    assert decode(topic_of(event), encode(event)) == event


def test_the_stream_folds_to_what_was_decided() -> None:
    office = BackOffice(table())
    events = office.close(SUNDAY, "provisional", found=alerts("low", "high"))
    acknowledge: dict[str, Any] = {
        "command": "acknowledge_alert",
        "day": SUNDAY,
        "alert": "low",
        "reason": "luck",
    }
    events += office.ask(**acknowledge)
    day = Day(day=SUNDAY)
    for event in events:
        day = evolve_day(day, event)
    assert day == office.days[SUNDAY]
    assert (day.raised, day.open_alerts) == (("low", "high"), ("high",))


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ((), "counted"),
        ((), "audited"),
        (("provisional",), "audited"),
        (("provisional",), "provisional"),
        (("provisional", "counted"), "counted"),
        (("provisional", "counted"), "provisional"),
        (("provisional", "counted", "audited"), "audited"),
        (("provisional", "counted", "audited"), "counted"),
    ],
)
def test_any_other_order_is_refused(before: tuple[str, ...], asked: str) -> None:
    office = BackOffice(table())
    office.close(SUNDAY, *before)
    assert SUNDAY in office.not_closed(DAY_ORDER, SUNDAY, asked)


def test_a_day_is_not_closed_before_it_has_ended() -> None:
    office = BackOffice(table())
    reason = office.not_closed(DAY_ORDER, SUNDAY, "provisional", at="2026-11-16T05:59:59Z")
    assert "has not ended" in reason
    assert office.close(SUNDAY, "provisional", at="2026-11-16T06:00:00Z")


def test_a_later_day_covers_the_days_before_it() -> None:
    office = BackOffice(table())
    office.close(TUESDAY, "provisional")
    assert TUESDAY in office.not_closed(DAY_ORDER, SUNDAY, "provisional")
    office.close(SUNDAY, "counted", "audited")
    office.close(MONDAY, "counted")
    assert office.calendar == Calendar(provisional=TUESDAY, counted=MONDAY, audited=SUNDAY)
    office.close(TUESDAY, "counted", "audited")
    assert TUESDAY in office.not_closed(DAY_ORDER, MONDAY, "audited")


def test_every_order_of_closing_three_days_keeps_the_statuses_in_order() -> None:
    """All runs of four closes: accepted when nobody was so far, and somebody just before it."""
    order = ("provisional", "counted", "audited")
    steps = list(itertools.product((SUNDAY, MONDAY, TUESDAY), order))
    for run in itertools.product(steps, repeat=4):
        office, done = BackOffice(table()), set[tuple[str, str]]()
        for day, status in run:
            rank = order.index(status)
            reached = {order.index(had) for closed, had in done if closed >= day}
            if all(had < rank for had in reached) and (rank == 0 or rank - 1 in reached):
                office.close(day, status)
                done.add((day, status))
            else:
                office.not_closed(DAY_ORDER, day, status)
        calendar = office.calendar
        assert calendar.audited <= calendar.counted <= calendar.provisional


@pytest.mark.parametrize("closed_on", [SUNDAY, MONDAY])
def test_a_day_with_a_table_in_a_period_of_it_stays_open(closed_on: str) -> None:
    office = BackOffice(
        table("PG03", is_open=True, period=2, day=SUNDAY),
        table("PG01", is_open=True, period=1, day=SUNDAY),
        table("PG02", is_open=True, period=1, day=TUESDAY),
    )
    reason = office.not_closed(DAY_OPEN_TABLE, closed_on, "provisional")
    assert f"PG01 plays in a period of {SUNDAY}, PG03 plays" in reason
    assert "PG02" not in reason
    assert "roll" in reason


def test_tables_that_were_rolled_into_the_next_day_play_on() -> None:
    office = BackOffice(table(is_open=True, period=2, day=MONDAY), table("PG02", day=SUNDAY))
    assert office.close(SUNDAY, "provisional")


@pytest.mark.parametrize("step", ["requested", "issued"])
def test_a_slip_on_its_way_keeps_the_day_open(step: str) -> None:
    slips = {"F8": Slip("fill", step, 500, SUNDAY), "F9": Slip("fill", step, 500, MONDAY)}
    office = BackOffice(Table(name="PG01", slips=slips))
    reason = office.not_closed(DAY_OPEN_TABLE, SUNDAY, "provisional")
    assert f"PG01 F8 fill slip of {SUNDAY} is {step}" in reason
    assert "F9" not in reason


def test_a_day_is_counted_when_every_box_of_it_is() -> None:
    office = BackOffice(table(boxes=(BOX,)))
    office.close(SUNDAY, "provisional")
    reason = office.not_closed(DAY_UNCOUNTED, SUNDAY, "counted")
    assert "PG01 session 3 box 2 of 2026-11-15 is not counted" in reason
    office.tables = (table(boxes=(Box(number=1, session=4, period=1, day=MONDAY),)),)
    assert office.close(SUNDAY, "counted")
    office.close(MONDAY, "provisional")
    office.not_closed(DAY_UNCOUNTED, MONDAY, "counted")


@pytest.mark.parametrize(
    ("left", "named"),
    [
        ({"exceptions": {41: SHORT}}, "PG01/41 tray exception of 2026-11-15 is open"),
        ({"complaints": {57: COMPLAINT}}, "PG01/57 complaint about PG01-3-7 is not decided"),
    ],
)
def test_a_day_is_audited_when_everything_is_answered(left: dict[str, Any], named: str) -> None:
    office = BackOffice(table(**left))
    office.close(SUNDAY, "provisional", "counted")
    office.close(MONDAY, "provisional", "counted")
    assert named in office.not_closed(DAY_OPEN_EXCEPTION, SUNDAY, "audited")
    assert named in office.not_closed(DAY_OPEN_EXCEPTION, MONDAY, "audited")
    office.tables = (table(),)
    assert office.close(SUNDAY, "audited")


def test_what_belongs_to_a_later_day_does_not_keep_this_one_from_being_audited() -> None:
    late = Exceptional(kind="drop", amount=100, day=MONDAY)
    office = BackOffice(table(exceptions={41: late}))
    assert office.close(SUNDAY, "provisional", "counted", "audited")


def test_vigorish_that_is_owed_may_stay_owed() -> None:
    office = BackOffice(table(owed={5: Owed(seat=1, player="seat-1", left=25)}))
    assert office.close(SUNDAY, "provisional", "counted", "audited")


def test_an_alert_is_raised_once_a_day_and_before_the_close() -> None:
    office = BackOffice(table())
    events = office.close(SUNDAY, "provisional", found=alerts("low", "low"))
    assert names(events) == ["AlertRaised", "DayClosed"]
    events = office.close(SUNDAY, "counted", found=alerts("low", "high"))
    assert names(events) == ["AlertRaised", "DayClosed"]
    assert office.days[SUNDAY].open_alerts == ("low", "high")


def test_an_open_alert_keeps_its_day_and_later_ones_from_being_audited() -> None:
    office = BackOffice(table())
    office.close(SUNDAY, "provisional", "counted", found=alerts("low"))
    office.close(MONDAY, "provisional", "counted")
    for day in (SUNDAY, MONDAY):
        reason = office.not_closed(DAY_OPEN_EXCEPTION, day, "audited")
        assert f"{SUNDAY} alert low is open" in reason
    acknowledge: dict[str, Any] = {
        "command": "acknowledge_alert",
        "day": SUNDAY,
        "alert": "low",
        "reason": "luck",
    }
    assert names(office.ask(**acknowledge)) == ["AlertAcknowledged"]
    assert "acknowledged before" in office.refused(ALERT, **acknowledge)
    assert office.close(MONDAY, "audited")


def test_an_alert_that_the_audit_itself_raises_waits_for_the_next_one() -> None:
    """The last figures may show it first; it could not be answered before it is raised."""
    office = BackOffice(table())
    office.close(SUNDAY, "provisional", "counted")
    assert office.close(SUNDAY, "audited", found=alerts("low"))
    office.close(MONDAY, "provisional", "counted")
    office.not_closed(DAY_OPEN_EXCEPTION, MONDAY, "audited")


def test_an_alert_that_was_never_raised_cannot_be_acknowledged() -> None:
    office = BackOffice(table())
    asked = {"command": "acknowledge_alert", "day": SUNDAY, "alert": "low", "reason": "luck"}
    assert "never raised" in office.refused(ALERT, **asked)


@pytest.mark.parametrize(
    ("status", "may"),
    [
        ("provisional", {"pit_manager", "auditor"}),
        ("counted", {"count_room", "auditor"}),
        ("audited", {"auditor"}),
    ],
)
def test_under_full_controls_a_day_is_closed_by_those_whose_role_it_is(
    status: str, may: set[str]
) -> None:
    order = ("provisional", "counted", "audited")
    full = Table(name="PG01", terms=Terms(controls="full"))
    auditor = {"id": "A1", "role": "auditor"}
    for role in ("pit_manager", "count_room", "auditor", "dealer", "surveillance"):
        office = BackOffice(table("PG02"), full)
        office.close(SUNDAY, *order[: order.index(status)], actor=auditor)
        who = {"id": "X", "role": role}
        if role in may:
            assert office.close(SUNDAY, status, actor=who)
        else:
            assert role in office.not_closed(DUTIES, SUNDAY, status, actor=who)
    office = BackOffice(full)
    office.not_closed(DUTIES, SUNDAY, "provisional")


def test_many_obstacles_are_not_all_named() -> None:
    office = BackOffice(*(table(f"PG{n:02}", is_open=True, day=SUNDAY) for n in range(30)))
    reason = office.not_closed(DAY_OPEN_TABLE, SUNDAY, "provisional")
    assert "PG19" in reason
    assert "PG20" not in reason
    assert "10 more" in reason


@pytest.mark.parametrize("name", ["close_day", "acknowledge_alert"])
def test_a_command_about_a_day_names_no_table(name: str) -> None:
    asked = {"command": name, "day": SUNDAY, "status": "counted", "table": "PG01"}
    with pytest.raises(CommandError, match="leave `table` out"):
        parse_command(asked)


@pytest.mark.parametrize("day", ["2026-11-31", "20261115", "today", ""])
def test_a_day_that_is_none_is_seen_from_the_command_alone(day: str) -> None:
    with pytest.raises(CommandError, match="day"):
        parse_command({"command": "close_day", "day": day, "status": "counted"})


def test_a_moment_of_a_closed_day_is_posted_to_the_first_open_one() -> None:
    calendar = Calendar(provisional=SUNDAY)
    at = [("2026-11-15T20:00:00Z", MONDAY), ("2026-11-16T20:00:00Z", MONDAY)]
    at += [("2026-11-02T20:00:00Z", MONDAY), ("2026-11-17T20:00:00Z", TUESDAY)]
    for moment, day in at:
        assert calendar.posted_to(GamingDay(), parse_moment(moment))[0] == day


def test_a_day_is_told_from_its_stream() -> None:
    assert day_of_key(day_key(SUNDAY)) == SUNDAY
    assert day_of_key("PG01") is None
    assert day_of_key("meter:M1") is None
