"""19:47-10.11 and 13:69F-10.11: every wager on every one of the 216 rolls."""

from collections.abc import Callable
from typing import Final

import pytest

from domain.games.pai_gow.dice import dice_bonus, dragons_eye, triples
from tests.support.domain.at_the_dice import FACES, ROLLS, TRIPLES, Dice, by_the_text

SEATS: Final = FACES


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("odds_to_one", "wager"),
    [
        *((triples.odds_to_one, wager) for wager in triples.CITES),
        *((dragons_eye.odds_to_one, wager) for wager in dragons_eye.CITES),
    ],
)
def test_a_wager_pays_on_all_216_rolls_as_the_text_says(
    odds_to_one: Callable[[str, Dice, int], int | None], wager: str, seat: int
) -> None:
    for dice in ROLLS:
        assert odds_to_one(wager, dice, seat) == (by_the_text(wager, dice, seat) or None), dice


def test_every_wager_on_the_dice_is_paid_by_one_of_the_three_modules() -> None:
    named = [*triples.CITES, *dragons_eye.CITES, *dice_bonus.CITES]
    assert named == [
        *(f"all_{face}" for face in SEATS),
        "any_triple",
        "even",
        "odd",
        "match",
        "double",
        "triple",
        "dice_bonus",
    ]


def matching(dice: Dice) -> dict[int, int]:
    """What `match` pays, by seat, where it wins."""
    paid = {seat: dragons_eye.odds_to_one("match", dice, seat) for seat in SEATS}
    return {seat: odds for seat, odds in paid.items() if odds is not None}


def test_10_11_a_1_example_a_one_two_three_pays_those_three_positions() -> None:
    assert matching((1, 2, 3)) == {1: 1, 2: 1, 3: 1}


def test_10_11_a_2_example_b_three_three_four_pays_position_three_twice() -> None:
    assert matching((3, 3, 4)) == matching((4, 3, 3)) == {3: 2, 4: 1}


def test_10_11_a_3_example_c_three_fives_pay_position_five_three_times() -> None:
    assert matching((5, 5, 5)) == {5: 3}


def test_10_11_b_c_a_triple_loses_even_and_odd() -> None:
    for dice in TRIPLES:
        assert dragons_eye.odds_to_one("even", dice, 1) is None
        assert dragons_eye.odds_to_one("odd", dice, 1) is None


def test_10_11_d_the_dragons_eye_die_has_no_part_in_a_double() -> None:
    assert dragons_eye.odds_to_one("double", (2, 2, 5), 1) is None
    assert dragons_eye.odds_to_one("double", (5, 2, 2), 1) == 4
    assert dragons_eye.odds_to_one("double", (2, 2, 2), 1) == 4


def test_10_11_f_the_dice_bonus_pays_by_running_count_and_shaker() -> None:
    paid = [
        (dice_bonus.bonus_odds(running, shaker=True), dice_bonus.bonus_odds(running, shaker=False))
        for running in (1, 2, 3)
    ]
    assert paid == [(30, 25), (500, 50), (10_000, 1_000)]


@pytest.mark.parametrize("running", [0, 4])
def test_10_11_f_no_other_count_pays(running: int) -> None:
    with pytest.raises(AssertionError, match=f"{running} triples in a row"):
        dice_bonus.bonus_odds(running, shaker=True)


def test_each_wager_cites_its_paragraph() -> None:
    assert set(triples.CITES.values()) == {"19:47-10.11(f)"}
    assert dragons_eye.CITES == {
        "match": "13:69F-10.11(a)",
        "even": "13:69F-10.11(b)",
        "odd": "13:69F-10.11(c)",
        "double": "13:69F-10.11(d)",
        "triple": "13:69F-10.11(e)",
    }
    assert dragons_eye.CARDS_CITES["odd"] == "13:69F-11.19(c)"
    assert dice_bonus.CITES == {"dice_bonus": "13:69F-10.11(f)"}
    assert dice_bonus.CARDS_CITES == {"dice_bonus": "13:69F-11.19(f)"}
