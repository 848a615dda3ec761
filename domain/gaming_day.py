"""The gaming day: it begins at the property's own hour, not at midnight."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_FIRST_YEAR, _LAST_YEAR = 1900, 9000


def parse_moment(text: str) -> datetime:
    """Read an RFC 3339 time; the result is in UTC."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time needs its offset, such as Z")
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(f"the year {moment.year} is not one a table was played in")
    return moment.astimezone(UTC)


def write_moment(moment: datetime) -> str:
    """The one way a time is written: RFC 3339 in UTC, with Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class GamingDay:
    """Which day a moment belongs to, by the property's time zone and starting hour."""

    zone: tzinfo = UTC
    start: time = time(6, 0)

    def of(self, moment: datetime) -> date:
        local = moment.astimezone(self.zone)
        earlier = local.time() < self.start
        return local.date() - timedelta(days=1) if earlier else local.date()
