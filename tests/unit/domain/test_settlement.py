"""19:47-10.7(g) to (k): hands compared, wagers collected and paid, the round summed up."""

from math import ceil
from typing import Any, Final

import pytest

from domain.events.round import RoundClosed, VigorishTaken, WagerSettled
from domain.money import vigorish_on
from tests.support.domain.asked import open_table, place, settle, surrender, up_to_the_house
from tests.support.domain.given import Happened, given, when

SEVEN_FOUR: Final = "1-3 1-5 5-6 4-6"
"""Set by the house way: seven high with foo (1-5 5-6), four low with gor (1-3 4-6)."""
SEVEN_ZERO: Final = "5-5 1-6 3-3 2-2"
"""Set by the house way: seven high with mooy, zero low with chong."""

WIN: Final = "6-6 1-6 / 5-5 2-3"
LOSE: Final = "5-5 1-5 / 3-3 3-4"
PUSH: Final = "5-6 2-6 / 2-2 3-6"


def settled(house: str, hands: dict[int, str], *, cents: int = 2500, **elections: Any) -> Happened:
    """One round with these hands, from the opening of the table to settlement."""
    table = given(open_table(**elections), *up_to_the_house(house, hands, amount=cents))
    return when(table, settle())


def with_coupon(hand: str, *before_settling: dict[str, Any]) -> Happened:
    wager = {"amount": 2500, "coupon": 1000}
    table = given(open_table(), *up_to_the_house(SEVEN_FOUR, {3: hand}, **wager))
    return when(table, *before_settling, settle())


@pytest.mark.parametrize(
    ("house", "hand", "outcome", "rule"),
    [
        pytest.param(SEVEN_FOUR, WIN, "win", "19:47-10.7(j)", id="both higher"),
        pytest.param(SEVEN_FOUR, LOSE, "lose", "19:47-10.7(h)", id="both lower"),
        pytest.param(SEVEN_FOUR, "1-5 5-6 / 1-3 4-6", "lose", "19:47-10.7(h)", id="both copies"),
        pytest.param(
            SEVEN_FOUR, "1-5 5-6 / 3-3 3-4", "lose", "19:47-10.7(h)", id="high copy, low lower"
        ),
        pytest.param(
            SEVEN_FOUR, "5-5 1-5 / 1-3 4-6", "lose", "19:47-10.7(h)", id="high lower, low copy"
        ),
        pytest.param(
            SEVEN_FOUR, "6-6 1-6 / 3-3 3-4", "push", "19:47-10.7(i)1", id="high alone higher"
        ),
        pytest.param(
            SEVEN_FOUR, "5-6 2-6 / 1-3 4-6", "push", "19:47-10.7(i)1", id="high higher, low copy"
        ),
        pytest.param(
            SEVEN_FOUR, "6-6 1-3 / 5-5 2-3", "push", "19:47-10.7(i)2", id="low alone higher"
        ),
        pytest.param(
            SEVEN_FOUR, "1-5 5-6 / 4-4 2-6", "push", "19:47-10.7(i)2", id="high copy, low higher"
        ),
        pytest.param(
            SEVEN_FOUR, "5-5 1-6 / 1-1 2-2", "win", "19:47-10.7(j)", id="higher by the tile alone"
        ),
        pytest.param(
            SEVEN_ZERO, "6-6 1-6 / 4-6 5-5", "push", "19:47-10.7(i)1", id="low zero, better tile"
        ),
        pytest.param(
            SEVEN_ZERO, "1-1 1-3 / 4-6 5-5", "lose", "19:47-10.7(h)", id="high lower, low zero"
        ),
        pytest.param(
            SEVEN_ZERO, "6-6 6-6 / 1-1 4-4", "win", "19:47-10.7(j)", id="a gong is no zero"
        ),
    ],
)
def test_a_hand_against_the_house_ends_as_the_paragraph_says(
    house: str, hand: str, outcome: str, rule: str
) -> None:
    then = settled(house, {2: hand})
    settlement = then.one(WagerSettled)
    assert (settlement.outcome, settlement.rule) == (outcome, rule)
    [line] = then.one(RoundClosed).wagers
    assert (line.outcome, line.rule) == (outcome, rule)


def test_10_2_c_two_wongs_of_one_rank_are_a_copy_that_the_house_wins() -> None:
    teen_wong_and_four = "6-6 4-5 1-3 5-5"
    then = settled(teen_wong_and_four, {1: "6-6 3-6 / 1-1 2-3"})
    assert then.one(WagerSettled).rule == "19:47-10.7(i)2"


def test_10_2_f_a_zero_high_hand_with_the_better_tile_outranks_a_zero_high_hand() -> None:
    zero_with_mooy_high = "5-5 4-6 3-3 2-2"
    then = settled(zero_with_mooy_high, {1: "1-3 1-5 / 5-5 4-6"})
    assert then.one(WagerSettled).rule == "19:47-10.7(i)1"


def test_a_win_pays_one_to_one_and_takes_vigorish_with_it() -> None:
    then = settled(SEVEN_FOUR, {4: WIN}, cents=2500)
    assert then.names() == ["WagerSettled", "VigorishTaken", "RoundClosed"]
    assert then.one(WagerSettled).entries == {"tray": -2500, "win": 2500}
    vigorish = then.one(VigorishTaken)
    assert vigorish.entries == {"tray": 125, "vigorish": -125}
    assert (vigorish.rule, vigorish.amount, vigorish.won) == ("19:47-10.7(k)", 125, 2500)


def test_a_loss_goes_to_the_tray_and_a_push_moves_nothing() -> None:
    lost, pushed = settled(SEVEN_FOUR, {1: LOSE}), settled(SEVEN_FOUR, {1: PUSH})
    assert lost.one(WagerSettled).entries == {"tray": 2500, "win": -2500}
    assert lost.one(RoundClosed).tray_delta == 2500
    assert pushed.one(WagerSettled).entries == {}
    assert pushed.one(RoundClosed).tray_delta == 0
    assert not lost.all(VigorishTaken) + pushed.all(VigorishTaken)


@pytest.mark.parametrize(
    ("won", "quarter", "cent"),
    [
        (1, 25, 1),
        (20, 25, 1),
        (21, 25, 2),
        (499, 25, 25),
        (500, 25, 25),
        (501, 50, 26),
        (1000, 50, 50),
        (2500, 125, 125),
        (2501, 150, 126),
        (10_000, 500, 500),
        (10**12, 5 * 10**10, 5 * 10**10),
    ],
)
def test_10_7_k_vigorish_goes_up_to_the_next_quarter_or_cent(
    won: int, quarter: int, cent: int
) -> None:
    for rounding, expected in (("quarter", quarter), ("cent", cent)):
        then = settled(SEVEN_FOUR, {1: WIN}, cents=won, vigorish=rounding)
        assert then.one(VigorishTaken).amount == expected, rounding
        assert then.one(RoundClosed).wagers[0].vigorish == expected


def test_10_7_k_vigorish_is_never_below_five_percent_and_never_a_step_above() -> None:
    for won in range(20_000):
        assert vigorish_on(won, "cent") == ceil(won / 20)
        assert vigorish_on(won, "quarter") == 25 * ceil(won / 500)


def test_a_winning_coupon_is_paid_with_the_chips_and_costs_the_promotion() -> None:
    then = with_coupon(WIN)
    win = then.one(WagerSettled)
    assert (win.amount, win.coupon, win.paid) == (2500, 1000, 3500)
    assert win.entries == {"tray": -3500, "win": 2500, "promotional": 1000}
    assert then.one(VigorishTaken).amount == 175
    assert then.one(RoundClosed).tray_delta == -3500 + 175


def test_a_losing_coupon_is_worth_nothing_and_a_pushed_one_goes_back() -> None:
    lost, pushed = with_coupon(LOSE), with_coupon(PUSH)
    assert lost.one(WagerSettled).entries == {"tray": 2500, "win": -2500}
    assert pushed.one(WagerSettled).entries == {}
    for then in (lost, pushed):
        assert (then.one(WagerSettled).coupon, then.one(WagerSettled).paid) == (1000, 0)


def test_a_surrendered_coupon_is_taken_with_the_wager() -> None:
    given_up = with_coupon(WIN, surrender(3)).one(WagerSettled)
    assert (given_up.outcome, given_up.coupon) == ("surrender", 1000)
    assert given_up.entries == {"tray": 2500, "win": -2500}


def test_a_second_wager_on_a_spot_is_settled_with_the_first() -> None:
    opened, *rest = up_to_the_house(SEVEN_FOUR, {2: WIN}, coupon=500)
    table = given(open_table(), opened, place(2, 1000, coupon=300), *rest)
    win = when(table, settle()).one(WagerSettled)
    assert (win.amount, win.coupon, win.paid) == (3500, 800, 4300)


def test_10_7_h_to_j_losers_and_pushes_come_as_exposed_and_winners_after_all_of_them() -> None:
    hands = {
        1: WIN,
        3: LOSE,
        4: "1-1 4-5 / 4-4 1-6",
        6: PUSH,
    }
    then = settled(SEVEN_FOUR, hands)
    order = [(event.seat, event.outcome) for event in then.all(WagerSettled)]
    assert order == [(3, "lose"), (6, "push"), (1, "win"), (4, "win")]


def test_10_7_k_each_winner_pays_vigorish_before_the_next_is_paid() -> None:
    then = settled(SEVEN_FOUR, {6: WIN, 2: "1-1 4-5 / 4-4 1-6"})
    paid = [
        (type(event).__name__, event.seat)
        for event in then.events
        if isinstance(event, WagerSettled | VigorishTaken)
    ]
    assert paid == [
        ("WagerSettled", 2),
        ("VigorishTaken", 2),
        ("WagerSettled", 6),
        ("VigorishTaken", 6),
    ]
