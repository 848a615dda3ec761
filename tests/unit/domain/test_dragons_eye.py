"""13:69F-10.5(d), 10.6A(d) and 10.7(l): wagers alone, the first hand, and the two vigorishes."""

from typing import Any, Final

import pytest

from domain.events.round import BankSettled, RoundClosed, RoundVoided, VigorishTaken, WagerSettled
from domain.games.pai_gow.messages.events import TilesDealt
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.refusals import NotOffered
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    void_round,
    withdraw,
)
from tests.support.domain.at_the_dice import (
    EIGHT,
    ON_THE_EYE,
    ON_TRIPLES,
    PLAIN,
    accept_bank,
    before_a_bank,
    bet,
    eye_table,
    played_out,
    to_the_dice,
    told,
)
from tests.support.domain.given import Happened, account_totals, given, then_refused, when

FIVES: Final = (5, 5, 5)
HOUSE: Final = "1-3 1-5 5-6 4-6"
WIN: Final = "6-6 1-6 / 5-5 2-3"
LOSE: Final = "5-5 1-5 / 3-3 3-4"
METHOD_TWO: Final = eye_table(vigorish_method=2)


@pytest.mark.parametrize("wager", ON_THE_EYE)
def test_10_5_d_a_standalone_wager_needs_none_on_the_hands(wager: str) -> None:
    then = when(given(eye_table(standalone=True)), *to_the_dice(bet(4, wager), dice=FIVES))
    assert [line.wager for line in then.one(RoundClosed).wagers] == [wager]


def test_10_5_d_a_round_of_standalone_wagers_ends_with_the_dice() -> None:
    wagers = (bet(1, "even"), bet(6, "match"), no_more_bets())
    then = when(given(eye_table(standalone=True), open_round(), *wagers), roll(2, 3, 6))
    assert then.names() == ["DiceRolled", "WagerSettled", "WagerSettled", "RoundClosed"]
    assert then.one(RoundClosed).tray_delta == -200
    assert game_at(then.table).round is None


def test_10_5_d_a_round_with_one_wager_on_the_hands_goes_on() -> None:
    rolled = to_the_dice(bet(1, "even"), place(2), dice=(2, 3, 6))
    then = when(given(eye_table(standalone=True)), *rolled, *played_out(2))
    assert [(line.seat, line.wager) for line in then.one(RoundClosed).wagers] == [
        (1, "even"),
        (2, "pai_gow"),
    ]
    assert set(then.one(TilesDealt).hands) == {"dealer", "2", "dead"}


def test_10_5_d_standalone_is_for_the_six_of_the_dragons_eye_alone() -> None:
    table = given(eye_table(standalone=True, triples_bonus=True), open_round(), bet(1, "even"))
    for wager in ON_TRIPLES:
        then_refused(table, bet(1, wager), rule="19:47-10.11(a)", kind=NotOffered)
    both = when(table, place(1), bet(1, "all_2")).table
    then_refused(both, withdraw(1), rule="19:47-10.11(a)")
    without = when(table, place(1)).table
    assert when(without, withdraw(1)).events


def first_hand(opening: Asked, dice: tuple[int, int, int]) -> TilesDealt:
    rolled = to_the_dice(*map(place, range(1, 7)), dice=dice)
    return when(given(opening), *rolled, ask("deal", stacks=stacks({}))).one(TilesDealt)


@pytest.mark.parametrize("eye", range(1, 7))
def test_10_6a_d_the_first_stack_goes_to_the_seat_that_the_dragons_eye_die_names(eye: int) -> None:
    event = first_hand(eye_table(), (eye, 6, 1))
    assert (event.start, list(event.hands[str(eye)])) == (str(eye), stacks({})[0])
    assert event.rule == "13:69F-10.6A(d)"


def test_10_6a_d_or_by_the_ordinary_count_where_the_submission_says_so() -> None:
    event = first_hand(eye_table(start="count"), PLAIN)
    assert (event.start, event.rule) == ("dealer", "19:47-10.6(d)")


@pytest.mark.parametrize("start", ["eye", "count"])
def test_10_8_j_with_a_bank_the_count_begins_at_the_bank_whatever_was_elected(start: str) -> None:
    ready = before_a_bank(eye_table(banking=True, start=start), 1, 2)
    banked = to_the_dice(accept_bank(1), place(2), dice=(4, 1, 2))
    event = when(given(*ready, *banked), ask("deal", stacks=stacks({}))).one(TilesDealt)
    assert (event.start, event.rule) == ("dead", "19:47-10.8(k)")
    eight = to_the_dice(accept_bank(1), place(2), dice=EIGHT)
    again = when(given(*ready, *eight), ask("deal", stacks=stacks({}))).one(TilesDealt)
    assert again.start == "dealer"


def hands_of(seat: int, hand: str) -> list[Asked]:
    """A hand against this house, where the first stack goes to the dealer."""
    return [
        deal(HOUSE, {seat: hand.replace("/", "")}),
        set_hand(seat, *hand.split("/")),
        set_house(),
        settle(),
    ]


def hands_won(**terms: Any) -> Happened:
    rolled = to_the_dice(place(3), dice=PLAIN)
    return when(given(eye_table(start="count", **terms)), *rolled, *hands_of(3, WIN))


def test_10_7_l_1_the_first_method_takes_five_percent_of_a_win() -> None:
    then = hands_won(vigorish_method=1)
    assert then.one(VigorishTaken).amount == 125
    assert then.one(RoundClosed).tray_delta == -2375


def test_10_7_l_2_the_second_method_takes_none() -> None:
    then = hands_won(vigorish_method=2)
    assert not then.all(VigorishTaken)
    [line] = then.one(RoundClosed).wagers
    assert (line.outcome, line.paid, line.vigorish) == ("win", 2500, 0)
    assert then.one(RoundClosed).tray_delta == -2500


def test_10_7_l_1_a_triple_leaves_the_hands_alone_by_the_first_method() -> None:
    then = when(given(eye_table()), *to_the_dice(place(3), bet(3, "odd"), dice=FIVES))
    assert told(then.events) == [(3, "odd", "lose", 0)]


def test_10_7_l_2_a_triple_loses_every_wager_on_the_hands_at_once_and_ends_the_round() -> None:
    wagers = (place(1, coupon=700), place(3), bet(3, "odd"), bet(3, "triple"))
    then = when(given(METHOD_TWO), *to_the_dice(*wagers, dice=FIVES))
    assert told(then.events) == [
        (1, "pai_gow", "lose", 0),
        (3, "odd", "lose", 0),
        (3, "triple", "win", 3000),
        (3, "pai_gow", "lose", 0),
    ]
    hands = [line for line in then.all(WagerSettled) if line.wager == "pai_gow"]
    assert {line.rule for line in hands} == {"13:69F-10.7(l)2"}
    assert then.one(RoundClosed).tray_delta == 5000 + 100 - 3000
    assert game_at(then.table).round is None


def test_10_7_l_2_a_dice_bonus_is_paid_and_retained_although_the_hands_are_lost() -> None:
    then = when(given(METHOD_TWO), *to_the_dice(place(3), bet(3), dice=FIVES))
    assert told(then.events) == [
        (3, "dice_bonus", "retained", 2500),
        (3, "pai_gow", "lose", 0),
    ]
    assert len(game_at(then.table).streak.retained) == 1


def test_10_7_l_2_any_other_roll_leaves_the_hands_to_the_tiles() -> None:
    then = when(given(METHOD_TWO), *to_the_dice(place(3), bet(3), dice=(5, 5, 6)))
    assert told(then.events) == [(3, "dice_bonus", "lose", 0)]


def banked(method: int, **bank: Any) -> Table:
    """Seat 1 banks against seats 2 and 3 and is about to shake."""
    opening = eye_table(vigorish_method=method, banking=True, co_banking=True)
    ready = before_a_bank(opening, 1, 2, 3, amount=1001)
    wagers = (accept_bank(1, **bank), place(2, 1001), place(3, 1000, coupon=500))
    return given(*ready, open_round(), *wagers, no_more_bets())


def test_10_7_l_2_with_a_bank_a_triple_takes_the_hands_to_the_centre_for_the_bank() -> None:
    then = when(banked(2), roll(*FIVES))
    assert game_at(then.table).round is None
    settled = [line.entries for line in then.all(WagerSettled)]
    assert settled == [{"bank": 1001, "patrons": -1001}, {"bank": 1000, "patrons": -1000}]
    bank = then.one(BankSettled)
    assert (bank.surplus, bank.vigorish, bank.net) == (2001, 0, 2001)
    closed = then.one(RoundClosed)
    assert closed.bank is not None
    assert (closed.bank.net, closed.bank.vigorish, closed.tray_delta) == (2001, 0, 0)


def test_10_7_l_2_with_a_bank_a_triple_sends_the_dealers_wager_back_to_the_tray() -> None:
    closed = when(banked(2), roll(*FIVES)).one(RoundClosed)
    assert closed.dealer_wager is not None
    assert (closed.dealer_wager.amount, closed.dealer_wager.outcome) == (1001, "void")


def test_10_7_l_2_a_co_bank_shares_what_a_triple_took_the_odd_cent_the_banks() -> None:
    then = when(banked(2, co_bank=True), roll(*FIVES))
    bank = then.one(BankSettled)
    assert (bank.bank_share, bank.casino_share, bank.vigorish) == (1001, 1000, 0)
    assert then.one(RoundClosed).tray_delta == 1000
    totals = account_totals(then.events)
    assert (totals["bank"], totals["patrons"]) == (0, 0)


def against_the_bank(method: int, hand: str) -> Happened:
    table = when(banked(method, dealer_wager=0), roll(*EIGHT)).table
    tiles = {1: HOUSE, 2: hand.replace("/", ""), 3: "1-1 2-6 1-2 2-2"}
    dealt = deal("4-6 1-4 3-6 2-5", tiles)
    as_told = set_hand(2, *hand.split("/"))
    return when(table, dealt, as_told, set_hand(3), set_house(), settle())


@pytest.mark.parametrize(("method", "vigorish"), [(1, True), (2, False)])
def test_10_7_l_2_no_vigorish_is_taken_of_winners_or_of_a_banks_surplus(
    method: int, vigorish: bool
) -> None:
    lost, won = against_the_bank(method, LOSE), against_the_bank(method, WIN)
    assert lost.one(BankSettled).surplus > 0
    assert bool(lost.one(BankSettled).vigorish) == vigorish
    assert any(line.outcome == "win" for line in won.one(RoundClosed).wagers)
    assert bool(won.all(VigorishTaken)) == vigorish


def test_with_a_bank_the_dice_are_settled_with_the_tray() -> None:
    ready = before_a_bank(eye_table(banking=True), 1, 2)
    dice = to_the_dice(accept_bank(1), place(2), bet(2, "triple"), dice=FIVES)
    won = when(given(*ready), *dice).one(WagerSettled)
    assert won.entries == {"tray": -3000, "win": 3000}


def test_the_bank_makes_no_wager_that_needs_one_on_the_hands() -> None:
    ready = before_a_bank(eye_table(banking=True), 1, 2)
    table = given(*ready, open_round(), accept_bank(1))
    then_refused(table, bet(1, "even"), rule="13:69F-10.5(d)", kind=NotOffered)
    then_refused(table, bet(1), rule="13:69F-10.5(d)", kind=NotOffered)
    alone = before_a_bank(eye_table(banking=True, standalone=True), 1, 2)
    assert when(given(*alone, open_round(), accept_bank(1)), bet(1, "even")).events


def test_a_misdeal_after_the_dice_returns_the_hands_and_leaves_the_dice_settled() -> None:
    rolled = to_the_dice(place(2), bet(2, "double"), dice=(1, 6, 6))
    voided = when(given(eye_table()), *rolled, void_round()).one(RoundVoided)
    assert [(line.wager, line.outcome) for line in voided.wagers] == [
        ("double", "win"),
        ("pai_gow", "void"),
    ]
    assert voided.tray_delta == -400
