"""A gaming day's length and shifts, moment by moment over years, wherever clocks are changed."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from domain.gaming_day import GamingDay, day_after
from services.settings import read_settings
from services.settings_sources import SettingsError
from tests.support.share import IS_RELEASE

ZONES: Final = {
    "UTC": 2026,
    "America/New_York": 2026,
    "Europe/London": 2026,
    "Asia/Macau": 2026,
    "Australia/Lord_Howe": 2026,  # half an hour
    "America/Sao_Paulo": 2018,  # at midnight
    "America/Havana": 2026,  # at midnight
    "Pacific/Apia": 2011,  # a day was left out
}
"""Each with the year that it is here for; a release goes through the others too."""
STARTS: Final = (time(6), time(0), time(1, 30), time(2), time(2, 30), time(3), time(23, 30))
YEARS: Final = (2011, 2018, 2026)
STEP: Final = timedelta(minutes=53)
EIGHT_HOURS: Final = (time(6), time(14), time(22))


def years(zone: str) -> tuple[int, ...]:
    return YEARS if IS_RELEASE else (ZONES[zone],)


@cache
def moments(year: int) -> tuple[datetime, ...]:
    first = datetime(year, 1, 1, tzinfo=UTC)
    return tuple(first + n * STEP for n in range(int(timedelta(days=366) / STEP)))


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("start", STARTS)
def test_every_moment_lies_between_the_begin_and_the_end_of_its_day(zone: str, start: time) -> None:
    where = GamingDay(ZoneInfo(zone), start)
    for year in years(zone):
        days = [where.of(moment) for moment in moments(year)]
        hours = {day: (where.begins(day), where.ends(day)) for day in set(days)}
        outside = [
            (moment, day)
            for moment, day in zip(moments(year), days, strict=True)
            if not hours[day][0] <= moment < hours[day][1]
        ]
        assert not outside
        assert days == sorted(days)
        for day in hours:
            assert where.of(where.begins(day)) == day
            assert where.of(where.ends(day) - timedelta(microseconds=1)) == day


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("start", STARTS)
def test_a_day_begins_when_its_hour_is_first_struck_or_passed_over(zone: str, start: time) -> None:
    """Told by a clock on the wall, minute by minute, and nothing else."""
    where = GamingDay(ZoneInfo(zone), start)
    for year in years(zone):
        for number in range(365):
            day = date(year, 1, 1) + timedelta(days=number)
            begin = where.begins(day)
            assert shown(where, begin) >= datetime.combine(day, start)
            for earlier in (timedelta(microseconds=1), timedelta(minutes=59), timedelta(hours=3)):
                assert shown(where, begin - earlier) < datetime.combine(day, start)


def shown(where: GamingDay, moment: datetime) -> datetime:
    return moment.astimezone(where.zone).replace(tzinfo=None)


@pytest.mark.parametrize(
    ("zone", "start", "day", "hours"),
    [
        ("America/New_York", "06:00", "2026-03-07", 23),
        ("America/New_York", "06:00", "2026-10-31", 25),
        ("America/New_York", "06:00", "2026-11-01", 24),
        ("America/New_York", "02:30", "2026-03-07", 23.5),  # skipped: it begins at three
        ("America/New_York", "02:30", "2026-03-08", 23.5),
        ("America/New_York", "01:30", "2026-10-31", 24),  # repeated: it begins the first time
        ("America/New_York", "01:30", "2026-11-01", 25),
        ("America/Sao_Paulo", "00:00", "2018-02-17", 25),
        ("America/Sao_Paulo", "00:00", "2018-11-04", 23),
        ("Australia/Lord_Howe", "06:00", "2026-04-04", 24.5),
        ("Pacific/Apia", "06:00", "2011-12-30", 6),
        ("Asia/Macau", "06:00", "2026-03-29", 24),
    ],
)
def test_a_day_is_as_long_as_the_clocks_make_it(
    zone: str, start: str, day: str, hours: float
) -> None:
    where = GamingDay(ZoneInfo(zone), time.fromisoformat(start))
    named = date.fromisoformat(day)
    assert where.ends(named) - where.begins(named) == timedelta(hours=hours)


def test_an_hour_that_is_struck_twice_does_not_go_back_to_the_day_before() -> None:
    where = GamingDay(ZoneInfo("America/New_York"), time(1, 30))
    again = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
    assert shown(where, again).time() == time(1, 10)
    assert where.of(again) == date(2026, 11, 1)


@pytest.mark.parametrize("zone", [one for one in ZONES if one != "Pacific/Apia"])
def test_shifts_follow_each_other_through_every_day_of_a_year(zone: str) -> None:
    where = GamingDay(ZoneInfo(zone), time(6), EIGHT_HOURS)
    for year in years(zone):
        told = [(where.of(moment), where.shift_of(moment)) for moment in moments(year)]
        assert told == sorted(told)
        for before, after in pairwise(dict.fromkeys(told)):
            same_day = (before[0], before[1] + 1)
            next_day = (date.fromisoformat(day_after(before[0].isoformat())), 1)
            assert after in (same_day, next_day)


def test_shifts_that_were_left_out_with_their_day_are_empty() -> None:
    where = GamingDay(ZoneInfo("Pacific/Apia"), time(6), EIGHT_HOURS)
    day = date(2011, 12, 30)
    hours = [where.begins(day) + timedelta(hours=n) for n in range(6)]
    assert {where.shift_of(hour) for hour in hours} == {3}


@pytest.mark.parametrize(
    ("moment", "shift"),
    [
        ("2026-11-15T11:00", 1),
        ("2026-11-15T18:59", 1),
        ("2026-11-15T19:00", 2),
        ("2026-11-16T02:59", 2),
        ("2026-11-16T03:00", 3),
        ("2026-11-16T10:59", 3),
        ("2026-11-16T11:00", 1),
    ],
)
def test_a_shift_begins_at_its_local_hour_also_after_midnight(moment: str, shift: int) -> None:
    where = GamingDay(ZoneInfo("America/New_York"), time(6), EIGHT_HOURS)
    assert where.shift_of(datetime.fromisoformat(f"{moment}Z")) == shift


def test_without_shifts_a_day_is_one_shift() -> None:
    assert {GamingDay().shift_of(moment) for moment in moments(2026)[:200]} == {1}


def test_shifts_are_read_from_the_settings() -> None:
    told = {"PITLEDGER_DAY_START": "22:00", "PITLEDGER_SHIFTS": "22:00, 06:00,14:00"}
    assert read_settings(told).gaming_day().shifts == (time(22), time(6), time(14))
    assert read_settings({}).gaming_day().shifts == ()


@pytest.mark.parametrize(
    ("shifts", "why"),
    [
        ("07:00,15:00", "the first shift begins at 07:00, the gaming day at 06:00"),
        ("06:00,22:00,14:00", "the shift at 14:00 does not follow the one at 22:00"),
        ("06:00,14:00,14:00", "the shift at 14:00 does not follow the one at 14:00"),
        ("06:00,02:00,22:00", "the shift at 22:00 does not follow the one at 02:00"),
        ("06:00,noon", "noon"),
        ("06:00,", "Invalid isoformat"),
        ("06:00,14:00Z", "has an offset"),
    ],
)
def test_shifts_that_are_no_shifts_of_the_day_are_refused(shifts: str, why: str) -> None:
    with pytest.raises(SettingsError, match=why) as refused:
        read_settings({"PITLEDGER_SHIFTS": shifts})
    assert "PITLEDGER_SHIFTS" in str(refused.value)
