"""Refusals say what is so: of wagers that were taken down or decided, hands, pieces, boxes."""

from typing import Final

from domain.hosting import Table
from domain.money import MOST_CENTS
from domain.refusals import (
    BeyondLimit,
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    Refused,
    WrongMoment,
)
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    no_more_bets,
    open_round,
    open_table,
    place,
    set_hand,
    set_house,
    settle,
    surrender,
    up_to_the_deal,
    up_to_the_house,
    void_hand,
    withdraw,
)
from tests.support.domain.at_the_dice import bet, eye_table, take_down, to_the_dice
from tests.support.domain.banked import (
    BANK_HAND,
    accept,
    accepted,
    after_first,
    jersey,
    pass_bank,
)
from tests.support.domain.books_asked import correct_wager, remove_box
from tests.support.domain.craps import open_craps
from tests.support.domain.given import given, history, then_refused, when
from tests.support.domain.poker import DEALER, WINS, deal_cards, metered, poker, progressive

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 3: "5-5 1-5 / 3-3 3-4"}
FOURS: Final = (4, 4, 4)


def streak(*bets: Asked) -> Table:
    """After one triple at which these were down, betting."""
    return given(eye_table(standalone=True), *to_the_dice(*bets, dice=FOURS), open_round())


def said(table: Table, asked: Asked, kind: type[Refused] = Refused) -> str:
    return then_refused(table, asked, kind=kind).reason


def test_a_dice_bonus_that_was_down_on_another_seat() -> None:
    table = streak(bet(2, player="ann"))
    away = when(table, take_down(2)).table
    reason = said(away, bet(3, player="ann"), kind=NotThisPlayer)
    assert "that ann had down at the triple was on seat 2, not on seat 3" in reason
    reason = said(table, bet(3, player="eve"), kind=NotThisPlayer)
    assert "eve had no dice bonus wager down at the triple" in reason


def test_a_dice_bonus_that_was_taken_down_whatever_is_wagered_now() -> None:
    table = when(streak(bet(2)), take_down(2)).table
    for amount in (50, 100, 5000):
        assert "was taken down" in said(table, bet(2, amount=amount), kind=WrongMoment)


def test_a_wager_that_others_need_is_not_told_to_be_withdrawn_when_nothing_may_be() -> None:
    table = given(open_table(triples_bonus=True), open_round(), place(1), place(2))
    table = when(table, bet(1, "all_2"), no_more_bets()).table
    reason = said(table, correct_wager(1, amount=0), kind=WrongMoment)
    assert "`all_2` of seat 1 needs it; correct that one to nothing first" in reason
    rolled = when(table, ask("roll", dice=[1, 2, 6])).table
    reason = said(rolled, correct_wager(1, amount=0), kind=WrongMoment)
    assert "the `all_2` wager of seat 1 has been decided beside it" in reason


def test_a_table_without_limits_has_no_maximum() -> None:
    table = given(open_table(), open_round(), place(1, MOST_CENTS // 4))
    assert "maximum" not in said(table, place(1, MOST_CENTS), kind=BeyondLimit)
    craps = given(open_craps(), open_round())
    most = ask("place_wager", seat=1, wager="pass", amount=MOST_CENTS)
    assert "maximum" not in said(when(craps, most).table, most, kind=BeyondLimit)


def test_whoever_wagered_and_took_it_back_did_wager() -> None:
    table = given(open_table(), open_round(), place(1), withdraw(1))
    assert "no wager is down" in said(table, no_more_bets(), kind=NoSuchWager)


def test_a_seat_that_passed_the_bank_was_offered_it() -> None:
    table = when(after_first(jersey(), 1, 2), open_round(), pass_bank(1)).table
    assert "seat 1 has passed the bank" in said(table, pass_bank(1), kind=NotOffered)


def test_cards_are_not_tiles() -> None:
    first = given(poker(banking=True), open_round())
    assert "after the cards were set out" in said(first, accept(1), kind=WrongMoment)
    assert "an exposed card" in said(first, expose("dealer"), kind=WrongMoment)


def test_a_hand_that_was_decided_was_there() -> None:
    dealt = given(open_table(), *up_to_the_deal(HOUSE, HANDS), expose(1), void_hand(1))
    reason = said(dealt, set_hand(1), kind=NoSuchWager)
    assert reason == "the wager on the hand of seat 1 was decided before (void)"
    assert "seat 2 has no hand" in said(dealt, set_hand(2), kind=NoSuchWager)
    house_set = given(open_table(), *up_to_the_house(HOUSE, HANDS), surrender(1))
    assert "(surrender)" in said(house_set, surrender(1), kind=NoSuchWager)
    assert "no wager to surrender" in said(house_set, surrender(2), kind=NoSuchWager)


def test_a_dealers_wager_that_a_triple_decided_was_there() -> None:
    eye = {"vigorish_method": 2, "start": "count"}
    begun = metered(elections={"banking": True, "dragons_eye": eye})
    first = (open_round(), place(1), place(6), *to_the_dice()[1:])
    hands = deal_cards({1: WINS, 6: "JD TC 8D 7S 5H 3C 2H"})
    played = (hands, set_hand(1), set_hand(6), set_house(), settle(), open_round())
    banked = (pass_bank(1), accept(6), place(1, 3000), progressive(1))
    table = history(
        *(begun, *first, *played, *banked, *to_the_dice(dice=FOURS)[1:]),
        deal_cards({1: WINS, 6: DEALER}, dealer=None),
    ).table
    assert "the dealer's wager was decided before" in said(table, set_hand("dealer"))
    plain = given(open_table(), *up_to_the_deal(HOUSE, HANDS))
    assert "only with a wager against a bank" in said(plain, set_hand("dealer"))


def test_a_co_banks_hand_is_not_the_dealers() -> None:
    table = when(accepted(after_first(jersey(), 1, 6), 6, co_bank=True), place(1)).table
    dice = ask("roll", dice=[2, 4, 5])
    dealt = when(table, no_more_bets(), dice, deal(BANK_HAND), set_hand(1)).table
    reason = said(dealt, set_house("1-3 1-5", "5-6 4-6"), kind=NotThisPlayer)
    assert "the bank was not dealt" in reason


def test_what_the_generator_announced_is_no_dice() -> None:
    opening = open_table(regulation="md-pai-gow", generator=True)
    table = given(opening, open_round(), place(1), no_more_bets())
    reason = said(table, deal(HOUSE), kind=WrongMoment)
    assert "the dice have been read or the generator's number was announced" in reason
    announced = when(table, ask("announce_number", number=4)).table
    reason = said(announced, no_more_bets(), kind=WrongMoment)
    assert reason.endswith("the generator's number was announced")
    plain = given(open_table(), open_round(), place(1), no_more_bets())
    assert "generator" not in said(plain, deal(HOUSE), kind=WrongMoment)


def test_a_box_that_never_stood_there() -> None:
    table = given(open_table(), remove_box(carrier="s5"))
    reason = said(table, ask("count_drop", amount=0, box=9))
    assert reason.endswith("never stood at PG01, where box 2 is the last one")
    reason = said(table, ask("count_drop", amount=0, box=2))
    assert reason.endswith("is at PG01; take it off first")
