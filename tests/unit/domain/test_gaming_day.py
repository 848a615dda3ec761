"""The gaming day: it begins at the property's own hour, in the property's own time zone."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from domain.gaming_day import GamingDay, is_earlier, parse_moment, write_moment

NEW_YORK: Final = GamingDay(ZoneInfo("America/New_York"))
TOKYO: Final = GamingDay(ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-15T05:59:59.999999Z", "2026-11-14"),
        ("2026-11-15T06:00:00Z", "2026-11-15"),
        ("2026-11-15T23:59:59Z", "2026-11-15"),
        ("2026-11-16T00:00:00Z", "2026-11-15"),
        ("2026-11-16T05:59:59Z", "2026-11-15"),
        ("2027-01-01T05:00:00Z", "2026-12-31"),
        ("2028-03-01T05:00:00Z", "2028-02-29"),
    ],
)
def test_a_day_begins_at_six_and_not_at_midnight(moment: str, day: str) -> None:
    assert GamingDay().of(parse_moment(moment)) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-15T10:59:59Z", "2026-11-14"),
        ("2026-11-15T11:00:00Z", "2026-11-15"),
        ("2026-07-15T09:59:59Z", "2026-07-14"),
        ("2026-07-15T10:00:00Z", "2026-07-15"),
    ],
)
def test_in_new_york_a_day_begins_at_six_of_winter_or_of_summer_time(moment: str, day: str) -> None:
    assert NEW_YORK.of(parse_moment(moment)) == date.fromisoformat(day)


def test_one_moment_belongs_to_different_days_at_different_properties() -> None:
    moment = parse_moment("2026-11-15T08:00:00Z")
    days = [where.of(moment).day for where in (NEW_YORK, GamingDay(), TOKYO)]
    assert days == [14, 15, 15]


def test_the_offset_a_moment_was_written_with_does_not_matter() -> None:
    written = ("2026-11-15T05:30:00Z", "2026-11-15T00:30:00-05:00", "2026-11-15T14:30:00+09:00")
    assert {GamingDay().of(parse_moment(text)) for text in written} == {date(2026, 11, 14)}


@pytest.mark.parametrize(
    ("day", "hours"),
    [
        (date(2026, 3, 6), 24),
        (date(2026, 3, 7), 23),
        (date(2026, 3, 8), 24),
        (date(2026, 10, 30), 24),
        (date(2026, 10, 31), 25),
        (date(2026, 11, 1), 24),
    ],
)
def test_the_day_in_which_clocks_change_is_an_hour_shorter_or_longer(day: date, hours: int) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    year = (start + timedelta(hours=at) for at in range(24 * 365))
    assert sum(NEW_YORK.of(hour) == day for hour in year) == hours


@pytest.mark.parametrize(
    "moment",
    [
        "2026-03-08T06:59:00Z",
        "2026-03-08T07:00:00Z",
        "2026-11-01T05:30:00Z",
        "2026-11-01T06:30:00Z",
    ],
)
def test_the_hours_around_a_change_of_clocks_stay_with_the_day_before(moment: str) -> None:
    parsed = parse_moment(moment)
    assert NEW_YORK.of(parsed) == parsed.date() - timedelta(days=1)


def test_days_never_run_backwards() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    days = [NEW_YORK.of(start + timedelta(hours=hour)) for hour in range(24 * 365)]
    assert days == sorted(days)


def test_a_property_may_begin_its_day_at_another_hour() -> None:
    at_noon = GamingDay(start=time(12, 0))
    assert at_noon.of(parse_moment("2026-11-15T11:59:59Z")) == date(2026, 11, 14)
    assert at_noon.of(parse_moment("2026-11-15T12:00:00Z")) == date(2026, 11, 15)
    at_midnight = GamingDay(start=time(0, 0))
    assert at_midnight.of(parse_moment("2026-11-15T00:00:00Z")) == date(2026, 11, 15)


def test_a_moment_is_read_into_utc() -> None:
    read = parse_moment("2026-11-15T15:00:00-05:00")
    assert (read.hour, read.utcoffset()) == (20, timedelta(0))


def test_a_moment_is_written_in_one_way() -> None:
    eastern = timezone(timedelta(hours=-5))
    assert write_moment(datetime(2026, 11, 15, 15, 0, tzinfo=eastern)) == "2026-11-15T20:00:00Z"
    assert write_moment(parse_moment("2026-11-15T20:00:00.25Z")) == "2026-11-15T20:00:00.250000Z"


@pytest.mark.parametrize("text", ["2026-11-15T20:00:00", "2026-11-15", "20:00:00Z", "noon"])
def test_a_moment_without_its_offset_is_not_a_moment(text: str) -> None:
    with pytest.raises(ValueError, match=r"offset|is not a moment"):
        parse_moment(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-01-01T12:00:00Z", "2026-01-01T12:00:01Z"),
        ("2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000001Z"),
        ("2026-01-01T12:00:00.000001Z", "2026-01-01T12:00:01Z"),
        ("2026-01-01T13:00:00+02:00", "2026-01-01T11:00:01Z"),
    ],
)
def test_the_earlier_of_two_stored_times(one: str, other: str) -> None:
    assert is_earlier(one, other)
    assert not is_earlier(other, one)
    assert not is_earlier(one, one)
