"""Statistics: drop, win and hold by day, month and year to date, for each table and game."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

import msgspec

from projections import formulas
from projections.periods import Period

SPANS: Final = {"day": 10, "month": 7, "year": 4}
"""How much of a day's name the days of a span have in common; each ends with the day itself."""


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """One table's gaming day; None while something of it is not counted."""

    table: str
    game: str
    day: str
    periods: int = 1
    drop: int | None
    win: int | None
    drop_estimated: int
    win_events: int
    vigorish: int
    rounds: int

    @property
    def hold(self) -> Fraction | None:
        return formulas.hold(self.win, self.drop)


def table_day(table: str, regulation: str, period: Period) -> TableDay:
    """What statistics need of one period."""
    return TableDay(
        table=table,
        game=regulation.partition("@")[0],
        day=period.day,
        drop=period.drop,
        win=formulas.win(period, regulation.partition("-")[0]).value,
        drop_estimated=period.drop_estimated,
        win_events=period.win,
        vigorish=period.vigorish,
        rounds=period.rounds,
    )


def by_day(parts: Iterable[TableDay]) -> list[TableDay]:
    """One line a table, game and day, however many periods it had."""
    found: dict[tuple[str, str, str], TableDay] = {}
    for part in parts:
        place = (part.table, part.game, part.day)
        found[place] = _both(found[place], part) if place in found else part
    return [found[place] for place in sorted(found)]


def _both(one: TableDay, other: TableDay) -> TableDay:
    return TableDay(
        table=one.table,
        game=one.game,
        day=one.day,
        periods=one.periods + other.periods,
        drop=_plus(one.drop, other.drop),
        win=_plus(one.win, other.win),
        drop_estimated=one.drop_estimated + other.drop_estimated,
        win_events=one.win_events + other.win_events,
        vigorish=one.vigorish + other.vigorish,
        rounds=one.rounds + other.rounds,
    )


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


class Statistic(msgspec.Struct, frozen=True, kw_only=True):
    """A span of one table or game."""

    scope: str
    """`table` or `game`."""
    name: str
    span: str
    days: int
    """Gaming days with play in the span."""
    drop: int | None
    win: int | None
    hold: str | None
    """In percent."""
    drop_estimated: int
    win_events: int
    vigorish: int
    rounds: int
    missing: tuple[str, ...]


def statistics(day: str, parts: Iterable[TableDay]) -> list[Statistic]:
    """For every table and game that played this year, up to and with the day."""
    year = [part for part in by_day(parts) if part.day[:4] == day[:4] and part.day <= day]
    found = []
    for scope in ("table", "game"):
        for name in sorted({getattr(part, scope) for part in year}):
            its = [part for part in year if getattr(part, scope) == name]
            for span, letters in SPANS.items():
                within = [part for part in its if part.day[:letters] == day[:letters]]
                found.append(_statistic(scope, name, span, within))
    return found


def _statistic(scope: str, name: str, span: str, parts: list[TableDay]) -> Statistic:
    drop: int | None = 0
    win: int | None = 0
    for part in parts:
        drop, win = _plus(drop, part.drop), _plus(win, part.win)
    uncounted = [part for part in parts if part.win is None]
    return Statistic(
        scope=scope,
        name=name,
        span=span,
        days=len({part.day for part in parts}),
        drop=drop,
        win=win,
        hold=formulas.percent(formulas.hold(win, drop)),
        drop_estimated=sum(part.drop_estimated for part in parts),
        win_events=sum(part.win_events for part in parts),
        vigorish=sum(part.vigorish for part in parts),
        rounds=sum(part.rounds for part in parts),
        missing=tuple(f"count:{part.table}/{part.day}" for part in uncounted),
    )
