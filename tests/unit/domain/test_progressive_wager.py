"""The progressive payout wager through whole rounds (19:47-11.14)."""

from typing import Any

import pytest

from domain.events.meter import MeterContributed, MeterFunded, MeterPaid, MeterReset
from domain.events.round import (
    BetsClosed,
    ProgressivePaid,
    RoundClosed,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from domain.hosting import Table
from domain.refusals import BeyondLimit, BooksRefuse, NotOffered, WrongMoment
from tests.support.domain.asked import (
    ask,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    place,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    void_round,
    withdraw,
)
from tests.support.domain.given import (
    account_totals,
    given,
    history,
    then_refused,
    tray_of,
    when,
)
from tests.support.domain.on_the_meter import (
    ANOTHER_AND_PAIR,
    LEAST_RATE,
    NOTHING,
    ROYAL,
    ROYAL_AND_PAIR,
    beside,
    ready,
)
from tests.support.domain.poker import (
    FIVE_ACES_AND_PAIR,
    LOSES,
    WINS,
    lines,
    metered,
    more,
    poker,
    progressive,
    to_the_deal,
    to_the_house,
    validated,
)
from tests.unit.domain.test_progressive_rows import EXAMPLES, LISTED


def betting(**terms: Any) -> Table:
    return given(metered(**terms), open_round(), place(1))


# The wager


@pytest.mark.parametrize(("stake", "wrong"), [(100, (1, 99, 101, 500)), (500, (100, 499, 501))])
def test_11_14_a_the_wager_is_the_elected_stake_and_nothing_else(
    stake: int, wrong: tuple[int, ...]
) -> None:
    table = betting(stake=stake, rate_bp=2700)
    for amount in wrong:
        refusal = then_refused(
            table, progressive(1, amount), rule="19:47-11.14(a)", kind=BeyondLimit
        )
        assert f"the progressive stake is {stake} cents, not {amount}" in refusal.reason
    assert when(table, progressive(1, stake)).one(WagerPlaced).total == stake


def test_a_second_stake_on_the_same_spot_is_refused() -> None:
    table = given(metered(), open_round(), place(1), progressive(1))
    then_refused(table, progressive(1), rule="19:47-11.14(a)", kind=BeyondLimit)


def test_11_14_a_it_needs_a_wager_on_the_hands() -> None:
    table = betting()
    then_refused(table, progressive(2), rule="19:47-11.14(a)", kind=NotOffered)
    both = given(metered(), open_round(), place(1), progressive(1))
    then_refused(both, withdraw(1), rule="19:47-11.14(a)", kind=WrongMoment)
    taken = ask("withdraw_wager", seat=1, wager="progressive")
    assert given(metered(), open_round(), place(1), progressive(1), taken, withdraw(1)).open_round()


def test_it_takes_no_coupon() -> None:
    coupon = progressive(1, coupon=100)
    then_refused(betting(), coupon, rule="19:47-11.14(a)", kind=NotOffered)


def test_11_14_b_after_the_lock_out_none_is_placed_or_withdrawn() -> None:
    then = history(metered(), open_round(), place(1), place(2), progressive(1), no_more_bets())
    then_refused(then.table, progressive(2), rule="19:47-11.7", kind=WrongMoment)
    taken = ask("withdraw_wager", seat=1, wager="progressive")
    then_refused(then.table, taken, rule="19:47-11.7", kind=WrongMoment)


def test_it_is_not_offered_without_a_meter() -> None:
    table = given(poker(), open_round(), place(1))
    then_refused(table, progressive(1), rule="19:47-11.14(a)", kind=NotOffered)


@pytest.mark.parametrize(
    ("terms", "rule", "reason"),
    [
        ({"stake": 200}, "19:47-11.14(a)", "$1.00 or $5.00, not $2.00"),
        ({"rate_bp": 2099}, "19:47-11.14(e)", "at least 2100"),
        ({"stake": 500, "rate_bp": 2699}, "19:47-11.14(e)", "at least 2700"),
        ({"initial": 999_999}, "19:47-11.14(f)", "`initial` is 999999 cents"),
        ({"reset": 999_999}, "19:47-11.14(f)", "`reset` is 999999 cents"),
        ({"payouts": {"straight": 199}}, "19:47-11.14(d)", "at least $2.00, not $1.99"),
        (
            {"payouts": {"five_aces": 10_000_000}},
            "19:47-11.14(d)",
            "10 to 100 percent of the meter",
        ),
        ({"payouts": {"pair": 100}}, "19:47-11.14(d)", "no row of the table"),
    ],
)
def test_11_14_the_floors_of_the_terms(terms: dict[str, Any], rule: str, reason: str) -> None:
    refusal = then_refused(Table(name="PG01"), metered(**terms), rule=rule, kind=NotOffered)
    assert reason in refusal.reason


# "No more bets"


@pytest.mark.parametrize(
    ("stake", "rate_bp", "each"),
    [(100, 2100, 21), (500, 2700, 135), (100, 2101, 22), (500, 10_000, 500)],
)
def test_11_14_b_e_stakes_go_to_the_tray_and_their_share_onto_the_meter(
    stake: int, rate_bp: int, each: int
) -> None:
    opening = history(metered(stake=stake, rate_bp=rate_bp))
    wagers = [command for seat in (2, 5) for command in (place(seat), progressive(seat, stake))]
    then = more(opening, open_round(), *wagers, place(6), no_more_bets())
    closed = then.one(BetsClosed)
    assert closed.entries == {"tray": 2 * stake, "win": -2 * stake}
    assert [(one.seat, one.stake, one.amount) for one in then.all(MeterContributed)] == [
        (2, stake, each),
        (5, stake, each),
    ]
    assert {one.rule for one in then.all(MeterContributed)} == {"19:47-11.14(e)"}
    assert closed.meter is not None
    told = (closed.meter.contributed, closed.meter.before, closed.meter.after)
    assert told == (2 * each, 1_000_000, 1_000_000 + 2 * each)
    assert then.names()[-1] == "BetsClosed"


def test_a_round_without_a_progressive_wager_leaves_the_meter_alone() -> None:
    then = ready({1: WINS}, on_meter=())
    ended = more(then, settle())
    assert not [event for event in ended.events if event.STREAM == "meter"]
    assert ended.one(RoundClosed).meter is None


# What is paid


@pytest.mark.parametrize("stake", [100, 500])
@pytest.mark.parametrize("row", EXAMPLES)
def test_11_14_d_every_row_pays_what_is_listed(row: str, stake: int) -> None:
    then = ready({1: EXAMPLES[row]}, stake=stake, rate_bp=LEAST_RATE[stake])
    meter = 1_000_000 + {100: 21, 500: 135}[stake]
    listed = next(
        line for line in LISTED.splitlines() if line.startswith(row.replace("_", " ") + " |")
    )
    figure = listed.split(" | ")[1 if stake == 100 else 2]
    percent = figure.removesuffix(" %")
    paid = -(-meter * int(percent) // 100) if percent != figure else round(float(figure[1:]) * 100)
    off_meter = (
        percent != figure or paid >= {100: 5000, 500: 25_000}[stake] or "straight_flush" in row
    )
    if off_meter:
        then_refused(
            then.table, settle(), rule="19:47-11.14(c)3", kind=BooksRefuse, meter=then.meter
        )
    else:
        assert more(then, settle()).one(RoundClosed)
    ended = more(then, validated())
    line = lines(ended)[1, "progressive"]
    assert (line.outcome, line.paid, line.hand, line.vigorish) == ("win", paid, row, 0)
    assert (line.from_meter, line.rule) == (paid if off_meter else 0, "19:47-11.14(d)")
    assert ended.one(ProgressivePaid).supervisor == ("Ann" if off_meter else None)
    summary = ended.one(RoundClosed).meter
    assert summary is not None
    left = meter - paid if off_meter else meter
    after = left if percent != "100" else 1_500_000
    assert (summary.paid, summary.after) == (paid if off_meter else 0, after)
    assert ended.meter is not None
    assert ended.meter.amount == after
    assert bool(ended.all(MeterReset)) == (percent == "100")


def test_seven_cards_of_no_row_lose_and_the_tray_keeps_the_stake() -> None:
    ended = more(ready({1: NOTHING}), settle())
    line = lines(ended)[1, "progressive"]
    assert (line.outcome, line.paid, line.hand, line.from_meter) == ("lose", 0, None, 0)
    lost = next(one for one in ended.all(WagerSettled) if one.wager == "progressive")
    assert lost.entries == {}


def test_11_14_c_it_wins_whatever_became_of_the_other_wager() -> None:
    outcomes = {"surrender": [surrender(1)], "push": []}
    for outcome, before in outcomes.items():
        ended = more(ready({1: FIVE_ACES_AND_PAIR}), *before, validated())
        assert lines(ended)[1, "pai_gow"].outcome == outcome
        assert lines(ended)[1, "progressive"].paid == 1_000_021
    three = "9S 9H 9D 2C 3S KD QC"
    told = {"stake": 100, "dealer": "AS AH AD AC JK KS KH"}
    ended = more(history(metered(), *to_the_house({1: three}, (1,), **told)), settle())
    assert lines(ended)[1, "pai_gow"].outcome == "lose"
    assert lines(ended)[1, "progressive"].paid == 200


def test_it_is_judged_by_what_was_dealt_not_by_how_it_was_set() -> None:
    hand = "9S 8H 7D 6C 5S KD KC"
    dealt = history(metered(), *to_the_deal({1: hand}, (1,), dealer=beside(hand)))
    apart = set_hand(1, "KD KC 9S 8H 7D", "6C 5S")
    assert lines(more(dealt, apart, set_house(), settle()))[1, "progressive"].paid == 400


def test_11_14_g_several_winners_are_paid_in_turn_from_the_meter_as_it_then_stands() -> None:
    then = ready({6: ANOTHER_AND_PAIR, 1: ROYAL, 3: ROYAL_AND_PAIR, 4: NOTHING})
    ended = more(then, validated())
    meter = 1_000_000 + 4 * 21
    tenth = 100_009
    assert [
        (one.seat, one.hand, one.paid, one.from_meter, one.meter_after)
        for one in ended.all(ProgressivePaid)
    ] == [
        (1, "natural_royal_flush", tenth, tenth, meter - tenth),
        (3, "natural_royal_flush_and_pair", meter - tenth, meter - tenth, 1_500_000),
        (6, "natural_royal_flush_and_pair", 1_500_000, 1_500_000, 1_500_000),
    ]
    assert [type(event).__name__ for event in ended.events if event.STREAM == "meter"] == [
        *("MeterPaid", "MeterPaid", "MeterReset", "MeterPaid", "MeterReset"),
    ]
    line = ended.one(RoundClosed).meter
    assert line is not None
    assert (line.contributed, line.paid) == (84, meter + 1_500_000)
    assert (line.before, line.after) == (1_000_000, 1_500_000)


def test_a_meter_too_small_is_funded_and_stops_at_zero() -> None:
    raised = {"royal_flush": 2_000_000, "royal_flush_and_pair": 2_000_000}
    then = ready({1: EXAMPLES["royal_flush"]}, payouts=raised)
    ended = more(then, validated())
    funded, paid = ended.one(MeterFunded), ended.one(MeterPaid)
    assert (funded.amount, funded.before, funded.after) == (999_979, 1_000_021, 2_000_000)
    assert (paid.amount, paid.before, paid.after) == (2_000_000, 2_000_000, 0)
    assert not ended.all(MeterReset)
    line = lines(ended)[1, "progressive"]
    assert (line.paid, line.from_meter) == (2_000_000, 1_000_021)
    summary = ended.one(RoundClosed).meter
    assert summary is not None
    assert (summary.paid, summary.after) == (2_000_000, 0)
    assert ended.one(ProgressivePaid).funded == 999_979
    # The meter grows again from nothing, and a percentage of nothing makes way for fixed rows.
    aces = "AS AH AD AC JK 4D 5C"
    again = to_the_house({1: aces}, (1,), dealer=beside(aces))
    second = more(ended, *again, settle())
    assert lines(second)[1, "progressive"].hand == "four_of_a_kind"
    assert second.meter is not None
    assert second.meter.amount == 21


def test_11_14_d_payouts_above_the_floor_are_paid_and_may_come_off_the_meter() -> None:
    flush = EXAMPLES["flush"]
    for cents, settled in ((400, settle()), (5000, validated())):
        then = ready({1: flush}, payouts={"flush": cents})
        if settled == validated():
            then_refused(then.table, settle(), rule="19:47-11.14(c)3", meter=then.meter)
        line = lines(more(then, settled))[1, "progressive"]
        assert (line.paid, line.from_meter) == (cents, cents if cents == 5000 else 0)


def test_11_14_c_3_without_a_supervisor_nothing_is_settled_at_all() -> None:
    then = ready({1: LOSES, 2: FIVE_ACES_AND_PAIR})
    refusal = then_refused(
        then.table, settle(), rule="19:47-11.14(c)3", kind=BooksRefuse, meter=then.meter
    )
    assert "seat 2 is paid 1000042 cents off the meter (five_aces_and_pair)" in refusal.reason
    ended = more(then, validated("Kim"))
    assert ended.one(MeterPaid).supervisor == ended.one(ProgressivePaid).supervisor == "Kim"


# Void hands and rounds


def test_a_void_round_returns_the_stake_and_the_contribution_stays() -> None:
    dealt = history(metered(), *to_the_deal({1: WINS, 2: LOSES}, (1, 2)))
    ended = more(dealt, misdeal())
    assert ended.meter is not None
    assert ended.meter.amount == 1_000_042
    voided = ended.one(RoundVoided)
    assert {line.outcome for line in voided.wagers} == {"void"}
    assert {line.from_meter for line in voided.wagers if line.wager == "progressive"} == {0}
    assert voided.tray_delta == 0
    assert tray_of(ended.events) == -200
    assert voided.meter is not None
    assert (voided.meter.contributed, voided.meter.paid, voided.meter.after) == (42, 0, 1_000_042)


def test_before_the_lock_out_there_is_nothing_in_the_tray_to_return() -> None:
    then = history(metered(), open_round(), place(1), progressive(1))
    ended = more(then, void_round())
    assert tray_of(ended.events) == 0
    assert ended.one(RoundVoided).meter is None
    assert ended.meter is not None
    assert ended.meter.amount == 1_000_000


def test_a_void_hand_returns_its_own_stake_alone() -> None:
    then = history(metered(), *to_the_deal({1: WINS, 2: LOSES}, (1, 2)))
    ended = more(then, expose(1), void_hand(1), set_hand(2), set_house(), settle())
    outcomes = {key: line.outcome for key, line in lines(ended).items()}
    assert outcomes == {
        (1, "pai_gow"): "void",
        (1, "progressive"): "void",
        (2, "pai_gow"): "lose",
        (2, "progressive"): "lose",
    }
    assert ended.one(RoundClosed).tray_delta == 2500 + 100


def test_the_players_win_is_the_tables_loss_and_the_meter_gives_its_expense_back() -> None:
    then = ready({1: FIVE_ACES_AND_PAIR})
    ended = more(then, surrender(1), validated())
    totals = account_totals((*then.events, *ended.events))
    assert totals["progressive_liability"] == -1_500_000
    assert totals["progressive_expense"] == 1_500_000
    assert totals["win"] == -2500 - 100 + 1_000_021
    assert sum(totals.values()) == 0
