"""Statistics: drop, win and hold by day, month and year to date, for each table and game."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.game_library import jurisdiction_of
from projections.figures import formulas
from projections.figures.sums import total
from projections.table_days import Numbers, TableDayRow

SPANS: Final = {"day": 10, "month": 7, "year": 4}
"""How much of a day's name the days of a span have in common; each ends with the day itself."""


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """One table's gaming day; None while something of it is not counted."""

    table: str
    game: str
    day: str
    drop: int | None
    win: int | None
    drop_estimated: int
    win_events: int
    vigorish: int
    rounds: int
    theoretical_win: int | None = None
    """By the rules alone; None where the edge of a wager is not known."""
    hold_limits: tuple[int, int] | None = None
    """By the submission in force, in basis points."""


def table_days(rows: Iterable[TableDayRow], theory_from: str | None = None) -> list[TableDay]:
    """One line a table, game and day, however many periods it had.

    With a theoretical win from that day on: it costs more than all the rest.
    """
    found: dict[tuple[str, str, str], list[Numbers]] = {}
    theory: dict[tuple[str, str, str], list[int | None]] = {}
    limits: dict[tuple[str, str, str], tuple[int, int] | None] = {}
    for row in sorted(rows, key=lambda row: row.since):
        for one in row.periods:
            place = (row.table, row.game, one.day)
            found.setdefault(place, []).append(one)
            if theory_from is not None and one.day >= theory_from:
                worth = formulas.theoretical_win(one.wagered, row.game, row.elected)
                theory.setdefault(place, []).append(worth.value)
            limits[place] = row.hold_limits
    return [
        replace(
            _of_day(place, found[place]),
            hold_limits=limits[place],
            theoretical_win=total(theory[place]) if place in theory else None,
        )
        for place in sorted(found)
    ]


def _of_day(place: tuple[str, str, str], parts: list[Numbers]) -> TableDay:
    table, game, day = place
    return TableDay(
        table=table,
        game=game,
        day=day,
        drop=total(part.drop for part in parts),
        win=total(formulas.win(part, jurisdiction_of(game)).value for part in parts),
        drop_estimated=sum(part.drop_estimated for part in parts),
        win_events=sum(part.win_events for part in parts),
        vigorish=sum(part.vigorish for part in parts),
        rounds=sum(part.rounds for part in parts),
    )


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
    theoretical_win: int | None
    drop_estimated: int
    win_events: int
    vigorish: int
    rounds: int
    missing: tuple[str, ...]


def statistics(day: str, parts: Iterable[TableDay]) -> list[Statistic]:
    """For every table and game that played this year, up to and with the day."""
    of_scope: dict[tuple[str, str], list[TableDay]] = {}
    for part in parts:
        if part.day[:4] == day[:4] and part.day <= day:
            of_scope.setdefault(("table", part.table), []).append(part)
            of_scope.setdefault(("game", part.game), []).append(part)
    found = []
    for (scope, name), its in sorted(of_scope.items(), key=_tables_first):
        for span, letters in SPANS.items():
            within = [part for part in its if part.day[:letters] == day[:letters]]
            found.append(_statistic(scope, name, span, within))
    return found


def _tables_first(one: tuple[tuple[str, str], list[TableDay]]) -> tuple[bool, str]:
    (scope, name), _ = one
    return scope != "table", name


def _statistic(scope: str, name: str, span: str, parts: list[TableDay]) -> Statistic:
    drop, win = total(part.drop for part in parts), total(part.win for part in parts)
    uncounted = [part for part in parts if part.win is None]
    return Statistic(
        scope=scope,
        name=name,
        span=span,
        days=len({part.day for part in parts}),
        drop=drop,
        win=win,
        hold=formulas.percent(formulas.hold(win, drop)),
        theoretical_win=total(part.theoretical_win for part in parts),
        drop_estimated=sum(part.drop_estimated for part in parts),
        win_events=sum(part.win_events for part in parts),
        vigorish=sum(part.vigorish for part in parts),
        rounds=sum(part.rounds for part in parts),
        missing=tuple(f"count:{part.table}/{part.day}" for part in uncounted),
    )
