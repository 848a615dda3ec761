"""Who may bank, with what, and what the dealer wagers against it.

19:47-10.8(c) to (f), (h); MD 9.C(3) to 9.F, 9.H, 9.I.
"""

from typing import Any, Final, NamedTuple

import pytest

from domain.events.round import WagerPlaced
from domain.games.pai_gow.messages.events import BankAccepted
from domain.games.pai_gow.round.state import round_at
from domain.hosting import Table
from domain.refusals import BankNotCovered, NotOffered, NotThisPlayer
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    no_more_bets,
    open_round,
    place,
    set_hand,
    set_house,
    settle,
    withdraw,
)
from tests.support.domain.banked import (
    accept,
    accepted,
    after_first,
    after_round,
    jersey,
    maryland,
    offered,
    pass_bank,
    played_out,
)
from tests.support.domain.given import given, new_table, then_refused, when


class Cited(NamedTuple):
    """What one regulation cites for each duty."""

    opening: Any
    twice: str
    wagered: str
    cover: str
    co_bank: str
    one_area: str
    dealer_wager: str

    def open(self, **elections: Any) -> Asked:
        asked: Asked = self.opening(**elections)
        return asked


NJ: Final = Cited(
    jersey,
    "19:47-10.8(c)",
    "19:47-10.8(d)1",
    "19:47-10.8(d)2",
    "19:47-10.8(e)",
    "19:47-10.8(f)",
    "19:47-10.8(h)",
)
MD: Final = Cited(maryland, "MD 9.C(3)", "MD 9.D(1)", "MD 9.D(2)", "MD 9.E", "MD 9.F", "MD 9.I")
BOTH: Final = pytest.mark.parametrize("by", [NJ, MD], ids=["NJ", "MD"])


def betting(opening: Asked, *seats: int, cents: int = 2500) -> Table:
    """The second round, with the bank on offer to these seats."""
    return when(after_first(opening, *seats, cents=cents), open_round()).table


def dealers_wager(table: Table) -> int:
    bank = round_at(table).bank
    assert bank is not None
    return bank.dealer_wager


@BOTH
def test_10_8_c_md_9_c_3_nobody_banks_two_rounds_running(by: Cited) -> None:
    table = after_round(after_first(by.open(), 1, 2), 1, 2, bank=1)
    assert offered(table) == [2]
    again = when(table, open_round(), pass_bank(2)).table
    then_refused(again, accept(1), rule=by.twice, kind=NotThisPlayer)
    other_seat = accept(4, player="seat-1")
    then_refused(again, other_seat, rule=by.twice, kind=NotThisPlayer)


@BOTH
def test_10_8_c_md_9_c_3_a_round_between_lets_the_player_bank_again(by: Cited) -> None:
    table = after_round(after_first(by.open(), 1, 2), 1, 2, bank=1)
    by_the_other = after_round(table, 1, 2, bank=2)
    between = after_round(by_the_other, 1, 2)
    seats = offered(by_the_other)
    assert seats == ("dealer keeps" if by is NJ else [1])
    assert 1 in offered(between)


@BOTH
def test_10_8_d_1_md_9_d_1_the_bank_wagered_against_the_dealer_last_time(by: Cited) -> None:
    table = after_round(after_first(by.open(), 1, 2), 2, 3)
    assert offered(table) == [2, 3]
    then = when(table, open_round(), pass_bank(2)).table
    for who in (1, 6):
        then_refused(then, accept(who), rule=by.wagered, kind=NotThisPlayer)


@BOTH
def test_10_8_d_1_md_9_d_1_a_wager_against_a_bank_is_none_against_the_dealer(by: Cited) -> None:
    table = after_round(after_first(by.open(), 1, 2), 2, 3, bank=1)
    assert offered(table) == [2]
    newcomer = when(table, open_round(), pass_bank(2)).table
    then_refused(newcomer, accept(3), rule=by.wagered, kind=NotThisPlayer)


@BOTH
def test_10_8_d_1_md_9_d_1_a_player_who_sat_out_a_banked_round_may_still_bank(by: Cited) -> None:
    table = after_round(after_first(by.open(), 1, 2, 3), 3, bank=1)
    assert offered(table) == ([3, 2] if by is NJ else [2, 3])


@BOTH
@pytest.mark.parametrize("co_bank", [False, True])
def test_10_8_d_2_md_9_d_2_the_chips_cover_all_other_wagers_when_accepted(
    by: Cited, co_bank: bool
) -> None:
    table = when(betting(by.open(), 1, 2, 3), place(2, 4000), place(3, 2500)).table
    short = accept(1, 6499, co_bank=co_bank)
    refusal = then_refused(table, short, rule=by.cover, kind=BankNotCovered)
    assert "6499" in refusal.reason
    assert "6500" in refusal.reason
    assert when(table, accept(1, 6500, co_bank=co_bank)).one(BankAccepted).chips == 6500


@BOTH
@pytest.mark.parametrize("co_bank", [False, True])
def test_10_8_d_2_md_9_d_2_a_later_wager_beyond_the_chips_is_not_taken(
    by: Cited, co_bank: bool
) -> None:
    table = betting(by.open(), 1, 2, 3)
    banked = when(table, accept(1, 6500, co_bank=co_bank), place(2, 4000)).table
    then_refused(banked, place(3, 2501), rule=by.cover, kind=BankNotCovered)
    full = when(banked, place(3, 2500)).table
    then_refused(full, place(2, 1), rule=by.cover, kind=BankNotCovered)
    assert when(full, withdraw(2), place(3, 4000)).table.open_round() is not None


@BOTH
def test_10_8_d_2_md_9_d_2_the_dealers_wager_need_not_be_covered(by: Cited) -> None:
    banked = when(betting(by.open(), 1, 2), accept(1, 1000)).table
    assert dealers_wager(banked) == 2500
    assert when(banked, place(2, 1000)).events


def test_10_8_d_2_coupons_are_not_the_banks_to_cover() -> None:
    table = when(betting(jersey(), 1, 2), place(2, 1000, coupon=9000)).table
    banked = when(table, accept(1, 2000)).table
    assert when(banked, place(2, 1000, coupon=5000)).events
    then_refused(banked, place(2, 1001), rule="19:47-10.8(d)2", kind=BankNotCovered)


def test_10_8_d_2_wagers_on_the_dice_are_not_the_banks_to_cover() -> None:
    table = betting(jersey(triples_bonus=True), 1, 2)
    banked = when(table, accept(1, 1000), place(2, 1000)).table
    on_dice = ask("place_wager", seat=2, wager="any_triple", amount=5000)
    assert when(banked, on_dice).one(WagerPlaced).total == 5000


@BOTH
def test_10_8_e_md_9_e_no_co_banking_where_the_casino_does_not_offer_it(by: Cited) -> None:
    table = betting(by.open(co_banking=False), 1)
    then_refused(table, accept(1, co_bank=True), rule=by.co_bank, kind=NotOffered)
    assert not when(table, accept(1)).one(BankAccepted).co_bank


@BOTH
def test_10_8_e_md_9_e_co_banking_is_an_option_of_the_bank(by: Cited) -> None:
    alone = by.open(banking=False, co_banking=True)
    then_refused(new_table(), alone, rule=by.co_bank, kind=NotOffered)


@BOTH
def test_10_8_e_md_9_e_5_the_dealer_wagers_nothing_against_a_co_bank(by: Cited) -> None:
    table = betting(by.open(), 1)
    for told in ({}, {"dealer_wager": 0}):
        co_bank = when(table, accept(1, co_bank=True, **told)).one(BankAccepted)
        assert (co_bank.dealer_wager, co_bank.rule) == (0, by.co_bank)
    wagering = accept(1, co_bank=True, dealer_wager=1)
    then_refused(table, wagering, rule=by.co_bank, kind=NotOffered)


@BOTH
def test_10_8_f_md_9_f_the_bank_has_no_wager_of_its_own(by: Cited) -> None:
    wagered = when(betting(by.open(), 1, 2), place(1)).table
    then_refused(wagered, accept(1), rule=by.one_area, kind=NotThisPlayer)
    banked = when(wagered, withdraw(1), accept(1)).table
    then_refused(banked, place(1), rule=by.one_area, kind=NotThisPlayer)


@BOTH
def test_10_8_f_md_9_f_the_bank_plays_on_one_area_even_where_two_are_offered(by: Cited) -> None:
    table = betting(by.open(two_areas=True), 1, 2)
    second = place(3, player="seat-1")
    elsewhere = when(table, second).table
    then_refused(elsewhere, accept(1), rule=by.one_area, kind=NotThisPlayer)
    banked = when(table, accept(1)).table
    next_to_it = place(2, player="seat-1")
    for asked in (second, next_to_it):
        then_refused(banked, asked, rule=by.one_area, kind=NotThisPlayer)


@BOTH
def test_10_8_f_md_9_f_nobody_else_wagers_on_the_banks_area(by: Cited) -> None:
    banked = when(betting(by.open(), 1, 2), accept(1)).table
    then_refused(banked, place(1, player="somebody"), kind=NotThisPlayer)


def test_10_8_f_the_bank_makes_no_wager_that_needs_one_on_the_hands() -> None:
    banked = when(betting(jersey(triples_bonus=True), 1, 2), accept(1)).table
    on_dice = ask("place_wager", seat=1, wager="any_triple", amount=100)
    then_refused(banked, on_dice, rule="19:47-10.11(a)", kind=NotOffered)


def eye_wager(seat: int, wager: str, **fields: Any) -> Asked:
    return ask("place_wager", seat=seat, wager=wager, amount=500, **fields)


def test_10_8_f_the_bank_may_wager_on_the_dice_where_they_stand_alone_on_its_own_area() -> None:
    opening = jersey(two_areas=True, dragons_eye={"standalone": True})
    table = betting(opening, 1, 2)
    beside = when(table, eye_wager(2, "even", player="seat-1")).table
    then_refused(beside, accept(1), rule="19:47-10.8(f)", kind=NotThisPlayer)
    banked = when(table, eye_wager(1, "even"), accept(1)).table
    assert when(banked, eye_wager(1, "odd")).events


def test_10_8_f_a_retained_dice_bonus_of_the_bank_stays() -> None:
    opening = jersey(dragons_eye={"start": "count"})
    wagers = [place(1), place(2), eye_wager(1, "dice_bonus")]
    triple = [no_more_bets(), ask("roll", dice=[3, 3, 3]), deal("1-3 1-5 5-6 4-6")]
    hands = [set_hand(1), set_hand(2), set_house(), settle()]
    first = given(opening, open_round(), *wagers, *triple, *hands)
    banked = when(first, open_round(), accept(1)).table
    assert [(one.seat, one.wager) for one in round_at(banked).wagers] == [(1, "dice_bonus")]


@BOTH
def test_10_8_h_md_9_h_3_the_dealer_wagers_the_last_wager_made_against_it(
    by: Cited,
) -> None:
    first = after_first(by.open(), 1, 2, cents=4000)
    against_a_bank = after_round(first, 1, 2, bank=1, cents=9900)
    against_the_dealer = after_round(first, 1, 2, cents=7000)
    assert dealers_wager(accepted(first, 1)) == 4000
    assert dealers_wager(accepted(against_a_bank, 2)) == 4000
    assert dealers_wager(accepted(against_the_dealer, 2)) == 7000


@BOTH
@pytest.mark.parametrize("directed", [0, 1, 2499, 2500])
def test_10_8_h_md_9_i_1_the_bank_may_direct_a_lesser_wager_or_none(
    by: Cited, directed: int
) -> None:
    then = when(betting(by.open(), 1), accept(1, dealer_wager=directed))
    assert then.one(BankAccepted).dealer_wager == directed


@BOTH
def test_10_8_h_md_9_i_1_the_bank_may_not_direct_a_larger_wager(by: Cited) -> None:
    more = accept(1, dealer_wager=2501)
    then_refused(betting(by.open(), 1), more, rule=by.dealer_wager, kind=NotOffered)


@BOTH
def test_10_4_g_md_4_h_a_bank_plays_against_the_dealer_alone_or_against_nobody(
    by: Cited,
) -> None:
    table = betting(by.open(), 1)
    against_dealer = when(table, accept(1)).table
    assert played_out(against_dealer).events
    nobody = when(table, accept(1, dealer_wager=0)).table
    then_refused(nobody, no_more_bets())


def test_the_bank_is_the_player_who_sat_there_last_unless_named() -> None:
    first = played_out(given(jersey(), open_round(), place(1, player="ann"))).table
    table = when(first, open_round()).table
    assert when(table, accept(1)).one(BankAccepted).player == "ann"
    stranger = accept(1, player="bob")
    then_refused(table, stranger, rule=NJ.wagered, kind=NotThisPlayer)
