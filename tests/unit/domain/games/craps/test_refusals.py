"""What a craps table does not take: each by its paragraph or control, and nothing is stored."""

from typing import Any

import pytest

from domain.commands.errors import CommandError
from domain.messages.commands import parse_command
from tests.support.domain.asked import Asked, ask, no_more_bets, open_round, stacks
from tests.support.domain.asked import open_table as open_pai_gow
from tests.support.domain.craps import (
    STAKE,
    a_round,
    bet,
    call_on,
    correct_roll,
    correct_wager,
    on_a_point,
    open_craps,
    return_wager,
    throw,
    void_round,
)
from tests.support.domain.given import given, new_table, then_refused, when

BETTING = (open_craps(), open_round())
POINT_6 = (*on_a_point(6), open_round())


@pytest.mark.parametrize(
    ("so_far", "asked", "rule"),
    [
        (POINT_6, bet(2, "pass"), "19:47-1.2(a)1"),
        (POINT_6, bet(2, "dont_pass"), "19:47-1.2(a)2"),
        (POINT_6, bet(1, "pass"), "control:rolled-on"),
        (BETTING, bet(1, "come"), "19:47-1.2(a)3"),
        (BETTING, bet(1, "dont_come"), "19:47-1.2(a)4"),
        (BETTING, bet(1, "pai_gow"), "19:47-1.2(a)"),
        (BETTING, bet(1, "pass", coupon=100), "19:47-1.2(a)"),
        (BETTING, bet(1, "place_6", amount=100), "control:whole-cents"),
        (BETTING, bet(17, "pass"), "19:47-1.3"),
        (BETTING, call_on(1, "place_6"), "19:47-1.2(a)5"),
        (BETTING, call_on(1, "hard_4"), "19:47-1.2(a)5"),
        ((*POINT_6, bet(1, "place_6")), call_on(1, "place_6"), "19:47-1.2(a)5"),
        ((*BETTING, bet(1, "place_6"), call_on(1, "place_6")), call_on(1, "place_6"), "19:47-1.2(a)5"),
        ((*BETTING, bet(1, "place_6"), no_more_bets()), call_on(1, "place_6"), "19:47-1.2(a)5"),
        (BETTING, no_more_bets(), "19:47-1.3"),
        (BETTING, throw(3, 4), "19:47-1.8"),
        ((*BETTING, bet(1, "pass")), throw(3, 4), "19:47-1.8"),
        ((*BETTING, bet(1, "pass"), no_more_bets()), throw(3, 4, 1), "19:47-1.7"),
        ((*BETTING, bet(1, "pass"), no_more_bets()), bet(2, "pass"), "19:47-1.3"),
        ((*BETTING, bet(1, "pass")), ask("no_roll", reason="off the table"), "19:47-1.9"),
        ((*BETTING, bet(1, "pass", player="ann")), bet(1, "hard_4", player="bob"), "19:47-1.3"),
        (POINT_6, ask("withdraw_wager", seat=1, wager="pass"), "control:rolled-on"),
        (BETTING, ask("withdraw_wager", seat=1, wager="pass"), "19:47-1.3"),
        (on_a_point(6), ask("close_table", inventory=1), "control:carried"),
        (POINT_6, return_wager(1, "pass"), "control:round-finished"),
        (on_a_point(6), return_wager(1, "pass", point=8), "control:carried"),
        (on_a_point(6), return_wager(2, "pass"), "control:carried"),
        (on_a_point(6), return_wager(1, "pai_gow"), "19:47-1.2(a)"),
        ((open_craps(),), void_round(), "control:round-open"),
        ((open_craps(),), correct_roll(1, 2), "control:correction"),
        (on_a_point(6), correct_roll(1, 5), "control:correction"),
        (on_a_point(6), correct_roll(1, 5, 2), "19:47-1.7"),
        (POINT_6, correct_roll(1, 4), "control:correction"),
        (on_a_point(6), correct_wager(1, "pass", amount=STAKE), "control:correction"),
        (POINT_6, correct_wager(1, "pass", amount=STAKE), "control:correction"),
        (BETTING, ask("misdeal", reason="x"), "19:47-1.2(a)"),
        (BETTING, ask("settle"), "19:47-1.2(a)"),
        (BETTING, ask("set_house"), "19:47-1.2(a)"),
        (BETTING, ask("change_tiles"), "19:47-1.2(a)"),
        (BETTING, ask("accept_bank", seat=1, chips=1), "19:47-1.2(a)"),
    ],
)  # fmt: skip
def test_it_is_refused(so_far: tuple[Asked, ...], asked: Asked, rule: str) -> None:
    then_refused(given(*so_far), asked, rule=rule)


@pytest.mark.parametrize(
    ("elections", "rule"),
    [
        ({"odds": {}}, "19:47-1.4"),
        ({"odds": {"pai_gow": [1, 1]}}, "19:47-1.2(a)"),
        ({"odds": {"pass": [1, 1]}, "limits": {"come": [1, 2]}}, "19:47-1.2(a)3"),
        ({"vigorish": "cent"}, "19:47-1.5"),
        ({"banking": True}, "19:47-1.2(a)"),
        ({"triples_bonus": True}, "19:47-1.2(a)"),
    ],
)
def test_a_submission_is_refused(elections: dict[str, Any], rule: str) -> None:
    then_refused(new_table(), open_craps(**elections), rule=rule)


def test_a_wager_without_odds_is_not_offered() -> None:
    table = given(open_craps(odds={"pass": [1, 1]}), open_round())
    refusal = then_refused(table, bet(1, "hard_4"), rule="19:47-1.4")
    assert "hard_4" in refusal.reason


def test_limits_and_whole_cents_hold_for_the_sum() -> None:
    table = given(open_craps(limits={"place_6": [600, 1200]}), open_round())
    then_refused(table, bet(1, "place_6", 594), rule="19:47-8.2")
    table = when(table, bet(1, "place_6", 600)).table
    then_refused(table, bet(1, "place_6", 606), rule="19:47-8.2")
    then_refused(table, bet(1, "place_6", 100), rule="control:whole-cents")
    assert when(table, bet(1, "place_6", 600)).table.seq == table.seq + 1


def test_seats_are_as_many_as_elected() -> None:
    table = given(open_craps(seats=24), open_round(), bet(24, "pass"))
    assert table.game is not None
    then_refused(given(open_craps(seats=3), open_round()), bet(4, "pass"), rule="19:47-1.3")
    then_refused(given(open_craps(), open_round()), bet(20, "pass"), rule="19:47-1.3")


@pytest.mark.parametrize(
    "wrong",
    [
        bet(25, "pass"),
        bet(1, "place_7"),
        bet(1, "hard_6"),
        throw(3),
        throw(1, 2, 3, 4),
        throw(3, 7),
        open_craps(seats=25),
        open_craps(seats=0),
        open_craps(odds={"pass": [1]}),
        open_craps(odds={"pass": [0, 1]}),
        open_craps(odds={"pass": [1, 0]}),
        open_craps(odds={"pass": [1.5, 1]}),
        open_craps(odds={"place_7": [1, 1]}),
    ],
)
def test_what_no_game_has_is_malformed(wrong: Asked) -> None:
    with pytest.raises(CommandError):
        parse_command(wrong)


def test_a_pai_gow_table_takes_nothing_of_craps() -> None:
    table = given(open_pai_gow(), open_round())
    then_refused(table, bet(1, "pass"), rule="19:47-10.5(a)")
    then_refused(table, call_on(1, "place_6"), rule="19:47-10.5(a)")
    then_refused(new_table(), open_pai_gow(odds={"pass": [1, 1]}), rule="19:47-10.5(a)")
    then_refused(new_table(), open_pai_gow(limits={"pass": [1, 2]}), rule="19:47-10.5(a)")


def test_dealing_is_unknown() -> None:
    table = given(*a_round_open())
    deal = ask("deal", stacks=stacks({}))
    assert "knows no `deal`" in then_refused(table, deal, rule="19:47-1.2(a)").reason


def a_round_open() -> list[Asked]:
    return [open_craps(), *a_round([bet(1, "pass")], 3, 3), open_round()]
