"""Control limits: how far a day's hold may be from the year before, and what is raised outside.

Maryland asks for 95 percent confidence against the previous business year, here the calendar year
before the day's; elsewhere a licensee's submission may name the limits. Reckoned in fractions, so
that every machine draws the line in the same place.
"""

from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from domain.findings import Alert
from domain.game_library import jurisdiction_of
from projections.figures.formulas import hold, percent
from projections.figures.statistics import TableDay


class Method(msgspec.Struct, frozen=True):
    """How a jurisdiction draws its limits."""

    deviations: Fraction
    """How many standard deviations either side of the mean."""
    least_days: int
    """With fewer days of the year before the limits are unknown."""


_BASIS_POINTS: Final = 10_000
METHODS: Final = {"md": Method(Fraction(196, 100), 30)}


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """A day's hold beside the limits; None is unknown."""

    scope: str
    name: str
    game: str
    value: str | None
    low: str | None
    high: str | None
    days: int
    """Of the year before, that the limits are drawn from."""
    by: Literal["year_before", "submission"] = "year_before"
    outside: bool | None
    missing: tuple[str, ...]


def limits_of(day: str, parts: Iterable[TableDay]) -> list[Limits]:
    """For each table and game of the day whose jurisdiction draws limits, or its submission."""
    days = list(parts)
    today = [part for part in days if part.day == day]
    before = [part for part in days if part.day[:4] == year_before(day)]
    found = []
    for game in sorted({part.game for part in today}):
        own = [part for part in today if part.game == game]
        found += [_submitted(part) for part in own if part.hold_limits]
        method = METHODS.get(jurisdiction_of(game))
        if method is None:
            continue
        past = [part for part in before if part.game == game]
        for table in sorted({part.table for part in own}):
            at_table = [part for part in past if part.table == table]
            mine = [part for part in own if part.table == table]
            found.append(_limits(("table", table, game), mine, at_table, method))
        found.append(_limits(("game", game, game), own, past, method))
    return found


def _submitted(part: TableDay) -> Limits:
    assert part.hold_limits is not None
    low, high = (Fraction(bound, _BASIS_POINTS) for bound in part.hold_limits)
    value = _hold([part])
    return Limits(
        scope="table",
        name=part.table,
        game=part.game,
        value=percent(value),
        low=percent(low),
        high=percent(high),
        days=0,
        by="submission",
        outside=None if value is None else not low <= value <= high,
        missing=() if value is not None else ("count_drop",),
    )


def _hold(parts: list[TableDay]) -> Fraction | None:
    """Of several tables together; unknown as soon as one is not counted."""
    if any(part.win is None or part.drop is None for part in parts):
        return None
    return hold(sum(part.win or 0 for part in parts), sum(part.drop or 0 for part in parts))


def _daily(parts: list[TableDay]) -> list[Fraction]:
    by_date: dict[str, list[TableDay]] = {}
    for part in parts:
        by_date.setdefault(part.day, []).append(part)
    holds = [_hold(of_day) for _, of_day in sorted(by_date.items())]
    return [one for one in holds if one is not None]


def _limits(
    who: tuple[str, str, str], own: list[TableDay], past: list[TableDay], method: Method
) -> Limits:
    scope, name, game = who
    value, daily = _hold(own), _daily(past)
    missing = () if value is not None else ("count_drop",)
    low = high = None
    outside = None
    band = _band(daily, method)
    if band is None:
        missing = (*missing, f"days:{method.least_days - len(daily)}")
    else:
        low, high = percent(band.low), percent(band.high)
        if value is not None:
            outside = band.leaves_out(value)
    return Limits(
        scope=scope,
        name=name,
        game=game,
        value=percent(value),
        low=low,
        high=high,
        days=len(daily),
        outside=outside,
        missing=missing,
    )


class Band(NamedTuple):
    """Either side of the mean of the year before."""

    mean: Fraction
    reach: Fraction
    """The square of how far away a hold may be."""

    @property
    def low(self) -> Fraction:
        return self.mean - _root(self.reach)

    @property
    def high(self) -> Fraction:
        return self.mean + _root(self.reach)

    def leaves_out(self, value: Fraction) -> bool:
        return (value - self.mean) ** 2 > self.reach


def _band(daily: list[Fraction], method: Method) -> Band | None:
    """None where too few days of the year before are known."""
    if len(daily) < method.least_days:
        return None
    mean = sum(daily, Fraction(0)) / len(daily)
    variance = sum(((one - mean) ** 2 for one in daily), Fraction(0)) / (len(daily) - 1)
    return Band(mean, method.deviations**2 * variance)


class HoldOfDay(NamedTuple):
    """A day's hold and its limits, in percent; None is unknown, or where no limits are drawn."""

    day: str
    hold: str | None
    low: str | None
    high: str | None
    outside: bool | None


def hold_by_day(first: str, last: str, parts: Iterable[TableDay]) -> list[HoldOfDay]:
    """Of one table, one game or all tables, whichever the parts are of, in the order of the days.

    Limits are drawn where all of a day is one game: by the table's submission, else by its
    jurisdiction, from the year before the day's.
    """
    by_date: dict[str, list[TableDay]] = {}
    for part in parts:
        by_date.setdefault(part.day, []).append(part)
    bands: dict[tuple[str, str], Band | None] = {}
    found = []
    for day in sorted(day for day in by_date if first <= day <= last):
        own = by_date[day]
        value, games = _hold(own), {part.game for part in own}
        band = None
        if len(games) == 1:
            place = (year_before(day), games.pop())
            if place not in bands:
                bands[place] = _band_of(*place, by_date)
            band = bands[place]
        filed = own[0].hold_limits if len(own) == 1 else None
        found.append(_of_day(day, value, filed, band))
    return found


def year_before(day: str) -> str:
    return str(int(day[:4]) - 1)


def _band_of(year: str, game: str, by_date: dict[str, list[TableDay]]) -> Band | None:
    method = METHODS.get(jurisdiction_of(game))
    if method is None:
        return None
    past = [
        part
        for day, of_day in by_date.items()
        if day[:4] == year
        for part in of_day
        if part.game == game
    ]
    return _band(_daily(past), method)


def _of_day(
    day: str, value: Fraction | None, filed: tuple[int, int] | None, band: Band | None
) -> HoldOfDay:
    if filed is not None:
        low, high = (Fraction(bound, _BASIS_POINTS) for bound in filed)
        outside = None if value is None else not low <= value <= high
        return HoldOfDay(day, percent(value), percent(low), percent(high), outside)
    if band is None:
        return HoldOfDay(day, percent(value), None, None, None)
    outside = None if value is None else band.leaves_out(value)
    return HoldOfDay(day, percent(value), percent(band.low), percent(band.high), outside)


def _root(square: Fraction) -> Fraction:
    """Good to more digits than are ever shown, and the same everywhere."""
    with localcontext() as context:
        context.prec = 40
        return Fraction((Decimal(square.numerator) / Decimal(square.denominator)).sqrt())


def hold_alerts(day: str, parts: Iterable[TableDay]) -> list[Alert]:
    """Holds outside their limits."""
    return [
        Alert(
            alert=f"hold:{one.scope if one.by == 'year_before' else one.by}:{one.name}",
            what=f"hold of {one.value} percent is outside {one.low} to {one.high}, {_drawn(one)}",
            table=one.name if one.scope == "table" else None,
            game=one.game,
            value=one.value,
            low=one.low,
            high=one.high,
        )
        for one in limits_of(day, parts)
        if one.outside and one.value is not None and one.low is not None and one.high is not None
    ]


def _drawn(limits: Limits) -> str:
    if limits.by == "submission":
        return "by the table's submission"
    return f"drawn from {limits.days} days of the year before"
