"""Chi-square against values that the tables of statistics print."""

from fractions import Fraction

import pytest

from projections.figures.goodness_of_fit import fit, total_chances, upper_tail


@pytest.mark.parametrize(
    ("chi_square", "degrees", "chance"),
    [
        *((3.841, 1, 0.05), (6.635, 1, 0.01), (11.070, 5, 0.05), (15.086, 5, 0.01)),
        *((1.145, 5, 0.95), (0.554, 5, 0.99), (18.307, 10, 0.05), (24.996, 15, 0.05)),
        *((37.697, 15, 0.001), (0.0, 5, 1.0)),
    ],
)
def test_the_tail_is_as_printed(chi_square: float, degrees: int, chance: float) -> None:
    assert upper_tail(chi_square, degrees) == pytest.approx(chance, rel=1e-3)


def test_with_two_degrees_it_is_an_exponential() -> None:
    for chi_square in (0.5, 2.0, 20.0, 200.0):
        assert upper_tail(chi_square, 2) == pytest.approx(2.718281828459045 ** (-chi_square / 2))


def test_sixty_throws_by_hand() -> None:
    found = fit([5, 8, 9, 8, 10, 20], [Fraction(1, 6)] * 6)
    assert found.expected == (10.0,) * 6
    assert found.chi_square == pytest.approx(13.4)
    assert found.p_value == pytest.approx(0.01991, abs=1e-5)


def test_too_few_throws_say_nothing() -> None:
    found = fit([5, 5, 5, 5, 5, 4], [Fraction(1, 6)] * 6)
    assert (found.chi_square, found.p_value, found.degrees) == (None, None, 5)


@pytest.mark.parametrize(("dice", "most", "seven"), [(2, 12, 6), (3, 18, 15)])
def test_the_totals_of_fair_dice(dice: int, most: int, seven: int) -> None:
    chances = total_chances(dice)
    assert (min(chances), max(chances), sum(chances.values())) == (dice, most, 1)
    assert chances[7] == Fraction(seven, 6**dice)
