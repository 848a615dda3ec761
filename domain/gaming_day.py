"""The gaming day: it begins at the property's own hour, not at midnight."""

import functools
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Final

FIRST_DAY: Final = "1999-12-31"
LAST_DAY: Final = "2199-12-31"
"""No gaming day lies before the one or after the other."""
_ONE_DAY: Final = timedelta(days=1)
_FINEST: Final = timedelta(microseconds=1)
# A day of the property's begins up to a day earlier or ends up to two days later in UTC.
_FIRST_MOMENT: Final = datetime(1999, 12, 30, tzinfo=UTC)
_LAST_MOMENT: Final = datetime(2200, 1, 3, tzinfo=UTC) - _FINEST


def parse_moment(text: str) -> datetime:
    """Read an RFC 3339 time; the result is in UTC, and its gaming day, in any zone, exists.

    Whether that is one of the property's days is for who knows its zone: `GamingDay.is_moment`.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text[:40]!a} is not a moment such as 2026-11-15T20:00:00Z") from None
    if moment.tzinfo is None:
        raise ValueError("a time needs its offset, such as Z")
    # Compared as they are: what lies at the end of the calendar has no time in UTC.
    if not _FIRST_MOMENT <= moment <= _LAST_MOMENT:
        reason = f"{text[:40]!a} is not a moment: gaming days are from {FIRST_DAY} to {LAST_DAY}"
        raise ValueError(reason)
    return moment.astimezone(UTC)


def stored_moment(text: str) -> datetime:
    """A time as an event holds it, whatever was accepted when it was stored."""
    return datetime.fromisoformat(text)


def write_moment(moment: datetime) -> str:
    """The one way a time is written: RFC 3339 in UTC, with Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def is_earlier(one: str, other: str) -> bool:
    """Of two times as events hold them. Written alike, the texts stand in the order of time."""
    if len(one) == len(other) and one[-1] == other[-1] == "Z":
        return one < other
    return stored_moment(one) < stored_moment(other)


def parse_day(text: str) -> str:
    """A gaming day such as 2026-11-15. Raises ValueError for what is none."""
    try:
        is_day = date.fromisoformat(text).isoformat() == text
    except ValueError:
        is_day = False
    if not is_day:
        raise ValueError(f"{text[:40]!a} is not a day such as 2026-11-15")
    if not FIRST_DAY <= text <= LAST_DAY:
        raise ValueError(f"{text} is not a gaming day: they are from {FIRST_DAY} to {LAST_DAY}")
    return text


def day_after(day: str) -> str:
    """The gaming day that follows; after the last of the calendar that one again."""
    following = date.fromisoformat(day)
    return day if following == date.max else (following + _ONE_DAY).isoformat()


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
        """A moment beyond the days that there are belongs to the one next to them."""
        return _day_of(self.zone, self.start, moment)

    def is_moment(self, moment: datetime) -> bool:
        """Whether it belongs to a gaming day that there is."""
        if not _FIRST_MOMENT <= moment <= _LAST_MOMENT:
            return False
        return FIRST_DAY <= self.of(moment).isoformat() <= LAST_DAY

    def shift_of(self, moment: datetime) -> int:
        """The moment's shift of its day, from 1."""
        if len(self.shifts) < 2:
            return 1
        moment = _nearest(moment)
        day = self.of(moment)
        return sum(self._shift_begins(day, begin) <= moment for begin in self.shifts)

    def _shift_begins(self, day: date, begin: time) -> datetime:
        after_midnight = begin < self.start
        return _struck(self.zone, day + _ONE_DAY if after_midnight else day, begin)


def _nearest(moment: datetime) -> datetime:
    """One that the calendar can reckon with."""
    return min(max(moment, _FIRST_MOMENT), _LAST_MOMENT)


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


@functools.lru_cache(maxsize=1024)
def _day_of(zone: tzinfo, start: time, moment: datetime) -> date:
    """Kept for a while: of one command it is asked for several times."""
    moment = _nearest(moment)
    day = moment.astimezone(zone).date() + _ONE_DAY
    while _struck(zone, day, start) > moment:
        day -= _ONE_DAY
    return day


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
