"""Hold over the days: each beside the very limits that its own report draws."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from projections.figures.control_limits import hold_by_day, limits_of
from tests.unit.projections.test_statistics import table_day, year_before

DAYS = ("2026-01-05", "2026-02-10", "2026-03-31")


def test_each_day_has_the_limits_of_its_report() -> None:
    wins = [1000, 2000, 3000] * 12
    parts = [
        *year_before(wins),
        *(table_day(day, win) for day, win in zip(DAYS, (500, 2100, 9000), strict=True)),
    ]
    shown = hold_by_day("2026-01-01", "2026-12-31", parts)
    assert [one.day for one in shown] == list(DAYS)
    for one in shown:
        (limits,) = [each for each in limits_of(one.day, parts) if each.scope == "table"]
        assert (one.hold, one.low, one.high) == (limits.value, limits.low, limits.high)
        assert one.outside is limits.outside
    assert [one.outside for one in shown] == [False, False, True]


def test_limits_by_hand() -> None:
    """Fifteen days of 10 and fifteen of 30 percent: mean 20, deviation the root of 3000 / 29."""
    parts = [*year_before([1000, 3000] * 15), table_day(DAYS[0], 2000)]
    (one,) = hold_by_day("2026-01-01", "2026-12-31", parts)
    width = 1.96 * float(Fraction(3000, 29)) ** 0.5
    assert (one.low, one.high) == (f"{20 - width:.2f}", f"{20 + width:.2f}")


@pytest.mark.parametrize("win", [1499, 1500, 2501])
def test_a_submission_draws_them_for_its_own_table(win: int) -> None:
    part = replace(table_day(DAYS[0], win, game="nj-pai-gow"), hold_limits=(1500, 2500))
    (one,) = hold_by_day(DAYS[0], DAYS[0], [part])
    assert (one.low, one.high, one.outside) == ("15.00", "25.00", win != 1500)


def test_several_games_together_have_none() -> None:
    parts = [
        *year_before([2000, 2200] * 20),
        table_day(DAYS[0], 5000),
        table_day(DAYS[0], 5000, table="PG02", game="nj-pai-gow"),
    ]
    (one,) = hold_by_day("2026-01-01", "2026-12-31", parts)
    assert (one.hold, one.low, one.outside) == ("50.00", None, None)


def test_a_day_that_is_not_counted_has_no_hold() -> None:
    (one,) = hold_by_day(DAYS[0], DAYS[0], [table_day(DAYS[0], None, None)])
    assert (one.hold, one.outside) == (None, None)
