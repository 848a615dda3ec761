"""The formulas: unknown stays unknown and says what is missing."""

from fractions import Fraction

import pytest

from domain.games.pai_gow.odds import dice_edge, fortune_edge
from domain.wagers.elected import elected_by
from projections.figures import formulas
from tests.support.projections.told import Told


@pytest.fixture
def told() -> Told:
    made = Told()
    made.open(100_000)
    made.buy(20_000)
    made.marker(1000, tender="cash")
    made.fill("F-1", 7000)
    made.credit("C-1", 2000)
    made.marker(500)
    made.lose(4000)
    return made


def test_nothing_is_zero_before_it_is_counted(told: Told) -> None:
    (period,) = told.periods()
    assert formulas.win(period) == formulas.Figure(None, ("close_table", "count_drop"))
    assert formulas.statistical_win(period) == formulas.Figure(None, ("close_table",))
    assert formulas.drop(period) == formulas.Figure(None, ("count_drop",))
    assert formulas.estimated_drop(period) == formulas.Figure(21_000)


def test_statistical_win_needs_the_closer_and_win_the_drop(told: Told) -> None:
    told.close()
    (period,) = told.periods()
    assert formulas.statistical_win(period) == formulas.Figure(4000)
    assert formulas.win(period) == formulas.Figure(None, ("count_drop",))
    told.drop(20_900, 21_000)
    (period,) = told.periods()
    assert formulas.win(period) == formulas.Figure(3900)
    assert formulas.statistical_win(period) == formulas.Figure(4000)


@pytest.mark.parametrize("jurisdiction", ["nj", "md"])
def test_a_coupon_in_the_box_is_no_part_of_win(told: Told, jurisdiction: str) -> None:
    told.lose(100, coupon=500)
    told.close()
    told.drop(21_000, 21_000, coupons=500, coupons_estimated=500)
    assert formulas.win(told.periods()[0], jurisdiction).value == 4100


def test_hold_is_win_over_drop_and_unknown_without_a_drop() -> None:
    assert formulas.hold(1, 3) == Fraction(1, 3)
    assert formulas.hold(None, 3) is None
    assert formulas.hold(1, None) is None
    assert formulas.hold(1, 0) is None


@pytest.mark.parametrize(
    ("share", "told"),
    [(Fraction(1, 3), "33.33"), (Fraction(-1, 200), "-0.50"), (Fraction(3, 2), "150.00")],
)
def test_a_share_is_written_in_percent(share: Fraction, told: str) -> None:
    assert formulas.percent(share) == told


def test_theoretical_win_is_exact_where_the_edges_are_known() -> None:
    wagered = {"odd": 100_000, "pair_fortunes": 36_000}
    worth = 100_000 * dice_edge("odd").edge + 36_000 * fortune_edge("A").edge
    assert formulas.theoretical_win(
        wagered, "md-pai-gow", elected_by({"pair_fortunes": "A"})
    ) == formulas.Figure(round(worth))
    assert formulas.theoretical_win({}, "md-pai-gow") == formulas.Figure(0)


def test_theoretical_win_says_which_edge_is_missing() -> None:
    wagered = {"odd": 100, "pai_gow": 5000, "progressive": 100, "pair_fortunes": 0}
    assert formulas.theoretical_win(wagered, "nj-pai-gow-poker") == formulas.Figure(
        None, ("edge:progressive",)
    )
