"""Days and moments at the ends of the calendar: refused in words, never an overflow."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.commands import CommandError
from domain.day.calendar import Calendar
from domain.gaming_day import (
    FIRST_DAY,
    LAST_DAY,
    GamingDay,
    day_after,
    parse_day,
    parse_moment,
    stored_moment,
    write_moment,
)
from domain.messages.commands import parse_command
from tests.support.domain.asked import ask, open_round

ZONES: Final = (
    UTC,
    ZoneInfo("Pacific/Kiritimati"),
    ZoneInfo("Etc/GMT+12"),
    timezone(timedelta(hours=23, minutes=59)),
    timezone(-timedelta(hours=23, minutes=59)),
)
STARTS: Final = (time(0, 0), time(6, 0), time(23, 59, 59))


@pytest.mark.parametrize("day", [FIRST_DAY, LAST_DAY, "2000-02-29", "2026-11-15"])
def test_a_gaming_day_is_read_as_it_is_written(day: str) -> None:
    assert parse_day(day) == day
    assert parse_command(ask("close_day", day=day, status="counted"))


@pytest.mark.parametrize(
    "day",
    [
        *("0001-01-01", "9999-12-31", "1999-12-30", "2200-01-01", "1900-01-01", "2998-11-15"),
        *("2026-02-30", "2026-13-01", "20261115", "2026-W46-1", "2026-11-5", " 2026-11-15", "day"),
        *(
            "2026-11-15T00:00:00Z",
            "\u0662\u0660\u0662\u0666-\u0661\u0661-\u0661\u0665",
            "-2026-11-15",
            "x" * 500,
        ),
    ],
)
def test_what_is_no_gaming_day_is_refused_in_words(day: str) -> None:
    with pytest.raises(ValueError, match=r"day") as caught:
        parse_day(day)
    assert len(str(caught.value)) < 150
    with pytest.raises(CommandError) as malformed:
        parse_command(ask("close_day", day=day, status="counted"))
    assert [one["where"] for one in malformed.value.problems] == ["day"]


@pytest.mark.parametrize(
    "moment",
    [
        *("9000-12-31T23:59:59-23:59", "1900-01-01T00:00:00+23:59", "9000-01-01T00:00:00Z"),
        *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59"),
        *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1999-12-29T23:59:59Z"),
        *("2200-01-03T00:00:00Z", "1999-12-30T00:00:00+00:01", "2026-11-15", "now"),
        *("2026-11-15T20:00:00", "2026-11-15T25:00:00Z", "2026-11-15T20:00:00+24:00"),
    ],
)
def test_what_is_no_moment_is_refused_in_words(moment: str) -> None:
    with pytest.raises(ValueError, match=r"moment|offset"):
        parse_moment(moment)
    with pytest.raises(CommandError) as malformed:
        parse_command(open_round() | {"at": moment})
    assert [one["where"] for one in malformed.value.problems] == ["at"]


@pytest.mark.parametrize(
    ("moment", "utc"),
    [
        ("1999-12-30T00:00:00Z", "1999-12-30T00:00:00Z"),
        ("1999-12-30T23:59:00+23:59", "1999-12-30T00:00:00Z"),
        ("2200-01-02T23:59:59.999999Z", "2200-01-02T23:59:59.999999Z"),
        ("2200-01-01T23:59:59-23:59", "2200-01-02T23:58:59Z"),
    ],
)
def test_a_moment_is_measured_in_utc(moment: str, utc: str) -> None:
    assert write_moment(parse_moment(moment)) == utc


@pytest.mark.parametrize("zone", ZONES, ids=str)
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_every_moment_of_every_gaming_day_is_one(zone: timezone, start: time) -> None:
    hours = GamingDay(zone, start)
    for day in (FIRST_DAY, LAST_DAY):
        begins = hours.begins(date.fromisoformat(day))
        ends = hours.ends(date.fromisoformat(day)) - timedelta(microseconds=1)
        for moment in (begins, ends):
            assert hours.of(parse_moment(write_moment(moment))).isoformat() == day
            assert hours.is_moment(moment)
    before = hours.begins(date.fromisoformat(FIRST_DAY)) - timedelta(microseconds=1)
    assert not hours.is_moment(before)
    assert not hours.is_moment(hours.ends(date.fromisoformat(LAST_DAY)))


_AWARE = st.datetimes(timezones=st.sampled_from(ZONES))


@example(moment=datetime.max.replace(tzinfo=UTC), zone=ZONES[3], start=STARTS[0])
@example(moment=datetime.max.replace(tzinfo=ZONES[4]), zone=UTC, start=STARTS[1])
@example(moment=datetime.min.replace(tzinfo=UTC), zone=ZONES[4], start=STARTS[2])
@example(moment=datetime.min.replace(tzinfo=ZONES[3]), zone=UTC, start=STARTS[1])
@given(moment=_AWARE, zone=st.sampled_from(ZONES), start=st.sampled_from(STARTS))
@settings(deadline=None)
def test_no_moment_overflows(moment: datetime, zone: timezone, start: time) -> None:
    shifts = (start, time(12, 0)) if start < time(12, 0) else (start, time(3, 0))
    hours = GamingDay(zone, start, shifts)
    day = hours.of(moment)
    assert hours.shift_of(moment) in (1, 2)
    assert Calendar().posted_to(hours, moment)[0] == day.isoformat()
    assert Calendar(provisional=LAST_DAY).posted_to(hours, moment)[1] in (1, 2)
    if hours.is_moment(moment):
        assert hours.begins(day) <= moment < hours.ends(day)


@given(text=st.text(max_size=40) | _AWARE.map(datetime.isoformat) | st.dates().map(str))
@settings(deadline=None)
def test_reading_a_day_or_a_moment_fails_in_one_way_only(text: str) -> None:
    for read in (parse_day, parse_moment):
        said = ""
        try:
            read(text)
        except ValueError as error:
            said = str(error)
        assert len(said) < 500  # ten characters for each one that is escaped
        assert said.isprintable()


def test_the_day_after_the_last_of_all_is_that_one() -> None:
    assert day_after("2026-12-31") == "2027-01-01"
    assert day_after("9999-12-31") == "9999-12-31"


def test_what_was_stored_is_read_whatever_it_says() -> None:
    assert stored_moment("9000-01-01T00:00:00Z").year == 9000
