"""A table's sessions follow each other: none begins before the last one has ended."""

from datetime import datetime
from typing import Final

import pytest

from domain.clock import Clock
from domain.controls import TABLE_CLOSED
from domain.day.calendar import Calendar
from domain.events import Event
from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table, decide, decide_again
from domain.messages.commands import parse_command
from domain.refusals import Refused
from tests.support.domain.asked import Asked, close_table, fill, open_table
from tests.support.domain.given import new_table

OPENED: Final = "2026-03-02T20:00:00Z"
CLOSED: Final = "2026-03-03T02:00:00Z"
NEXT_DAY: Final = "2026-03-03T20:00:00Z"


class Desk:
    """A desk with a clock."""

    def __init__(self) -> None:
        self.table: Table = new_table()
        self.show(NEXT_DAY)

    def show(self, now: str) -> None:
        self._now: datetime = parse_moment(now)

    def stamp(self, told: Asked) -> Stamp:
        clock = Clock(GamingDay(), self._now)
        return clock.stamp(parse_command(told), None, Calendar())

    def do(self, told: Asked, at: str | None = None) -> Event:
        told = told if at is None else {**told, "at": at}
        done = decide(self.table, parse_command(told), self.stamp(told))
        self.table = done.table
        return done.events[0]


@pytest.fixture
def desk() -> Desk:
    """A session of yesterday, told today."""
    made = Desk()
    made.do(open_table(), OPENED)
    made.do(close_table(), CLOSED)
    return made


@pytest.mark.parametrize("at", ["2026-03-03T01:59:59Z", OPENED, "2026-02-26T20:00:00Z"])
def test_a_session_that_begins_before_the_last_one_ended_is_refused(desk: Desk, at: str) -> None:
    with pytest.raises(Refused) as refused:
        desk.do(open_table(), at)
    assert refused.value.rule == TABLE_CLOSED
    assert f"{at} is before PG01 was closed, {CLOSED}" in refused.value.reason
    assert "leave `at` out" in refused.value.reason


@pytest.mark.parametrize("at", [CLOSED, "2026-03-03T02:00:01Z", NEXT_DAY, None])
def test_one_that_begins_then_or_later_is_opened(desk: Desk, at: str | None) -> None:
    opened = desk.do(open_table(), at)
    assert (opened.session, opened.at) == (2, at or NEXT_DAY)


def test_it_is_the_last_closing_that_counts(desk: Desk) -> None:
    desk.do(open_table(), "2026-03-03T10:00:00Z")
    desk.do(close_table(), "2026-03-03T12:00:00Z")
    with pytest.raises(Refused):
        desk.do(open_table(), "2026-03-03T11:00:00Z")
    assert desk.do(open_table(), "2026-03-03T12:00:00Z").session == 3


def test_opened_now_it_begins_no_earlier_than_a_clock_ahead_closed_it(desk: Desk) -> None:
    desk.do(open_table())
    closed = desk.do(close_table(), "2026-03-03T20:00:30Z")
    assert desk.do(open_table()).at == closed.at


def test_a_slip_of_the_session_before_is_still_told_late() -> None:
    desk = Desk()
    desk.do(open_table(), OPENED)
    desk.do({**fill("F-1"), "step": "requested"}, "2026-03-02T21:00:00Z")
    desk.do(close_table(), CLOSED)
    desk.do(open_table(), NEXT_DAY)
    voided = {**fill("F-1"), "step": "voided", "reason": "never sent"}
    assert desk.do(voided, "2026-03-03T01:00:00Z").at == "2026-03-03T01:00:00Z"


def test_what_was_accepted_before_is_decided_again(desk: Desk) -> None:
    told = {**open_table(), "at": OPENED}
    assert decide_again(desk.table, parse_command(told), desk.stamp(told)).events
