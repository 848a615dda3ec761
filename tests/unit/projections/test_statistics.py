"""Statistics by span, and the limits that a day's hold is held against."""

from datetime import date, timedelta
from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.figures.control_limits import Limits, hold_alerts, limits_of
from projections.figures.statistics import Statistic, TableDay, statistics, table_days
from projections.projection import folded
from projections.table_days import TableDays
from tests.support.projections.told import Told

DAY = "2026-03-31"


def table_day(
    day: str,
    win: int | None,
    drop: int | None = 10_000,
    table: str = "PG01",
    game: str = "md-pai-gow",
) -> TableDay:
    return TableDay(
        table=table,
        game=game,
        day=day,
        drop=drop,
        win=win,
        drop_estimated=drop or 0,
        win_events=win or 0,
        vigorish=5,
        rounds=10,
    )


def year_before(wins: list[int], table: str = "PG01") -> list[TableDay]:
    start = date(2025, 1, 1)
    return [
        table_day((start + timedelta(days=at)).isoformat(), win, table=table)
        for at, win in enumerate(wins)
    ]


def spans(parts: list[TableDay], name: str) -> dict[str, Statistic]:
    return {one.span: one for one in statistics(DAY, parts) if one.name == name}


def test_day_month_and_year_end_with_the_day() -> None:
    parts = [
        table_day("2025-03-31", 9),
        table_day("2026-01-01", 1000),
        table_day("2026-03-01", 2000),
        table_day(DAY, 3000),
        table_day(DAY, 500, table="PG02"),
        table_day("2026-04-01", 7),
    ]
    one = spans(parts, "PG01")
    assert [(one[span].days, one[span].win, one[span].hold) for span in one] == [
        (1, 3000, "30.00"),
        (2, 5000, "25.00"),
        (3, 6000, "20.00"),
    ]
    assert spans(parts, "md-pai-gow")["day"].win == 3500


def test_two_periods_of_a_day_are_one_day() -> None:
    told = Told()
    told.open()
    told.buy(20_000)
    told.lose(4000)
    told.count(roll=True)
    told.buy(10_000)
    told.close(off=-500)
    told.drop(20_000, 20_000)
    (before,) = table_days(folded(TableDays(), told.events).values())
    assert (before.drop, before.win) == (None, None)
    told.drop(10_000, 10_000, box=2, period=2)
    (one,) = table_days(folded(TableDays(), told.events).values())
    assert (one.day, one.win, one.drop, one.rounds) == (told.day, 3500, 30_000, 1)


def test_a_span_with_an_uncounted_day_is_unknown_and_says_which() -> None:
    parts = [table_day("2026-03-01", 100), table_day(DAY, None, None)]
    one = spans(parts, "PG01")
    assert (one["month"].win, one["month"].hold) == (None, None)
    assert one["month"].missing == (f"count:PG01/{DAY}",)


def of_table(parts: list[TableDay]) -> Limits:
    return next(one for one in limits_of(DAY, parts) if one.scope == "table")


def test_limits_are_unknown_with_fewer_than_thirty_days() -> None:
    few = of_table([*year_before([2000] * 29), table_day(DAY, 9000)])
    assert (few.low, few.high, few.outside, few.missing) == (None, None, None, ("days:1",))
    assert hold_alerts(DAY, [*year_before([2000] * 29), table_day(DAY, 9000)]) == []


def test_another_table_of_the_game_lends_no_days() -> None:
    parts = [*year_before([2000, 3000] * 20, table="PG02"), table_day(DAY, 9000)]
    assert of_table(parts).outside is None
    game = next(one for one in limits_of(DAY, parts) if one.scope == "game")
    assert (game.outside, game.days) == (True, 40)


def test_elsewhere_only_a_submission_names_limits() -> None:
    assert limits_of(DAY, [table_day(DAY, 5, game="nj-pai-gow")]) == []


@pytest.mark.parametrize(
    ("win", "outside"),
    [(1499, True), (1500, False), (2500, False), (2501, True), (None, None)],
)
def test_a_submissions_limits_hold_at_their_edges(win: int | None, outside: bool | None) -> None:
    day = table_day(DAY, win, 10_000 if win is not None else None, game="nj-pai-gow")
    part = replace(day, hold_limits=(1500, 2500))
    (one,) = limits_of(DAY, [part])
    assert (one.scope, one.low, one.high, one.outside) == ("table", "15.00", "25.00", outside)
    raised = hold_alerts(DAY, [part])
    assert [alert.alert for alert in raised] == (["hold:submission:PG01"] if outside else [])
    assert all("by the table's submission" in alert.what for alert in raised)


def test_limits_come_with_the_session_that_opens_under_them() -> None:
    told = Told()
    told.open(hold_limits=[1500, 2500])
    told.close()
    (one,) = table_days(folded(TableDays(), told.events).values())
    assert one.hold_limits == (1500, 2500)


@given(
    st.lists(st.integers(min_value=-9000, max_value=9000), min_size=30, max_size=60),
    st.integers(min_value=-20_000, max_value=20_000),
)
def test_the_limits_are_the_mean_and_so_many_deviations(wins: list[int], today: int) -> None:
    found = of_table([*year_before(wins), table_day(DAY, today)])
    holds = [win / 10_000 for win in wins]
    centre, width = mean(holds), 1.96 * stdev(holds)
    assert float(found.low or 0) == pytest.approx(100 * (centre - width), abs=0.0051)
    assert float(found.high or 0) == pytest.approx(100 * (centre + width), abs=0.0051)
    away = abs(today / 10_000 - centre)
    if abs(away - width) > 1e-9:
        assert found.outside is (away > width)


def test_a_hold_outside_is_raised_for_table_and_game() -> None:
    parts = [*year_before([2000, 2200] * 20), table_day(DAY, 5000)]
    raised = hold_alerts(DAY, parts)
    assert [one.alert for one in raised] == ["hold:table:PG01", "hold:game:md-pai-gow"]
    assert (raised[0].table, raised[1].table, raised[0].value) == ("PG01", None, "50.00")
    assert Fraction(raised[0].high or 100) < 50


def test_an_uncounted_day_raises_nothing() -> None:
    parts = [*year_before([2000, 2200] * 20), table_day(DAY, None, None)]
    assert of_table(parts).missing == ("count_drop",)
    assert hold_alerts(DAY, parts) == []
