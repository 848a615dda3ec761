"""What a table must not take, each refused with the paragraph or the control it would break."""

from typing import Final

import pytest

from domain.refusals import (
    BeyondLimit,
    BooksRefuse,
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    UnlawfulSetting,
    WrongMoment,
)
from tests.support.domain.asked import (
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    fill,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    up_to_the_deal,
    up_to_the_house,
    withdraw,
)
from tests.support.domain.given import given, new_table, then_refused, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 3: "5-5 1-5 / 3-3 3-4"}
BETTING: Final = (open_table(limits={"pai_gow": [1000, 50_000]}), open_round())
DEALT: Final = (open_table(), *up_to_the_deal(HOUSE, HANDS))


def test_a_wager_below_the_minimum_is_refused() -> None:
    then_refused(given(*BETTING), place(1, 999), rule="19:47-8.2", kind=BeyondLimit)
    assert when(given(*BETTING), place(1, 1000)).events


def test_a_wager_above_the_maximum_is_refused() -> None:
    then_refused(given(*BETTING), place(1, 50_001), rule="19:47-8.2", kind=BeyondLimit)
    assert when(given(*BETTING), place(1, 50_000)).events


def test_the_maximum_holds_for_all_that_stands_on_the_spot() -> None:
    table = given(*BETTING, place(1, 49_500))
    then_refused(table, place(1, 501), rule="19:47-8.2", kind=BeyondLimit)
    assert when(table, place(1, 500)).events


def test_a_bet_after_no_more_bets_is_refused() -> None:
    table = given(*BETTING, place(1), no_more_bets())
    then_refused(table, place(1), rule="19:47-10.5(c)", kind=WrongMoment)
    then_refused(table, place(2), rule="19:47-10.5(c)", kind=WrongMoment)
    then_refused(table, withdraw(1), rule="19:47-10.5(c)", kind=WrongMoment)


def test_no_more_bets_needs_somebody_who_plays() -> None:
    then_refused(given(*BETTING), no_more_bets(), rule="19:47-10.4(g)", kind=NoSuchWager)
    table = given(*BETTING, place(1), withdraw(1))
    then_refused(table, no_more_bets(), rule="19:47-10.4(g)", kind=NoSuchWager)


def test_a_wager_that_does_not_stand_cannot_be_withdrawn() -> None:
    table = given(*BETTING, place(1))
    then_refused(table, withdraw(2), rule="19:47-10.5(a)", kind=NoSuchWager)


@pytest.mark.parametrize(
    ("wager", "rule"),
    [
        ("any_triple", "19:47-10.11(a)"),
        ("all_4", "19:47-10.11(a)"),
        ("even", "13:69F-10.5(d)"),
        ("dice_bonus", "13:69F-10.5(d)"),
        ("pair_fortunes", "19:47-10.5(a)"),
        ("progressive", "19:47-10.5(a)"),
    ],
)
def test_a_wager_that_was_not_elected_is_refused(wager: str, rule: str) -> None:
    asked = ask("place_wager", seat=1, wager=wager, amount=1000)
    then_refused(given(*BETTING, place(1)), asked, rule=rule, kind=NotOffered)


def test_setting_another_seats_tiles_is_refused() -> None:
    theirs = set_hand(1, *HANDS[3].split("/"))
    then_refused(given(*DEALT), theirs, rule="19:47-10.7(b)", kind=NotThisPlayer)
    one_of_theirs = set_hand(1, "6-6 1-6", "5-5 1-5")
    then_refused(given(*DEALT), one_of_theirs, rule="19:47-10.7(b)", kind=NotThisPlayer)


def test_one_tile_used_twice_is_not_the_hand_that_was_dealt() -> None:
    doubled = set_hand(1, "6-6 6-6", "5-5 2-3")
    then_refused(given(*DEALT), doubled, rule="19:47-10.7(b)", kind=NotThisPlayer)
    of_a_pair = given(open_table(), *up_to_the_deal(HOUSE, {1: "6-6 6-6 / 5-5 2-3"}))
    halved = set_hand(1, "6-6 5-5", "5-5 2-3")
    then_refused(of_a_pair, halved, rule="19:47-10.7(b)", kind=NotThisPlayer)


def test_three_tiles_high_and_one_low_are_refused() -> None:
    uneven = set_hand(1, "6-6 1-6 5-5", "2-3")
    then_refused(given(*DEALT), uneven, rule="19:47-10.7(a)", kind=UnlawfulSetting)


def test_a_seat_without_a_wager_has_nothing_to_set() -> None:
    then_refused(given(*DEALT), set_hand(2), rule="19:47-10.7(a)", kind=NoSuchWager)


def test_a_set_hand_is_not_touched_again() -> None:
    table = given(*DEALT, set_hand(1))
    then_refused(table, set_hand(1), rule="19:47-10.7(b)", kind=WrongMoment)


def test_the_dealer_has_a_hand_of_its_own_only_against_a_bank() -> None:
    then_refused(given(*DEALT), set_hand("dealer"), rule="19:47-10.8(n)", kind=NotOffered)


def test_a_high_hand_below_the_low_hand_is_refused() -> None:
    turned = set_hand(1, "5-5 2-3", "6-6 1-6")
    then_refused(given(*DEALT), turned, rule="19:47-10.1", kind=UnlawfulSetting)


def test_a_high_hand_equal_to_the_low_hand_is_allowed() -> None:
    mixed = {1: "3-6 1-1 / 4-5 1-1"}
    table = given(open_table(), *up_to_the_deal(HOUSE, mixed))
    assert when(table, set_hand(1, "3-6 1-1", "4-5 1-1")).events
    assert when(table, set_hand(1, "4-5 1-1", "3-6 1-1")).events


def test_a_wrong_house_setting_is_refused_and_set_again() -> None:
    table = given(*DEALT, set_hand(1), set_hand(3))
    wrong = set_house("4-6 1-5", "5-6 1-3")
    then_refused(table, wrong, rule="19:47-10.9(f)", kind=UnlawfulSetting)
    turned = set_house("1-3 4-6", "1-5 5-6")
    then_refused(table, turned, rule="19:47-10.9(f)", kind=UnlawfulSetting)
    assert when(table, set_house("5-6 1-5", "4-6 1-3")).names() == ["HouseSet"]


def test_the_house_may_set_either_way_where_both_rank_alike() -> None:
    either = "6-6 1-1 4-4 2-6"
    table = given(open_table(), *up_to_the_deal(either, {1: "5-5 1-5 / 3-3 3-4"}), set_hand(1))
    assert when(table, set_house("6-6 2-6", "1-1 4-4")).events
    assert when(table, set_house("6-6 4-4", "1-1 2-6")).events


def test_the_house_is_not_set_from_tiles_it_was_not_dealt() -> None:
    table = given(*DEALT, set_hand(1), set_hand(3))
    foreign = set_house("6-6 1-6", "5-5 2-3")
    then_refused(table, foreign, rule="19:47-10.7(b)", kind=NotThisPlayer)


def test_the_house_waits_until_every_seat_is_set() -> None:
    table = given(*DEALT, set_hand(3))
    refusal = then_refused(table, set_house(), rule="19:47-10.7(c)", kind=WrongMoment)
    assert refusal.reason == "seats still to set their hands: 1"


def test_settling_twice_is_refused() -> None:
    table = given(open_table(), *up_to_the_house(HOUSE, HANDS), settle())
    then_refused(table, settle(), rule="control:round-open", kind=WrongMoment)


def test_nothing_happens_at_a_table_that_is_not_open() -> None:
    for table in (new_table(), given(open_table(), close_table())):
        for asked in (open_round(), place(1), buy_in(), fill("F-1"), settle(), close_table()):
            then_refused(table, asked, rule="control:table-open", kind=WrongMoment)


def test_a_second_player_on_a_seat_is_refused() -> None:
    table = given(*BETTING, place(1, player="ann"))
    bob = place(1, player="bob")
    then_refused(table, bob, rule="19:47-10.5(b)", kind=NotThisPlayer)
    assert when(table, place(1)).events


def test_the_same_player_on_two_seats_is_refused() -> None:
    table = given(*BETTING, place(1, player="ann"))
    again = place(2, player="ann")
    then_refused(table, again, rule="19:47-10.10(a)", kind=NotThisPlayer)


def test_a_slip_is_used_once_over_all_sessions() -> None:
    table = given(open_table(), fill("S-1"), close_table(1_050_000), open_table())
    then_refused(table, fill("S-1"), rule="control:slip-once", kind=BooksRefuse)


def test_a_slip_is_used_once() -> None:
    table = given(open_table(), fill("S-1"), credit("S-2"))
    for slip in ("S-1", "S-2"):
        then_refused(table, fill(slip), rule="control:slip-once", kind=BooksRefuse)
        then_refused(table, credit(slip), rule="control:slip-once", kind=BooksRefuse)
        asked_again = fill(slip, step="requested")
        then_refused(table, asked_again, rule="control:slip-once", kind=BooksRefuse)


@pytest.mark.parametrize(
    ("done", "step"),
    [
        ([], "issued"),
        ([], "received"),
        ([], "voided"),
        (["requested"], "received"),
        (["requested", "issued"], "issued"),
        (["requested", "issued", "received"], "received"),
        (["requested", "issued", "received"], "voided"),
        (["requested", "voided"], "issued"),
        (["requested", "voided"], "voided"),
        (["requested", "issued", "voided"], "received"),
    ],
)
def test_a_slip_out_of_its_steps_is_refused(done: list[str], step: str) -> None:
    for slip in (fill, credit):
        table = given(open_table(), *(slip("S-1", step=earlier) for earlier in done))
        refused = slip("S-1", step=step)
        then_refused(table, refused, rule="control:slip-steps", kind=BooksRefuse)


def test_a_slip_keeps_its_kind_and_its_amount() -> None:
    table = given(open_table(), fill("S-1", step="requested"))
    as_credit = credit("S-1", step="issued")
    then_refused(table, as_credit, rule="control:slip-steps", kind=BooksRefuse)
    other_amount = fill("S-1", 49_999, step="issued")
    then_refused(table, other_amount, rule="control:slip-steps", kind=BooksRefuse)


def test_a_drop_is_counted_once() -> None:
    table = given(open_table(), buy_in(), close_table(), count_drop())
    then_refused(table, count_drop(), rule="control:drop-once", kind=BooksRefuse)


def test_the_drop_of_an_open_table_is_not_counted() -> None:
    table = given(open_table(), buy_in())
    then_refused(table, count_drop(), rule="control:drop-after-close", kind=BooksRefuse)


def test_the_drop_of_an_earlier_session_is_counted_while_the_table_plays_on() -> None:
    table = given(open_table(), buy_in(), close_table(), open_table())
    then_refused(table, count_drop(), rule="control:drop-after-close", kind=BooksRefuse)
    [counted] = when(table, count_drop(amount=10_000, session=1)).events
    assert counted.session == 1


def test_the_drop_of_a_session_that_never_was_is_refused() -> None:
    table = given(open_table(), close_table())
    never = count_drop(amount=1, session=2)
    then_refused(table, never, rule="control:table-open", kind=BooksRefuse)


def test_only_the_dealer_shakes_where_no_player_banks() -> None:
    table = given(*BETTING, place(1), no_more_bets())
    then_refused(table, roll(shaker=1), rule="19:47-10.6(a)", kind=WrongMoment)
    assert when(table, roll(shaker="dealer")).events


def test_tiles_are_dealt_where_tiles_are_played() -> None:
    table = given(*BETTING, place(1), no_more_bets(), roll())
    cards = ask("deal", hands={"dealer": ["AS", "KS", "QS", "JS", "TS", "9S", "JK"]})
    then_refused(table, cards, rule="19:47-10.6(d)", kind=NotOffered)
