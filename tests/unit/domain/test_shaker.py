"""13:69F-10.6A(a), (c), (e), (f), 19:47-10.6(a) and 10.8(i): whose roll it is, and what it pays."""

from typing import Final

import pytest

from domain.events.round import DiceRolled
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.refusals import WrongMoment
from tests.support.domain.asked import no_more_bets, open_round, open_table, place, roll, void_round
from tests.support.domain.at_the_dice import (
    accept_bank,
    before_a_bank,
    bet,
    eye_table,
    played_out,
    to_the_dice,
    told,
)
from tests.support.domain.given import given, then_refused, when

ALONE: Final = eye_table(standalone=True)
BUTTON_ON_TWO: Final = (2, 1, 3)
TWOS: Final = (2, 2, 2)
TIERS: Final = [(30, 25), (500, 50), (10_000, 1_000)]


def with_button(*bets: dict[str, object]) -> Table:
    """Bets are closed, and the last roll gave the dragon's eye button to seat two."""
    first = to_the_dice(bet(5, "even"), dice=BUTTON_ON_TWO)
    return given(ALONE, *first, open_round(), *bets, no_more_bets())


def test_the_dealer_shakes_the_first_round() -> None:
    table = given(ALONE, open_round(), bet(2), no_more_bets())
    assert when(table, roll(*TWOS)).one(DiceRolled).shaker == "dealer"
    then_refused(table, roll(*TWOS, shaker=2), rule="19:47-10.6(a)", kind=WrongMoment)


def test_10_6a_c_the_seat_with_the_button_and_a_dice_bonus_shakes() -> None:
    table = with_button(bet(2), bet(5))
    for asked in (roll(*TWOS), roll(*TWOS, shaker=2)):
        then = when(table, asked)
        assert then.one(DiceRolled).shaker == 2
        assert [paid for *_, paid in told(then.events)] == [3000, 2500]


def test_10_6a_c_without_a_dice_bonus_the_dealer_shakes_for_the_button() -> None:
    table = with_button(bet(2, "even"), bet(5))
    then = when(table, roll(*TWOS))
    assert then.one(DiceRolled).shaker == "dealer"
    assert told(then.events)[-1] == (5, "dice_bonus", "retained", 2500)
    refusal = then_refused(table, roll(*TWOS, shaker=2), rule="13:69F-10.6A(e)", kind=WrongMoment)
    assert refusal.reason == "seat 2 may not shake: the dealer does"


def test_10_6a_e_a_button_where_nobody_sits_leaves_the_dice_with_the_dealer() -> None:
    assert when(with_button(bet(5)), roll(*TWOS)).one(DiceRolled).shaker == "dealer"


def test_another_seat_may_not_shake() -> None:
    refusal = then_refused(with_button(bet(2), bet(5)), roll(*TWOS, shaker=5), kind=WrongMoment)
    assert (refusal.rule, refusal.reason) == (
        "13:69F-10.6A(e)",
        "seat 5 may not shake: seat 2 does",
    )


def test_10_6a_f_a_seat_that_lets_the_dealer_shake_is_still_the_shaker() -> None:
    then = when(with_button(bet(2), bet(5)), roll(*TWOS, shaker="dealer"))
    assert then.one(DiceRolled).shaker == 2
    assert [paid for *_, paid in told(then.events)] == [3000, 2500]


def test_10_11_f_every_tier_for_the_shaker_and_for_the_others() -> None:
    table = with_button(bet(2, amount=100), bet(5, amount=200))
    for running, (shaker, other) in enumerate(TIERS, start=1):
        then = when(table, roll(*TWOS))
        outcome = "win" if running == 3 else "retained"
        assert told(then.events) == [
            (2, "dice_bonus", outcome, shaker * 100),
            (5, "dice_bonus", outcome, other * 200),
        ]
        table = then.table
        if running < 3:
            table = when(table, open_round(), no_more_bets()).table


def test_the_button_goes_to_the_seat_the_last_roll_named() -> None:
    fives = when(with_button(bet(2), bet(5)), roll(5, 5, 5)).table
    then = when(fives, *to_the_dice(dice=TWOS))
    assert then.one(DiceRolled).shaker == 5
    assert [paid for *_, paid in told(then.events)] == [50 * 100, 500 * 100]


def test_a_round_void_before_the_roll_leaves_the_button_where_it_was() -> None:
    table = when(with_button(bet(2)), void_round(), open_round(), bet(2), no_more_bets()).table
    assert when(table, roll(*TWOS)).one(DiceRolled).shaker == 2


def test_a_new_session_has_no_button() -> None:
    table = when(with_button(bet(2)), void_round()).table
    assert game_at(table).streak.button == 2
    closing = {"command": "close_table", "inventory": 0}
    then = when(table, closing, ALONE, *to_the_dice(bet(2)))
    assert then.one(DiceRolled).shaker == "dealer"


def test_without_the_dragons_eye_no_seat_gets_a_button() -> None:
    first = [*to_the_dice(place(2), dice=BUTTON_ON_TWO), *played_out(2)]
    table = given(open_table(triples_bonus=True), *first, open_round(), place(2), no_more_bets())
    assert when(table, roll(*TWOS)).one(DiceRolled).shaker == "dealer"
    then_refused(table, roll(*TWOS, shaker=2), rule="19:47-10.6(a)")


@pytest.mark.parametrize("told_shaker", [None, 1])
def test_10_8_i_the_bank_shakes_its_own_round_and_is_paid_as_shaker(
    told_shaker: int | None,
) -> None:
    opening = eye_table(standalone=True, banking=True)
    ready = before_a_bank(opening, 1, 2)
    wagers = (accept_bank(1), place(2), bet(1), bet(2))
    table = given(*ready, open_round(), *wagers, no_more_bets())
    asked = roll(*TWOS) if told_shaker is None else roll(*TWOS, shaker=told_shaker)
    then = when(table, asked)
    assert then.one(DiceRolled).shaker == 1
    assert [paid for *_, paid in told(then.events)] == [3000, 2500]
    for other in (2, "dealer"):
        then_refused(table, roll(*TWOS, shaker=other), rule="19:47-10.8(i)", kind=WrongMoment)


def test_the_bank_shakes_although_another_seat_has_the_button() -> None:
    first = to_the_dice(place(1), place(2), bet(2), dice=TWOS)
    table = given(eye_table(banking=True), *first, *played_out(1, 2), open_round(), accept_bank(1))
    then = when(table, place(2), no_more_bets(), roll(3, 3, 3))
    assert then.one(DiceRolled).shaker == 1
    assert told(then.events) == [(2, "dice_bonus", "retained", 5000)]


def test_a_retained_dice_bonus_of_the_bank_stays_and_pays_it_as_shaker() -> None:
    first = to_the_dice(place(1), bet(1), place(2), dice=(3, 3, 3))
    table = given(eye_table(banking=True), *first, *played_out(1, 2), open_round(), accept_bank(1))
    then = when(table, place(2), no_more_bets(), roll(3, 3, 3))
    assert told(then.events) == [(1, "dice_bonus", "retained", 50_000)]
