"""The hours of a day beside the other books of the same events, mishaps and corrections included."""

import json
from collections import Counter
from datetime import UTC, datetime
from functools import cache

from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.round import DiceRolled
from projections.balances import Balances
from projections.figures.formulas import theoretical_win
from projections.figures.quarters import quarter_of
from projections.figures.statistics import table_days
from projections.hours import Hours
from projections.projection import folded
from projections.sessions import Sessions
from projections.table_days import TableDays
from services.offline.play import play_lines
from services.tools.simulator import Floor


@cache
def evening() -> tuple[Event, ...]:
    """Enough rounds that most mishaps and corrections come to pass."""
    start = datetime(2026, 3, 1, 18, tzinfo=UTC)
    commands = Floor(tables=8, rounds=30, seed=11, start=start).stream()
    told = play_lines(json.dumps(command).encode() for command in commands)
    return tuple(event for event in told if isinstance(event, Event))


def test_quarters_sum_to_the_day_of_every_table() -> None:
    hours = folded(Hours(), evening())
    days = table_days(folded(TableDays(), evening()).values())
    assert {row.day for row in hours.values()} == {day.day for day in days} == {"2026-03-01"}
    sums = {
        row.table: tuple(
            sum(getattr(one, name) for one in row.quarters.values())
            for name in ("win", "drop", "rounds")
        )
        for row in hours.values()
    }
    expected: Counter[tuple[str, str]] = Counter()
    for day in days:
        expected[day.table, "win"] += day.win_events
        expected[day.table, "drop"] += day.drop_estimated
        expected[day.table, "rounds"] += day.rounds
    assert sums == {
        table: tuple(expected[table, name] for name in ("win", "drop", "rounds")) for table in sums
    }


def test_what_moved_the_tray_is_its_balance() -> None:
    balances = folded(Balances(), evening())
    for row in folded(Hours(), evening()).values():
        moved = sum(one.tray for one in row.quarters.values())
        assert moved == sum(
            one.accounts.get("tray", 0) for one in balances.values() if one.key == row.key
        )


def test_a_roll_that_was_taken_back_is_not_counted() -> None:
    thrown: Counter[int] = Counter()
    corrected = 0
    for event in evening():
        if isinstance(event, DiceRolled):
            thrown.update(event.dice)
        elif isinstance(event, RollCorrected):
            thrown.subtract(event.was)
            corrected += 1
    faces: Counter[int] = Counter()
    for row in folded(Hours(), evening()).values():
        faces.update(dict(enumerate(row.faces, start=1)))
        dice = sum(many * times for many, of in row.totals.items() for times in of.values())
        assert dice == sum(row.faces)
    assert corrected
    assert faces == thrown


def test_statistics_reckon_the_theory_that_the_sessions_do() -> None:
    sessions = folded(Sessions(), evening())
    wanted = sum(
        theoretical_win(period.wagered, row.game, row.elected).value or 0
        for row in sessions.values()
        for period in row.periods
    )
    days = table_days(folded(TableDays(), evening()).values(), theory_from="2026-01-01")
    assert None not in {day.theoretical_win for day in days}
    assert sum(day.theoretical_win or 0 for day in days) == wanted > 0


def test_a_quarter_is_named_by_its_beginning_in_utc() -> None:
    assert quarter_of("2026-03-01T23:59:59.5Z") == "2026-03-01T23:45"
    assert quarter_of("2026-03-01T23:00:00+05:45") == "2026-03-01T17:15"
