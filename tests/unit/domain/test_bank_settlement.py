"""The centre of the layout: what fills it, whom it pays, and what becomes of the bank.

19:47-10.8(n) to (r), 10.7(f), (k); MD 9.O to 9.S, 8.E, 8.K. Amounts are worked out by hand.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.events.round import (
    BankSettled,
    DealerWagerSettled,
    RoundClosed,
    RoundVoided,
    VigorishTaken,
    WagerSettled,
)
from domain.hosting import Table
from tests.support.domain.asked import (
    Asked,
    ask,
    expose,
    misdeal,
    place,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
)
from tests.support.domain.banked import (
    ALSO_WIN,
    DEALER_LOSES,
    DEALER_PUSHES,
    DEALER_WINS,
    LOSE,
    PUSH,
    WIN,
    accepted,
    after_first,
    closed,
    dealt,
    jersey,
    maryland,
    settled,
    up_to_settlement,
)
from tests.support.domain.given import Happened, account_totals, when

Opening = Callable[..., Asked]
BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
DEALERS: Final = 2500
"""What the dealer wagers when nothing is directed."""


def cites(opening: Opening, jersey_says: str, maryland_says: str) -> str:
    return jersey_says if opening is jersey else maryland_says


def banked(opening: Asked, **fields: Any) -> Table:
    """Seat 6 banks the second round."""
    return accepted(after_first(opening, 1, 6, cents=DEALERS), 6, **fields)


def alone(opening: Asked) -> Table:
    """As above, and the dealer wagers nothing."""
    return banked(opening, dealer_wager=0)


def co_banked(opening: Asked) -> Table:
    return banked(opening, co_bank=True)


def told(then: Happened) -> tuple[int, int, int]:
    """Net and vigorish of the bank, and what the round did to the tray."""
    summary = closed(then)
    assert summary.bank is not None
    totals = account_totals(then.events)
    assert (totals.get("bank", 0), totals.get("patrons", 0)) == (0, 0)
    assert summary.tray_delta == totals.get("tray", 0)
    return summary.bank.net, summary.bank.vigorish, summary.tray_delta


@BOTH
def test_10_8_o_md_9_p_a_surplus_less_vigorish_is_the_banks(opening: Opening) -> None:
    then = settled(alone(opening()), {1: 10_000, 2: 4000}, {1: LOSE, 2: WIN})
    assert told(then) == (5700, 300, 200 + 300)
    bank = then.one(BankSettled)
    assert (bank.surplus, bank.bank_share, bank.casino_share) == (6000, 6000, 0)
    assert bank.entries == {"bank": -6000, "patrons": 6000, "tray": 300, "vigorish": -300}
    assert bank.rule == cites(opening, "19:47-10.8(o)", "MD 9.P")
    assert (bank.seat, bank.player) == (6, "seat-6")
    assert then.names() == [
        *("WagerSettled", "WagerSettled", "VigorishTaken", "BankSettled", "RoundClosed")
    ]


@BOTH
def test_10_8_o_md_9_p_5_a_shortfall_is_made_up_before_the_winners_are_paid(
    opening: Opening,
) -> None:
    then = settled(alone(opening()), {1: 1000, 2: 4000}, {1: LOSE, 2: WIN})
    assert told(then) == (-3000, 0, 200)
    bank = then.one(BankSettled)
    assert (bank.surplus, bank.entries) == (-3000, {"bank": 3000, "patrons": -3000})
    assert then.names() == [
        *("WagerSettled", "BankSettled", "WagerSettled", "VigorishTaken", "RoundClosed")
    ]


@BOTH
def test_10_8_o_md_9_p_the_centre_may_come_out_even(opening: Opening) -> None:
    then = settled(alone(opening()), {1: 4000, 2: 4000}, {1: LOSE, 2: WIN})
    assert told(then) == (0, 0, 200)
    assert then.one(BankSettled).entries == {}


@BOTH
def test_10_8_o_md_9_p_a_push_moves_nothing(opening: Opening) -> None:
    then = settled(alone(opening()), {1: 4000}, {1: PUSH})
    assert told(then) == (0, 0, 0)
    assert then.one(WagerSettled).entries == {}


@BOTH
def test_10_8_r_md_9_r_each_winner_pays_vigorish_and_is_paid_from_the_centre(
    opening: Opening,
) -> None:
    wagers = {1: 10_000, 2: 4000, 3: 501}
    then = settled(alone(opening()), wagers, {1: LOSE, 2: WIN, 3: ALSO_WIN})
    assert told(then) == (5499 - 275, 275, 200 + 50 + 275)
    by_seat = {event.seat: event for event in then.all(WagerSettled)}
    assert by_seat[1].entries == {"bank": 10_000, "patrons": -10_000}
    assert by_seat[2].entries == {"bank": -4000, "patrons": 4000}
    vigorish = then.all(VigorishTaken)
    assert [(event.seat, event.amount) for event in vigorish] == [(2, 200), (3, 50)]
    assert {event.rule for event in vigorish} == {cites(opening, "19:47-10.8(r)", "MD 9.R")}


@BOTH
@pytest.mark.parametrize(
    ("rounding", "surplus", "vigorish"),
    [("quarter", 501, 50), ("cent", 501, 26), ("quarter", 500, 25), ("cent", 500, 25)],
)
def test_10_8_o_md_9_p_7_the_banks_vigorish_goes_up_to_the_next_quarter_or_cent(
    opening: Opening, rounding: str, surplus: int, vigorish: int
) -> None:
    then = settled(alone(opening(vigorish=rounding)), {1: surplus}, {1: LOSE})
    assert told(then) == (surplus - vigorish, vigorish, vigorish)


@BOTH
@pytest.mark.parametrize(
    ("dealer", "outcome", "net", "vigorish", "tray"),
    [
        (DEALER_LOSES, "lose", 11_875, 625, 625 - DEALERS),
        (DEALER_PUSHES, "push", 9500, 500, 500),
        (DEALER_WINS, "win", 7125, 375, 375 + DEALERS),
    ],
)
def test_10_8_n_q_md_9_o_q_the_dealers_wager_goes_through_the_centre_without_vigorish(
    opening: Opening, dealer: str, outcome: str, net: int, vigorish: int, tray: int
) -> None:
    then = settled(banked(opening()), {1: 10_000}, {1: LOSE}, dealer)
    assert told(then) == (net, vigorish, tray)
    own = then.one(DealerWagerSettled)
    assert (own.amount, own.outcome) == (DEALERS, outcome)
    if outcome == "win":
        assert own.rule == cites(opening, "19:47-10.8(q)", "MD 9.Q")
    else:
        assert own.rule == cites(opening, "19:47-10.8(n)", "MD 9.O")
    summary = closed(then).dealer_wager
    assert summary is not None
    assert (summary.amount, summary.outcome) == (DEALERS, outcome)
    assert not then.all(VigorishTaken)


@BOTH
def test_10_8_o_md_9_p_4_the_bank_makes_up_what_the_dealer_wins(opening: Opening) -> None:
    then = settled(banked(opening(), dealer_wager=2000), {1: 500}, {1: LOSE}, DEALER_WINS)
    assert told(then) == (-1500, 0, 2000)
    assert then.names() == [*("WagerSettled", "BankSettled", "DealerWagerSettled", "RoundClosed")]


@BOTH
def test_10_8_n_md_9_o_4_a_lost_wager_of_the_dealer_pays_the_winners(opening: Opening) -> None:
    then = settled(banked(opening()), {1: 2500}, {1: WIN}, DEALER_LOSES)
    assert told(then) == (0, 0, -2500 + 125)


@BOTH
@pytest.mark.parametrize(
    ("lost", "won", "bank", "casino"),
    [
        (4000, 1000, 1500, 1500),
        (4001, 1000, 1501, 1500),
        (1000, 4000, -1500, -1500),
        (1000, 4001, -1500, -1501),
        (1000, 1001, 0, -1),
        (4000, 4000, 0, 0),
    ],
)
def test_10_8_p_md_9_s_a_co_bank_carries_half_and_an_odd_cent_is_in_its_favour(
    opening: Opening, lost: int, won: int, bank: int, casino: int
) -> None:
    then = settled(co_banked(opening(vigorish="cent")), {1: lost, 2: won}, {1: LOSE, 2: WIN})
    event = then.one(BankSettled)
    assert (event.bank_share, event.casino_share) == (bank, casino)
    assert event.rule == cites(opening, "19:47-10.8(p)", "MD 9.S")
    own = -(-max(bank, 0) // 20)
    winners = -(-won // 20)
    assert told(then) == (bank - own, own, casino + own + winners)
    summary = closed(then).bank
    assert summary is not None
    assert summary.co_bank
    assert closed(then).dealer_wager is None


def test_10_8_p_what_casino_and_co_bank_give_is_in_the_centre_before_it_is_paid_out() -> None:
    then = settled(co_banked(jersey()), {1: 1000, 2: 4001}, {1: LOSE, 2: WIN})
    bank = then.one(BankSettled)
    assert bank.entries == {"bank": 3001, "patrons": -3001, "tray": -1501, "win": 1501}
    names = then.names()
    assert names.index("BankSettled") < names.index("VigorishTaken")


def test_10_5_a_against_a_bank_the_casino_pays_the_coupon() -> None:
    wagers = [place(1, 4000, coupon=1000), place(2, 3000, coupon=700)]
    table = up_to_settlement(alone(jersey()), wagers, {1: WIN, 2: LOSE})
    then = when(table, settle())
    assert told(then) == (-1000, 0, -1000 + 250)
    won = {event.seat: event for event in then.all(WagerSettled)}
    assert (won[1].paid, won[2].paid) == (5000, 0)
    assert won[1].entries == {"bank": -4000, "patrons": 4000, "tray": -1000, "promotional": 1000}
    assert won[2].entries == {"bank": 3000, "patrons": -3000}


@BOTH
def test_10_7_f_md_8_e_a_surrendered_wager_goes_to_the_centre(opening: Opening) -> None:
    table = up_to_settlement(
        alone(opening()), [place(1, 3000), place(2, 1000)], {1: WIN, 2: ALSO_WIN}
    )
    given_up = when(table, surrender(1))
    assert given_up.one(WagerSettled).entries == {"bank": 3000, "patrons": -3000}
    then = when(table, surrender(1), settle())
    assert told(then) == (1900, 100, 50 + 100)


@BOTH
@pytest.mark.parametrize("co_bank", [False, True])
def test_10_9_c_md_10_c_a_void_round_returns_what_was_surrendered_from_the_centre(
    opening: Opening, co_bank: bool
) -> None:
    fields: dict[str, Any] = {"co_bank": True} if co_bank else {"dealer_wager": 2000}
    wagers = [place(1, 3000), place(2, 1000)]
    table = up_to_settlement(banked(opening(), **fields), wagers, {1: WIN, 2: ALSO_WIN})
    then = when(table, surrender(1), misdeal())
    voided = then.one(RoundVoided)
    assert [line.outcome for line in voided.wagers] == ["void", "void"]
    back = then.all(WagerSettled)[1]
    assert (back.was, back.entries) == ("surrender", {"patrons": 3000, "bank": -3000})
    assert not then.all(BankSettled)
    assert voided.bank is not None
    assert (voided.bank.net, voided.bank.vigorish, voided.tray_delta) == (0, 0, 0)
    outcome = voided.dealer_wager and voided.dealer_wager.outcome
    assert outcome == (None if co_bank else "void")
    totals = account_totals(then.events)
    assert (totals["bank"], totals["patrons"]) == (0, 0)
    assert "tray" not in totals


@BOTH
def test_10_9_c_md_10_c_a_void_round_with_an_empty_centre_settles_no_bank(
    opening: Opening,
) -> None:
    table = up_to_settlement(banked(opening()), [place(1, 3000)], {1: WIN})
    then = when(table, misdeal())
    voided = then.one(RoundVoided)
    assert not then.all(BankSettled)
    assert voided.bank is not None
    assert (voided.bank.seat, voided.bank.net, voided.tray_delta) == (6, 0, 0)


@BOTH
def test_10_9_d_md_10_d_a_voided_hand_takes_no_part_against_the_bank(opening: Opening) -> None:
    table = when(alone(opening()), place(1, 3000), place(2, 1000)).table
    table = dealt(table, {1: WIN, 2: LOSE}, DEALER_LOSES)
    played = when(table, expose(1), void_hand(1), set_hand(2, *LOSE.split("/"))).table
    then = when(played, set_house(), settle())
    assert [line.outcome for line in closed(then).wagers] == ["void", "lose"]
    assert told(then) == (950, 50, 50)


def test_md_5_c_2_an_abandoned_wager_goes_to_the_centre() -> None:
    table = up_to_settlement(alone(maryland()), [place(1, 3000)], {1: WIN})
    then = when(table, ask("abandon", seat=1), settle())
    assert told(then) == (2850, 150, 150)


def test_md_8_l_pair_fortunes_is_the_trays_whoever_banks() -> None:
    fortunes = ask("place_wager", seat=1, wager="pair_fortunes", amount=100)
    opening = maryland(pair_fortunes="A")
    table = up_to_settlement(alone(opening), [place(1, 3000), fortunes], {1: WIN})
    then = when(table, settle())
    assert told(then) == (-3000, 0, 150 + 100)


def test_19_47_10_11_wagers_on_the_dice_are_the_trays_whoever_banks() -> None:
    on_dice = ask("place_wager", seat=1, wager="any_triple", amount=100)
    table = up_to_settlement(
        alone(jersey(triples_bonus=True)), [place(1, 3000), on_dice], {1: LOSE}
    )
    then = when(table, settle())
    assert then.one(BankSettled).surplus == 3000
    assert closed(then).tray_delta == 150 + 100


def method_2(**fields: Any) -> Table:
    return banked(jersey(dragons_eye={"vigorish_method": 2}), **fields)


def test_13_69f_10_7_l_2_by_the_second_method_nobody_pays_vigorish() -> None:
    table = method_2(dealer_wager=0)
    then = settled(table, {1: 10_000, 2: 4000}, {1: LOSE, 2: WIN})
    assert told(then) == (6000, 0, 0)
    assert not then.all(VigorishTaken)


def test_13_69f_10_7_l_2_a_triple_loses_the_hands_to_the_bank_and_ends_the_round() -> None:
    table = when(method_2(), place(1, 3000), ask("no_more_bets")).table
    then = when(table, ask("roll", dice=[4, 4, 4]))
    assert told(then) == (3000, 0, 0)
    summary = closed(then)
    assert [line.rule for line in summary.wagers] == ["13:69F-10.7(l)2"]
    assert summary.dealer_wager is not None
    assert summary.dealer_wager.outcome == "void"


@BOTH
def test_a_bank_against_the_dealer_alone(opening: Opening) -> None:
    then = settled(banked(opening()), {}, {}, DEALER_LOSES)
    assert told(then) == (2375, 125, -2500 + 125)
    assert closed(then).wagers == ()


@BOTH
def test_the_summary_names_the_bank_and_whether_it_was_shared(opening: Opening) -> None:
    for table, shared in ((alone(opening()), False), (co_banked(opening()), True)):
        bank = settled(table, {1: 1000}, {1: PUSH}).one(RoundClosed).bank
        assert bank is not None
        assert (bank.seat, bank.co_bank) == (6, shared)
