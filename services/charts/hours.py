"""The curve of a gaming day: win and drop by hour, of one table or of all."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from domain.gaming_day import GamingDay
from domain.money import dollars
from projections.hours import Hours, HoursRow, Quarter
from services.charts.chart import Chart, Fact, Series, Style, time_axis
from services.reports.predicates import All, Is
from services.reports.rows import Rows

_HOUR: Final = timedelta(hours=1)
_QUARTER: Final = timedelta(minutes=15)
_NOTE: Final = (
    "Win by the events and drop as it was told at the tables, by the gaming day that each was"
    " posted to; a correction counts when it was made."
)


def begun(row_quarter: str) -> datetime:
    """When a quarter began, of the text that rows keep it by."""
    return datetime.fromisoformat(f"{row_quarter}:00+00:00")


def ended(row_quarter: str) -> datetime:
    """When it was over; of the one that runs, now."""
    return min(begun(row_quarter) + _QUARTER, max(begun(row_quarter), datetime.now(UTC)))


def buckets_of(gaming_day: GamingDay, day: str, now: datetime, width: timedelta) -> list[datetime]:
    """When the day's parts begin, as many as have begun by now; more or fewer where clocks
    change."""
    begins = gaming_day.begins(date.fromisoformat(day))
    ends = min(gaming_day.ends(date.fromisoformat(day)), max(now, begins + _QUARTER))
    return [begins + at * width for at in range(-(-(ends - begins) // width))]


def summed(rows: Iterable[HoursRow], begins: list[datetime], width: timedelta) -> list[Quarter]:
    """What each part of the day did. What was told of another moment, and belongs to the day,
    counts at the end of it that is nearer."""
    sums = [Quarter() for _ in begins]
    for row in rows:
        for name, one in row.quarters.items():
            at = min(max((begun(name) - begins[0]) // width, 0), len(begins) - 1)
            sums[at] = Quarter(
                sums[at].win + one.win,
                sums[at].drop + one.drop,
                sums[at].tray + one.tray,
                sums[at].rounds + one.rounds,
            )
    return sums


def _rows(rows: Rows, day: str, table: str | None) -> list[HoursRow]:
    of_day = Is("day", "=", day)
    return rows.find(Hours(), of_day if table is None else All((of_day, Is("key", "=", table))))


def _cents(name: str, label: str, values: Iterable[int], style: Style) -> Series:
    return Series(name=name, label=label, unit="cents", style=style, values=[*values])


def hours_chart(
    rows: Rows, gaming_day: GamingDay, zone: str, day: str, table: str | None = None
) -> Chart:
    """Win, drop and rounds in each hour."""
    found = _rows(rows, day, table)
    hours = buckets_of(gaming_day, day, datetime.now(UTC), _HOUR)
    sums = summed(found, hours, _HOUR)
    rounds: list[int | float | None] = [one.rounds for one in sums]
    return Chart(
        chart="hours",
        title=f"Win and drop by hour, {table or 'all tables'}, {day}",
        zone=zone,
        x=time_axis(hours, zone, "hour"),
        series=[
            _cents("win", "win", (one.win for one in sums), "bars"),
            _cents("drop", "drop", (one.drop for one in sums), "bars"),
            Series(name="rounds", label="rounds", unit="count", style="line", values=rounds),
        ],
        facts=_facts(found, sums),
        notes=[_NOTE],
    )


def day_curve(
    rows: Rows, gaming_day: GamingDay, zone: str, day: str, table: str | None = None
) -> Chart:
    """Win and drop so far, from a quarter of an hour before the first of them."""
    found = _rows(rows, day, table)
    begins = buckets_of(gaming_day, day, datetime.now(UTC), _QUARTER)
    sums = summed(found, begins, _QUARTER)
    played = [at for at, one in enumerate(sums) if one != Quarter()]
    first = max(played[0] - 1, 0) if played else len(begins)
    ends = [min(moment + _QUARTER, datetime.now(UTC)) for moment in begins[first:]]
    return Chart(
        chart="day-curve",
        title=f"Win and drop so far, {table or 'all tables'}, {day}",
        zone=zone,
        x=time_axis(ends, zone, "until"),
        series=[
            _cents("win", "win so far", accumulate(one.win for one in sums[first:]), "line"),
            _cents("drop", "drop so far", accumulate(one.drop for one in sums[first:]), "line"),
        ],
        facts=_facts(found, sums),
        notes=[_NOTE],
    )


class TableHours(NamedTuple):
    """One table's day, hour by hour."""

    table: str
    hours: list[Quarter]

    @property
    def whole(self) -> Quarter:
        return Quarter(
            sum(one.win for one in self.hours),
            sum(one.drop for one in self.hours),
            sum(one.tray for one in self.hours),
            sum(one.rounds for one in self.hours),
        )


def by_table(
    rows: Rows, gaming_day: GamingDay, zone: str, day: str
) -> tuple[list[str], list[TableHours]]:
    """Names of the hours from the first to the last with play, and every table's figures."""
    hours = buckets_of(gaming_day, day, datetime.now(UTC), _HOUR)
    found = [TableHours(row.table, summed([row], hours, _HOUR)) for row in _rows(rows, day, None)]
    played = [at for at in range(len(hours)) if any(one.hours[at] != Quarter() for one in found)]
    if not played:
        return [], []
    shown = slice(played[0], played[-1] + 1)
    names = [f"{hour.astimezone(ZoneInfo(zone)):%H:%M}" for hour in hours[shown]]
    return names, [TableHours(one.table, one.hours[shown]) for one in found]


def _facts(found: list[HoursRow], sums: list[Quarter]) -> list[Fact]:
    return [
        Fact(name="win", value=dollars(sum(one.win for one in sums))),
        Fact(name="drop", value=dollars(sum(one.drop for one in sums))),
        Fact(name="rounds", value=f"{sum(one.rounds for one in sums):,}"),
        Fact(name="tables", value=str(len(found))),
    ]
