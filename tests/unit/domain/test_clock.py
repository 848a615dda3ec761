"""One clock: what is ahead of it, in a day that has not begun, or out of order is refused."""

from datetime import datetime, timedelta
from typing import Any, Final

import pytest

from domain.clock import TOLERANCE, Clock
from domain.controls import CLOCK, DAY_BEGUN, MEANINGS, ORDER
from domain.day.calendar import Calendar
from domain.events import Event
from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay, parse_moment, write_moment
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from domain.refusals import Refused
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    fill,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
)
from tests.support.domain.books_asked import correct_wager, remove_box
from tests.support.domain.given import new_table

NOON: Final = parse_moment("2026-11-15T12:00:00Z")
SECOND: Final = timedelta(seconds=1)


def stamped(
    at: datetime | None, now: datetime = NOON, calendar: Calendar | None = None, **told: Any
) -> Stamp:
    asked = open_round() | {"at": None if at is None else write_moment(at)}
    clock = Clock(GamingDay(), now, **told)
    return clock.stamp(parse_command(asked), None, calendar or Calendar())


def refused(at: datetime, now: datetime = NOON, **told: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        stamped(at, now, **told)
    assert caught.value.rule in MEANINGS
    return caught.value.rule, caught.value.reason


class Desk:
    """A table at a desk whose clock goes on by a second with every command."""

    def __init__(self) -> None:
        self.now = NOON
        self.table = new_table()

    def do(self, *commands: Asked) -> list[Event]:
        made: list[Event] = []
        for asked in commands:
            self.now += SECOND
            command = parse_command(asked)
            stamp = Clock(GamingDay(), self.now).stamp(command, None, Calendar())
            self.table, events, _ = decide(self.table, command, stamp)
            made += events
        return made

    def refused(self, asked: Asked) -> str:
        before = self.table
        with pytest.raises(Refused) as caught:
            self.do(asked)
        assert self.table is before
        return caught.value.rule


def at(asked: Asked, seconds: float) -> Asked:
    """So many seconds after noon."""
    return asked | {"at": write_moment(NOON + timedelta(seconds=seconds))}


def test_a_moment_that_is_left_out_is_the_clocks_own() -> None:
    stamp = stamped(None)
    assert stamp.at == stamp.recorded == write_moment(NOON)


@pytest.mark.parametrize("tolerance", [timedelta(0), TOLERANCE, timedelta(hours=2)])
def test_a_moment_may_be_ahead_by_the_tolerance_and_no_more(tolerance: timedelta) -> None:
    assert stamped(NOON + tolerance, tolerance=tolerance).recorded == write_moment(NOON)
    rule, reason = refused(NOON + tolerance + timedelta(microseconds=1), tolerance=tolerance)
    assert rule == CLOCK
    assert write_moment(NOON) in reason


@pytest.mark.parametrize("ahead", [timedelta(days=2), timedelta(days=365 * 50)])
def test_what_would_escape_the_day_is_ahead_of_the_clock(ahead: timedelta) -> None:
    assert refused(NOON + ahead)[0] == CLOCK


def test_a_day_that_has_not_begun_takes_nothing_even_within_the_tolerance() -> None:
    now = parse_moment("2026-11-16T05:58:00Z")
    assert stamped(parse_moment("2026-11-16T05:59:59Z"), now).day == "2026-11-15"
    rule, reason = refused(parse_moment("2026-11-16T06:00:00Z"), now)
    assert rule == DAY_BEGUN
    assert "2026-11-16, which has not begun" in reason
    assert stamped(parse_moment("2026-11-16T06:00:00Z"), now + 2 * 60 * SECOND).day == "2026-11-16"


def test_what_is_told_late_is_of_its_own_day_until_that_is_closed() -> None:
    late = NOON - timedelta(days=3)
    assert stamped(late).day == "2026-11-12"
    closed = Calendar(provisional="2026-11-12")
    assert stamped(late, calendar=closed).day == "2026-11-13"
    assert stamped(late, calendar=closed).at == write_moment(late)


def test_a_moment_of_no_gaming_day_is_none() -> None:
    assert refused(parse_moment("1999-12-31T05:59:59Z"))[0] == CLOCK
    assert stamped(parse_moment("1999-12-31T06:00:00Z")).day == "1999-12-31"
    new_year = parse_moment("2200-01-01T05:59:59Z")
    assert stamped(new_year, new_year).day == "2199-12-31"
    assert refused(new_year + SECOND, new_year + SECOND)[0] == CLOCK


def test_a_desk_whose_own_clock_is_wrong_takes_nothing() -> None:
    with pytest.raises(Refused) as caught:
        stamped(None, datetime.fromisoformat("1970-01-01T00:00:00Z"))
    assert caught.value.rule == CLOCK


def test_an_action_of_a_round_is_not_before_the_last_one() -> None:
    desk = Desk()
    desk.do(open_table(), open_round(), at(place(1), 60))
    for early in (place(2), no_more_bets(), correct_wager(amount=100)):
        assert desk.refused(at(early, 59.999999)) == ORDER
    assert desk.do(at(place(2), 60), at(no_more_bets(), 60.5), at(roll(), 60.5))
    assert desk.table.last_action == write_moment(NOON + 60.5 * SECOND)


def test_the_last_action_counts_over_rounds_and_sessions() -> None:
    desk = Desk()
    desk.do(
        open_table(), at(open_round(), 30), at(ask("void_round", reason="x", supervisor="fp1"), 40)
    )
    assert desk.refused(at(open_round(), 39)) == ORDER
    desk.do(close_table(), open_table())
    assert desk.refused(at(open_round(), 39)) == ORDER
    assert desk.do(at(open_round(), 40))


def test_slips_counts_and_boxes_may_be_told_late() -> None:
    desk = Desk()
    desk.do(open_table(), at(open_round(), 30))
    late = (
        *(buy_in(1), fill("F-1"), ask("count_tray", inventory=1), remove_box()),
        *(count_drop(), ask("change_dice")),
    )
    for one in late:
        assert desk.do(at(one, 2))
    assert desk.table.last_action == write_moment(NOON + 30 * SECOND)


def test_what_does_not_say_when_comes_after_a_device_whose_clock_is_ahead() -> None:
    desk = Desk()
    desk.do(open_table(), at(open_round(), 200))
    (placed,) = desk.do(place(1))
    assert placed.at == write_moment(NOON + 200 * SECOND)
    assert placed.recorded == write_moment(desk.now)
    assert desk.refused(at(place(2), 100)) == ORDER
    desk.now += 300 * SECOND
    (later,) = desk.do(place(2))
    assert later.at == later.recorded


def test_an_action_stored_far_ahead_does_not_stop_the_table_for_ever() -> None:
    desk = Desk()
    desk.do(open_table())
    desk.table = Table(
        **{name: getattr(desk.table, name) for name in desk.table.__struct_fields__}
        | {"last_action": "9000-01-01T00:00:00Z"}
    )
    (opened,) = desk.do(open_round())
    assert opened.at == opened.recorded
    assert desk.refused(at(place(1), -1)) == ORDER
