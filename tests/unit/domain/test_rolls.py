"""19:47-10.11 and 13:69F-10.11 in play: wagers on the dice from the chips to the tray."""

from typing import Final

import pytest

from domain.events.round import DiceRolled, RoundClosed, VigorishTaken, WagerPlaced, WagerSettled
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table, options
from domain.money import MOST_WON
from domain.refusals import BeyondLimit, NotOffered, WrongMoment
from tests.support.domain.asked import (
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    withdraw,
)
from tests.support.domain.at_the_dice import (
    FACES,
    ON_THE_EYE,
    ON_TRIPLES,
    PLAIN,
    ROLLS,
    TRIPLES,
    Dice,
    bet,
    by_the_text,
    eye_table,
    played_out,
    take_down,
    to_the_dice,
    told,
)
from tests.support.domain.given import account_totals, given, then_refused, when

BOTH: Final = eye_table(triples_bonus=True)
BONUS: Final = open_table(triples_bonus=True)


def waiting_for_dice(*wagers: str, cents: int = 300) -> Table:
    """All six seats with a wager on the hands and each of these beside it."""
    bets = [bet(seat, wager, cents) for seat in FACES for wager in wagers]
    return given(BOTH, open_round(), *map(place, FACES), *bets, no_more_bets())


def expected(wager: str, dice: Dice, seat: int) -> tuple[int, str, str, int]:
    """How 300 cents end on the first roll of a table, which the dealer shakes."""
    if wager == "dice_bonus":
        hit = dice in TRIPLES
        return seat, wager, "retained" if hit else "lose", 25 * 300 * hit
    odds = by_the_text(wager, dice, seat)
    return seat, wager, "win" if odds else "lose", odds * 300


@pytest.mark.parametrize("wager", [*ON_TRIPLES, *ON_THE_EYE])
def test_each_wager_on_all_216_rolls_at_every_seat_of_a_round(wager: str) -> None:
    table = waiting_for_dice(wager)
    for dice in ROLLS:
        then = when(table, roll(*dice))
        assert told(then.events) == [expected(wager, dice, seat) for seat in FACES], dice
        lines = then.all(WagerSettled)
        lost = sum(line.amount for line in lines if line.outcome == "lose")
        moved = lost - sum(line.paid for line in lines)
        assert then.table.tray - table.tray == moved
        assert account_totals(then.events) == {"tray": moved, "win": -moved}


def test_all_thirteen_wagers_at_once_are_settled_seat_by_seat_as_each_alone() -> None:
    every = (*ON_TRIPLES, *ON_THE_EYE)
    table = waiting_for_dice(*every)
    for dice in ((2, 2, 2), (1, 4, 4), (6, 5, 4)):
        then = when(table, roll(*dice))
        one_by_one = [expected(wager, dice, seat) for seat in FACES for wager in every]
        assert told(then.events) == one_by_one


def matched(dice: Dice) -> dict[int, int]:
    """What a match wager of a dollar on every position wins, where it wins."""
    settled = when(waiting_for_dice("match", cents=100), roll(*dice)).all(WagerSettled)
    return {line.seat: line.paid for line in settled if line.outcome == "win"}


def test_13_69f_10_11_a_example_a_one_two_three_pays_those_three_positions() -> None:
    assert matched((1, 2, 3)) == {1: 100, 2: 100, 3: 100}


def test_13_69f_10_11_a_example_b_three_three_four_pays_position_three_twice() -> None:
    assert matched((3, 3, 4)) == matched((4, 3, 3)) == matched((3, 4, 3)) == {3: 200, 4: 100}


def test_13_69f_10_11_a_example_c_three_fives_pay_position_five_three_times() -> None:
    assert matched((5, 5, 5)) == {5: 300}


def test_10_11_d_losers_are_collected_and_winners_paid_at_once_from_the_tray() -> None:
    wagers = (place(1), bet(1, "all_4", 200), place(3), bet(3, "any_triple", 500))
    table = given(BONUS, open_round(), *wagers, bet(3, "all_2", 100), no_more_bets())
    then = when(table, roll(4, 4, 4))
    assert then.names() == ["DiceRolled", "WagerSettled", "WagerSettled", "WagerSettled"]
    assert told(then.events) == [
        (1, "all_4", "win", 36_000),
        (3, "all_2", "lose", 0),
        (3, "any_triple", "win", 15_000),
    ]
    assert [line.entries for line in then.all(WagerSettled)] == [
        {"tray": -36_000, "win": 36_000},
        {"tray": 100, "win": -100},
        {"tray": -15_000, "win": 15_000},
    ]


def test_10_11_g_a_bonus_wager_has_no_bearing_on_the_hands() -> None:
    plain = [*to_the_dice(place(2), dice=(3, 3, 3)), *played_out(2)]
    with_bonus = [*to_the_dice(place(2), bet(2, "all_3"), dice=(3, 3, 3)), *played_out(2)]
    [alone] = when(given(BONUS), *plain).one(RoundClosed).wagers
    bonus, hand = when(given(BONUS), *with_bonus).one(RoundClosed).wagers
    assert hand == alone
    assert (bonus.wager, bonus.outcome, bonus.vigorish) == ("all_3", "win", 0)


def test_a_bonus_wager_pays_no_vigorish_and_cites_its_paragraph() -> None:
    wagers = [bet(1, wager) for wager in (*ON_TRIPLES, *ON_THE_EYE)]
    then = when(given(BOTH), open_round(), place(1), *wagers, no_more_bets(), roll(1, 1, 1))
    assert not then.all(VigorishTaken)
    placed = {event.wager: event.rule for event in then.all(WagerPlaced)}
    settled = {event.wager: event.rule for event in then.all(WagerSettled)}
    letters = dict(zip(("match", "even", "odd", "double", "triple"), "abcde", strict=True))
    assert settled == {
        **dict.fromkeys(ON_TRIPLES, "19:47-10.11(d)"),
        **dict.fromkeys(("all_1", "any_triple"), "19:47-10.11(f)"),
        **{wager: f"13:69F-10.11({letter})" for wager, letter in letters.items()},
        "dice_bonus": "13:69F-10.11(f)",
    }
    assert placed == {
        "pai_gow": "19:47-10.5(a)",
        **dict.fromkeys(ON_TRIPLES, "19:47-10.11(a)"),
        **dict.fromkeys(ON_THE_EYE, "13:69F-10.5(d)"),
    }


@pytest.mark.parametrize("wager", [*ON_TRIPLES, *ON_THE_EYE, "all_1"])
def test_a_wager_on_the_dice_needs_one_on_the_hands_of_its_own_seat(wager: str) -> None:
    table = given(BOTH, open_round(), place(2))
    rule = "19:47-10.11(a)" if wager in ON_TRIPLES else "13:69F-10.5(d)"
    refusal = then_refused(table, bet(1, wager), rule=rule, kind=NotOffered)
    assert refusal.reason == f"`{wager}` needs a `pai_gow` wager, and seat 1 has none"


@pytest.mark.parametrize("wager", [*ON_TRIPLES, *ON_THE_EYE])
def test_the_wager_on_the_hands_stays_while_another_needs_it(wager: str) -> None:
    table = given(BOTH, open_round(), place(1), place(2), bet(1, wager))
    refusal = then_refused(table, withdraw(1), kind=WrongMoment)
    assert refusal.reason == f"`{wager}` of seat 1 needs it; withdraw that first"
    assert when(table, withdraw(2)).events
    assert when(table, take_down(1, wager), withdraw(1)).events


@pytest.mark.parametrize(
    ("opening", "missing"), [(BONUS, ON_THE_EYE), (eye_table(), ON_TRIPLES), (BOTH, ())]
)
def test_a_table_takes_the_wagers_of_the_options_it_elected_and_no_others(
    opening: dict[str, object], missing: tuple[str, ...]
) -> None:
    table = given(opening, open_round(), place(1))
    for wager in (*ON_TRIPLES, *ON_THE_EYE):
        if wager in missing:
            then_refused(table, bet(1, wager), kind=NotOffered)
        else:
            assert when(table, bet(1, wager)).one(WagerPlaced).total == 100


def test_limits_hold_for_each_wager_on_the_dice_by_itself() -> None:
    limits = {"even": [200, 1000], "any_triple": [100, 100]}
    opening = eye_table(triples_bonus=True, limits=limits)
    table = given(opening, open_round(), place(1), bet(1, "even", 900))
    then_refused(table, bet(1, "even", 101), rule="19:47-8.2", kind=BeyondLimit)
    then_refused(table, bet(1, "any_triple", 99), rule="19:47-8.3", kind=BeyondLimit)
    assert when(table, bet(1, "even", 100), bet(1, "odd", 1)).events


def test_a_coupon_on_the_dice_is_paid_the_odds_at_the_casinos_cost() -> None:
    table = given(BONUS, open_round(), place(1), bet(1, "any_triple", 500, coupon=200))
    win = when(table, no_more_bets(), roll(6, 6, 6)).one(WagerSettled)
    assert (win.amount, win.coupon, win.paid) == (500, 200, 30 * 700)
    assert win.entries == {"tray": -21_000, "win": 15_000, "promotional": 6_000}
    lost = when(table, no_more_bets(), roll(6, 6, 5)).one(WagerSettled)
    assert (lost.coupon, lost.entries) == (200, {"tray": 500, "win": -500})


def test_the_coupon_of_a_retained_wager_is_taken_at_its_first_triple() -> None:
    opening = eye_table(standalone=True)
    table = given(opening, *to_the_dice(bet(3, coupon=50), dice=(2, 2, 2)))
    [stays] = game_at(table).streak.retained
    assert (stays.amount, stays.coupon) == (100, 0)
    second = when(table, *to_the_dice(dice=(4, 4, 4))).one(WagerSettled)
    assert (second.paid, second.coupon) == (50 * 100, 0)


def test_a_no_roll_settles_nothing() -> None:
    table = given(BOTH, open_round(), place(1), bet(1, "triple"), bet(1), no_more_bets())
    shaken_again = when(table, ask("no_roll", reason="a die on its edge"))
    assert shaken_again.names() == ["NoRollCalled"]
    assert when(shaken_again.table, roll(2, 2, 2)).one(DiceRolled).running == 1


def test_the_largest_wager_at_the_longest_odds_is_paid_to_the_cent() -> None:
    most = MOST_WON // 10_000
    half = most // 2
    opening = eye_table(standalone=True)
    twos = to_the_dice(dice=(2, 2, 2))
    button_on_two = given(opening, *to_the_dice(bet(1, "odd"), dice=(2, 1, 3)), open_round())
    then_refused(button_on_two, bet(2, amount=half + 1, coupon=half), kind=BeyondLimit)
    first = (bet(2, amount=half, coupon=half), no_more_bets(), roll(2, 2, 2))
    table = when(button_on_two, *first, *twos).table
    then = when(table, *twos)
    assert then.one(WagerSettled).paid == 10_000 * half
    assert then.one(RoundClosed).tray_delta == -10_000 * half
    assert table.tray == 1_000_000 + 100 - 30 * most - 500 * half


@pytest.mark.parametrize("wager", [*ON_TRIPLES, *ON_THE_EYE])
def test_what_may_be_added_to_a_spot_can_be_paid_and_a_cent_more_is_refused(wager: str) -> None:
    """The sums of a round stay figures that every reader of JSON is exact about."""
    betting = given(BOTH, open_round(), place(1), bet(1, wager, 1, coupon=10))
    [placing] = [one for one in options(betting) if one.command == "place_wager"]
    [spot] = [one for one in placing.spots if (one.seat, one.wager) == (1, wager)]
    assert spot.limits is not None
    full = when(betting, bet(1, wager, spot.limits.most)).table
    rule = "19:47-8.3" if wager in ON_TRIPLES else "19:47-8.2"
    then_refused(full, bet(1, wager, 1), rule=rule, kind=BeyondLimit)
    for dice in ((1, 1, 1), (2, 2, 2)):
        assert when(full, no_more_bets(), roll(*dice)).all(WagerSettled)


def test_coupons_on_one_spot_are_held_to_what_can_be_believed() -> None:
    most = 10**12
    table = given(BONUS, open_round(), place(1), bet(1, "all_6", 1, coupon=most))
    then_refused(table, bet(1, "all_6", 1, coupon=1), rule="19:47-8.3", kind=BeyondLimit)
    win = when(table, no_more_bets(), roll(6, 6, 6)).one(WagerSettled)
    assert win.entries == {"tray": -180 * (most + 1), "win": 180, "promotional": 180 * most}


def test_without_an_option_the_dice_only_say_where_the_deal_begins() -> None:
    then = when(given(open_table(), open_round(), place(1), no_more_bets()), roll(*PLAIN))
    assert then.names() == ["DiceRolled"]
