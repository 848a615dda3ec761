"""The gaming day: it begins at the property's own hour, not at midnight."""

import functools
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Final

_FIRST_YEAR, _LAST_YEAR = 1900, 9000
_ONE_DAY: Final = timedelta(days=1)
_FINEST: Final = timedelta(microseconds=1)


def parse_moment(text: str) -> datetime:
    """Read an RFC 3339 time; the result is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a moment such as 2026-11-15T20:00:00Z") from None
    if moment.tzinfo is None:
        raise ValueError("a time needs its offset, such as Z")
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(f"the year {moment.year} is not one a table was played in")
    return moment.astimezone(UTC)


def write_moment(moment: datetime) -> str:
    """The one way a time is written: RFC 3339 in UTC, with Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def day_after(day: str) -> str:
    """The gaming day that follows."""
    return (date.fromisoformat(day) + _ONE_DAY).isoformat()


@dataclass(frozen=True, slots=True)
class GamingDay:
    """Which day and shift a moment belongs to, by the property's time zone and hours.

    An hour that the clocks repeat begins the day the first time it is struck; one that they skip
    begins it when they are put forward.
    """

    zone: tzinfo = UTC
    start: time = time(6, 0)
    shifts: tuple[time, ...] = ()
    """Local times at which the shifts begin, the day's own start first; none: one shift."""

    def __post_init__(self) -> None:
        if self.shifts:
            _check_shifts(self.start, self.shifts)

    def begins(self, day: date) -> datetime:
        """In UTC."""
        return _struck(self.zone, day, self.start)

    def ends(self, day: date) -> datetime:
        """When the next one begins: after 24 hours, or 23 or 25 where clocks are changed."""
        return self.begins(day + _ONE_DAY)

    def of(self, moment: datetime) -> date:
        day = moment.astimezone(self.zone).date() + _ONE_DAY
        while self.begins(day) > moment:
            day -= _ONE_DAY
        return day

    def shift_of(self, moment: datetime) -> int:
        """The moment's shift of its day, from 1."""
        if len(self.shifts) < 2:
            return 1
        day = self.of(moment)
        return sum(self._shift_begins(day, begin) <= moment for begin in self.shifts)

    def _shift_begins(self, day: date, begin: time) -> datetime:
        after_midnight = begin < self.start
        return _struck(self.zone, day + _ONE_DAY if after_midnight else day, begin)


def _check_shifts(start: time, shifts: tuple[time, ...]) -> None:
    if shifts[0] != start:
        first, begins = (f"{one:%H:%M}" for one in (shifts[0], start))
        raise ValueError(f"the first shift begins at {first}, the gaming day at {begins}")
    into_day = [(shift < start, shift) for shift in shifts]
    for before, after in pairwise(into_day):
        if not before < after:
            raise ValueError(
                f"the shift at {after[1]:%H:%M} does not follow the one at {before[1]:%H:%M}:"
                " name each once, in the order of the day"
            )


@functools.lru_cache(maxsize=4096)
def _struck(zone: tzinfo, day: date, local: time) -> datetime:
    """The first moment at which clocks of the zone show this local time or a later one."""
    wanted = datetime.combine(day, local)
    first = wanted.replace(tzinfo=zone).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) == wanted:
        return first
    # Clocks never showed it: they were put forward between these two.
    early, late = wanted.replace(tzinfo=zone, fold=1).astimezone(UTC), first
    while late - early > _FINEST:
        middle = early + (late - early) / 2
        if middle.astimezone(zone).replace(tzinfo=None) < wanted:
            early = middle
        else:
            late = middle
    return late
