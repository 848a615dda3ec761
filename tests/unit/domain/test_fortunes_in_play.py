"""MD 5.F and 8.L in play: the Pair Fortunes wager from the chips to the tray."""

from typing import Any, Final

import pytest

from domain.events.round import RoundClosed, RoundVoided, VigorishTaken, WagerSettled
from domain.hosting import Table
from domain.refusals import BeyondLimit, NotOffered, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    withdraw,
)
from tests.support.domain.at_the_dice import EIGHT, accept_bank, before_a_bank, bet, take_down, told
from tests.support.domain.given import given, then_refused, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {
    "gee_joon_and_heaven": "2-4 6-6 1-2 6-6",
    "two_pairs": "2-2 3-6 2-2 4-5",
    "gee_joon": "2-4 1-6 1-2 3-3",
    "mixed_pair": "2-5 2-2 3-4 3-3",
    "identical_pair": "1-1 2-2 1-1 3-3",
    "none": "6-6 4-5 1-1 2-6",
}
PAYS: Final = {
    "A": (300, 25, 8, 4, 3, 0),
    "B": (250, 25, 8, 5, 2, 0),
    "C": (250, 30, 7, 5, 2, 0),
    "D": (200, 30, 10, 4, 2, 0),
}
"""8.L(1) to (4), in the order of the hands."""


def maryland(paytable: str | None = "A", **elections: Any) -> Asked:
    return open_table(regulation="md-pai-gow", pair_fortunes=paytable, **elections)


def dealt(hand: str, paytable: str = "A", seat: int = 3) -> Table:
    """A dollar on the fortunes of one seat, whose four tiles are these."""
    wagers = (place(seat), bet(seat, "pair_fortunes"))
    rolled = (open_round(), *wagers, no_more_bets(), roll())
    return given(maryland(paytable), *rolled, deal(HOUSE, {seat: hand}))


@pytest.mark.parametrize(
    ("paytable", "row", "odds"),
    [
        (paytable, row, odds)
        for paytable, column in PAYS.items()
        for row, odds in zip(HANDS, column, strict=True)
    ],
)
def test_8_l_each_row_pays_by_the_paytable_that_was_elected(
    paytable: str, row: str, odds: int
) -> None:
    table = dealt(HANDS[row], paytable)
    then = when(table, set_hand(3), set_house(), settle())
    outcome = "win" if odds else "lose"
    assert told(then.events)[-1] == (3, "pair_fortunes", outcome, 100 * odds)
    settled = then.all(WagerSettled)[-1]
    assert settled.rule == f"MD 8.L({'ABCD'.index(paytable) + 1})"
    moved = -100 * odds or 100
    assert settled.entries == {"tray": moved, "win": -moved}


def test_8_l_fortunes_pay_no_vigorish() -> None:
    then = when(dealt(HANDS["gee_joon_and_heaven"]), set_hand(3), set_house(), settle())
    assert [taken.wager for taken in then.all(VigorishTaken)] == ["pai_gow"]
    fortunes = then.one(RoundClosed).wagers[1]
    assert (fortunes.wager, fortunes.vigorish) == ("pair_fortunes", 0)


def test_8_l_the_setting_does_not_matter() -> None:
    table = dealt(HANDS["identical_pair"])
    apart = when(table, set_hand(3, "3-3 1-1", "2-2 1-1"), set_house(), settle())
    assert told(apart.events)[-1] == (3, "pair_fortunes", "win", 300)


def test_a_surrendered_hand_still_has_its_fortunes() -> None:
    table = when(dealt(HANDS["two_pairs"]), set_hand(3), set_house()).table
    then = when(table, surrender(3), settle())
    assert told(then.events) == [
        (3, "pai_gow", "surrender", 0),
        (3, "pair_fortunes", "win", 2500),
    ]
    assert then.one(RoundClosed).tray_delta == 0


def test_5_c_2_an_abandoned_seat_loses_its_fortunes_too() -> None:
    then = when(dealt(HANDS["two_pairs"]), ask("abandon", seat=3), set_house(), settle())
    assert told(then.events) == [
        (3, "pai_gow", "abandoned", 0),
        (3, "pair_fortunes", "abandoned", 0),
    ]
    assert then.one(RoundClosed).tray_delta == 2600


def test_after_a_surrender_the_fortunes_may_still_be_abandoned() -> None:
    table = when(dealt(HANDS["two_pairs"]), set_hand(3), set_house(), surrender(3)).table
    then = when(table, ask("abandon", seat=3), settle())
    assert told(then.events) == [(3, "pair_fortunes", "abandoned", 0)]


def test_10_d_a_voided_hand_gets_its_fortunes_back() -> None:
    then = when(dealt(HANDS["two_pairs"]), expose(3), void_hand(3), set_house(), settle())
    assert told(then.events) == [(3, "pai_gow", "void", 0), (3, "pair_fortunes", "void", 0)]
    assert then.one(RoundClosed).tray_delta == 0


@pytest.mark.parametrize("mistake", [misdeal(), expose("dead"), expose("dealer")])
def test_10_c_and_e_a_void_round_returns_the_fortunes(mistake: Asked) -> None:
    voided = when(dealt(HANDS["two_pairs"]), mistake).one(RoundVoided)
    assert {line.outcome for line in voided.wagers} == {"void"}
    assert (len(voided.wagers), voided.tray_delta) == (2, 0)


def test_5_f_fortunes_need_a_wager_on_the_hands() -> None:
    betting = given(maryland(), open_round(), place(1))
    then_refused(betting, bet(2, "pair_fortunes"), rule="MD 5.F", kind=NotOffered)
    both = when(betting, bet(1, "pair_fortunes")).table
    then_refused(both, withdraw(1), rule="MD 5.F", kind=WrongMoment)
    assert when(both, take_down(1, "pair_fortunes"), withdraw(1)).events


def test_5_f_fortunes_are_refused_where_no_paytable_was_elected() -> None:
    betting = given(maryland(None), open_round(), place(1))
    then_refused(betting, bet(1, "pair_fortunes"), rule="MD 5.F", kind=NotOffered)


def test_fortunes_have_limits_of_their_own() -> None:
    opening = maryland(limits={"pair_fortunes": [100, 500]})
    betting = given(opening, open_round(), place(1, 50_000), bet(1, "pair_fortunes", 500))
    then_refused(betting, bet(1, "pair_fortunes", 1), rule="control:limits", kind=BeyondLimit)


def test_the_largest_fortune_is_paid_to_the_cent() -> None:
    most = 10**12
    rolled = (open_round(), place(3), bet(3, "pair_fortunes", most), no_more_bets(), roll())
    table = given(maryland(), *rolled, deal(HOUSE, {3: HANDS["gee_joon_and_heaven"]}))
    then = when(table, set_hand(3), set_house(), settle())
    assert then.all(WagerSettled)[-1].paid == 300 * most


def test_against_a_bank_fortunes_are_settled_with_the_tray() -> None:
    ready = before_a_bank(maryland(banking=True), 1, 2)
    wagers = (accept_bank(1, dealer_wager=0), place(2), bet(2, "pair_fortunes"))
    table = given(*ready, open_round(), *wagers, no_more_bets(), roll(*EIGHT))
    hands = deal("4-6 1-4 3-6 2-5", {1: HOUSE, 2: HANDS["gee_joon"]})
    then = when(table, hands, set_hand(2), set_house(), settle())
    fortunes = then.all(WagerSettled)[-1]
    assert fortunes.entries == {"tray": -800, "win": 800}
    needs_hands = given(*ready, open_round(), accept_bank(1))
    then_refused(needs_hands, bet(1, "pair_fortunes"), rule="MD 5.F", kind=NotOffered)
