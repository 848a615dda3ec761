"""Maryland where it differs: MD 2.E, 2.F, 3.A, 3.H, 5.A, 5.C, 6.A, 7.A and the bank's rotation."""

from typing import Any, Final

import pytest

from domain.events.round import BankSettled, RoundClosed, RoundOpened, WagerSettled
from domain.games.pai_gow.messages.events import NumberAnnounced, TilesDealt
from domain.hosting import Table
from domain.refusals import NoSuchWager, NotOffered, WrongMoment
from tests.support.domain.asked import (
    RING,
    Asked,
    ask,
    close_table,
    deal,
    expose,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_house,
)
from tests.support.domain.at_the_dice import (
    EIGHT,
    accept_bank,
    before_a_bank,
    bet,
    played_out,
    told,
)
from tests.support.domain.given import account_totals, given, then_refused, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
ABANDON: Final = ask("abandon", seat=2)


def maryland(**elections: Any) -> Asked:
    return open_table(regulation="md-pai-gow", **elections)


ZERO_HIGH_HOUSE: Final = "5-5 4-6 3-3 2-2"
"""By the house way: zero with mooy high, zero with chong low."""
BETTER_ZERO_HIGH: Final = "1-3 1-5 / 5-5 4-6"
"""Zero with gor high: the better tile."""


@pytest.mark.parametrize(
    ("regulation", "outcome", "rule"),
    [("nj-pai-gow", "push", "19:47-10.7(i)1"), ("md-pai-gow", "lose", "MD 8.G")],
)
def test_3_h_2_zero_against_zero_goes_to_the_house_whatever_the_tiles(
    regulation: str, outcome: str, rule: str
) -> None:
    round_ = up_to_the_house(ZERO_HIGH_HOUSE, {1: BETTER_ZERO_HIGH})
    settled = when(given(open_table(regulation=regulation), *round_), settle()).one(WagerSettled)
    assert (settled.outcome, settled.rule) == (outcome, rule)


@pytest.mark.parametrize(
    ("hand", "outcome", "rule"),
    [
        ("6-6 1-6 / 5-5 2-3", "win", "MD 8.I"),
        ("5-5 1-5 / 3-3 3-4", "lose", "MD 8.G"),
        ("6-6 1-6 / 3-3 3-4", "push", "MD 8.H(1)"),
        ("6-6 1-3 / 5-5 2-3", "push", "MD 8.H(2)"),
        ("1-5 5-6 / 1-3 4-6", "lose", "MD 8.G"),
    ],
)
def test_8_g_to_i_a_hand_ends_as_the_section_says(hand: str, outcome: str, rule: str) -> None:
    then = when(given(maryland(), *up_to_the_house(HOUSE, {2: hand})), settle())
    assert (then.one(WagerSettled).outcome, then.one(WagerSettled).rule) == (outcome, rule)


def test_5_a_a_coupon_is_refused() -> None:
    table = given(maryland(), open_round())
    then_refused(table, place(1, coupon=1), rule="MD 5.A", kind=NotOffered)


def announced(number: int) -> TilesDealt:
    betting = (open_round(), *map(place, range(1, 7)), no_more_bets())
    table = given(maryland(generator=True), *betting)
    told_number = ask("announce_number", number=number)
    return when(table, told_number, ask("deal", stacks=stacks({}))).one(TilesDealt)


@pytest.mark.parametrize("number", [1, 2, 7, 8, 9, 18, 1000, 10**6])
def test_6_b_the_generators_number_is_counted_from_the_dealer(number: int) -> None:
    event = announced(number)
    assert event.start == RING[(number - 1) % 8]
    assert list(event.hands[event.start]) == stacks({})[0]


def test_6_a_1_the_generator_is_for_tables_that_elected_it() -> None:
    betting = (open_round(), place(1), no_more_bets())
    number = ask("announce_number", number=5)
    elected = given(maryland(generator=True), *betting)
    then = when(elected, number)
    assert then.one(NumberAnnounced).rule == "MD 6.A(1)"
    then_refused(then.table, number, rule="MD 6.A(1)", kind=WrongMoment)
    then_refused(then.table, roll(), rule="MD 6.A(2)", kind=WrongMoment)
    then_refused(given(maryland(), *betting), number, rule="MD 6.A(1)", kind=NotOffered)
    new_jersey = given(open_table(), *betting)
    then_refused(new_jersey, number, rule="19:47-10.3(a)", kind=NotOffered)


def test_6_a_2_a_table_with_a_generator_may_shake_dice_and_count_its_triples() -> None:
    betting = (open_round(), place(1), no_more_bets())
    table = given(maryland(generator=True), *betting, roll(2, 2, 2), *played_out(1), *betting)
    number = when(table, ask("announce_number", number=5), *played_out(1))
    assert number.one(RoundClosed).triples == 1


def test_9_j_2_a_bank_shakes_dice_although_a_generator_is_elected() -> None:
    ready = before_a_bank(maryland(generator=True, banking=True), 1, 2)
    table = given(*ready, open_round(), accept_bank(1), place(2), no_more_bets())
    number = ask("announce_number", number=5)
    then_refused(table, number, rule="MD 9.J(2)", kind=NotOffered)
    assert when(table, roll(shaker=1)).events
    then_refused(table, roll(shaker=2), rule="MD 9.J(2)", kind=WrongMoment)


JUNG_QUAT: Final = ask("choose_delivery", style="jung_quat")


def test_7_a_the_dealer_chooses_the_delivery_where_the_submission_says_so() -> None:
    betting = (open_round(), place(1), no_more_bets())
    elected = given(maryland(dealer_delivery=True), *betting)
    then = when(elected, JUNG_QUAT, roll(), ask("deal", stacks=stacks({})))
    assert then.one(TilesDealt).style == "jung_quat"
    after_the_dice = when(elected, roll()).table
    then_refused(after_the_dice, JUNG_QUAT, rule="MD 7.A", kind=WrongMoment)
    then_refused(given(maryland(), *betting), JUNG_QUAT, rule="MD 7.A", kind=NotOffered)


def test_7_a_a_style_that_nobody_may_choose_is_refused() -> None:
    styles = ["chee_yee", "house_way_from_left"]
    opening = maryland(dealer_delivery=True, banking=True, delivery_styles=styles)
    dealers = given(opening, open_round(), place(1), no_more_bets())
    refusal = then_refused(dealers, JUNG_QUAT, rule="MD 7.A", kind=NotOffered)
    assert "chee_yee, house_way_from_left" in refusal.reason
    ready = before_a_bank(opening, 1, 2)
    banks = given(*ready, open_round(), accept_bank(1), place(2), no_more_bets())
    then_refused(banks, JUNG_QUAT, rule="MD 9.J", kind=NotOffered)
    assert when(banks, ask("choose_delivery", style="chee_yee")).events


def test_9_j_a_bank_chooses_where_the_dealer_may_not() -> None:
    ready = before_a_bank(maryland(banking=True), 1, 2)
    table = given(*ready, open_round(), accept_bank(1), place(2), no_more_bets())
    assert when(table, JUNG_QUAT).events


PHASES: Final = [no_more_bets(), roll(), deal(HOUSE), set_hand(1), set_hand(2), set_house()]


@pytest.mark.parametrize("done", range(1, len(PHASES) + 1))
def test_5_c_2_a_wager_left_behind_is_lost_at_every_phase_to_settlement(done: int) -> None:
    betting = given(maryland(pair_fortunes="A"), open_round(), place(1), place(2))
    before = when(betting, bet(2, "pair_fortunes"), *PHASES[:done]).table
    then = when(before, ABANDON)
    assert then.names() == ["WagerAbandoned", "WagerSettled", "WagerSettled"]
    assert {event.rule for event in then.events} == {"MD 5.C(2)"}
    assert then.table.tray - before.tray == 2600
    rest = [asked for asked in PHASES[done:] if asked != set_hand(2)]
    closed = when(then.table, *rest, settle()).one(RoundClosed)
    assert [(line.seat, line.outcome) for line in closed.wagers if line.seat == 2] == [
        (2, "abandoned"),
        (2, "abandoned"),
    ]
    then_refused(then.table, ABANDON, rule="MD 5.C(2)", kind=NoSuchWager)


def test_5_c_2_nothing_is_abandoned_while_it_may_be_withdrawn_or_where_nothing_lies() -> None:
    table = given(maryland(), open_round(), place(2))
    then_refused(table, ABANDON, rule="MD 5.C(2)", kind=WrongMoment)
    closed = when(table, no_more_bets()).table
    then_refused(closed, ask("abandon", seat=1), rule="MD 5.C(2)", kind=NoSuchWager)


def test_5_c_2_an_exposed_hand_may_be_abandoned_and_holds_nobody_up() -> None:
    table = given(maryland(), open_round(), place(1), place(2), no_more_bets(), roll(), deal(HOUSE))
    then = when(table, expose(2), ABANDON, set_hand(1), set_house(), settle())
    assert told(then.events)[0] == (2, "pai_gow", "abandoned", 0)


def test_5_c_2_a_round_that_everybody_left_before_the_dice_ends_with_them() -> None:
    table = given(maryland(generator=True), open_round(), place(2), no_more_bets(), ABANDON)
    assert when(table, roll()).names() == ["DiceRolled", "RoundClosed"]
    by_number = when(table, ask("announce_number", number=3))
    assert by_number.names() == ["NumberAnnounced", "RoundClosed"]


def test_5_c_2_a_round_that_everybody_left_after_the_dice_is_played_out() -> None:
    table = given(maryland(), open_round(), place(2), no_more_bets(), roll(), ABANDON)
    closed = when(table, deal(HOUSE), set_house(), settle()).one(RoundClosed)
    assert closed.tray_delta == 2500


def test_new_jersey_knows_no_abandoned_wager() -> None:
    table = given(open_table(), open_round(), place(2), no_more_bets())
    refusal = then_refused(table, ABANDON, rule="19:47-10.5(b)", kind=NotOffered)
    assert "house way" in refusal.reason


def banked(**bank: Any) -> Table:
    """Seat 1 banks against seats 2 and 3, who wagered and are about to see the dice."""
    ready = before_a_bank(maryland(banking=True, co_banking=True, pair_fortunes="D"), 1, 2, 3)
    wagers = (accept_bank(1, **bank), place(2, 1001), bet(2, "pair_fortunes"), place(3, 500))
    return given(*ready, open_round(), *wagers, no_more_bets())


BANK_PHASES: Final = [roll(*EIGHT), deal("4-6 1-4 3-6 2-5", {1: HOUSE}), set_hand(2), set_hand(3)]


@pytest.mark.parametrize("done", range(len(BANK_PHASES) + 1))
@pytest.mark.parametrize("co_bank", [False, True])
def test_5_c_2_what_is_abandoned_against_a_bank_goes_to_the_centre(
    done: int, co_bank: bool
) -> None:
    before = when(banked(co_bank=co_bank, dealer_wager=0), *BANK_PHASES[:done]).table
    then = when(before, ABANDON)
    hands, fortunes = then.all(WagerSettled)
    assert hands.entries == {"bank": 1001, "patrons": -1001}
    assert fortunes.entries == {"tray": 100, "win": -100}
    rest = [asked for asked in BANK_PHASES[done:] if asked != set_hand(2)]
    ended = when(then.table, *rest, set_house(), surrender(3), settle())
    assert ended.one(BankSettled).surplus == 1501
    totals = account_totals((*then.events, *ended.events))
    assert (totals["bank"], totals["patrons"]) == (0, 0)


def test_9_c_1_every_round_begins_with_the_lowest_seat_and_none_is_the_dealers() -> None:
    seats = (place(1), place(4))
    played = [open_round(), *seats, no_more_bets(), roll(), *played_out(1, 4)]
    opened = [
        when(given(maryland(banking=True), *played * rounds), open_round()).one(RoundOpened)
        for rounds in (1, 2, 3)
    ]
    assert [[offer.seat for offer in event.offered] for event in opened] == [[1, 4]] * 3
    assert not any(event.dealer_keeps for event in opened)


def test_a_session_of_one_regulation_may_follow_one_of_the_other() -> None:
    table = given(maryland(pair_fortunes="B"), close_table(), open_table())
    new_jersey = when(table, open_round()).table
    then_refused(new_jersey, bet(1, "pair_fortunes"), rule="19:47-10.5(a)", kind=NotOffered)
