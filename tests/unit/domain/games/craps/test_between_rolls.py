"""What lies on the layout from roll to roll: carried, raised, called on, given back, corrected."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.round import (
    DiceRolled,
    NoRollCalled,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerLine,
    WagerReturned,
    WagerSettled,
)
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.craps.round.state import craps_at
from domain.hosting import Table, evolve, next_commands
from tests.support.domain.asked import ask, buy_in, no_more_bets, open_round
from tests.support.domain.bookkeeping import DEALER
from tests.support.domain.craps import (
    STAKE,
    THROWN,
    a_round,
    bet,
    call_on,
    correct_roll,
    correct_wager,
    game_of,
    on_a_point,
    open_craps,
    return_wager,
    throw,
    void_round,
)
from tests.support.domain.given import account_totals, given, history, then_refused, when


def outcomes(closed: RoundClosed | RoundVoided) -> dict[tuple[int, str, object], str]:
    return {(line.seat, line.wager, line.point): line.outcome for line in closed.wagers}


def test_the_next_round_tells_what_is_carried_and_the_point() -> None:
    bets = [bet(1, "come"), bet(1, "place_4")]
    so_far = [*on_a_point(6), *a_round(bets, *THROWN[8]), open_round()]
    opened = history(*so_far).all(RoundOpened)[-1].craps
    assert opened is not UNSET
    assert (opened.come_out, opened.point) == (False, 6)
    assert [(one.wager, one.amount, one.point) for one in opened.carried] == [
        ("pass", STAKE, UNSET),
        ("come", STAKE, 8),
        ("place_4", STAKE, UNSET),
    ]


def test_a_seat_holds_come_wagers_on_several_numbers() -> None:
    rounds = [a_round([bet(1, "come")], *THROWN[number]) for number in (8, 9)]
    table = given(*on_a_point(6), *rounds[0], *rounds[1])
    made = when(table, *a_round([bet(1, "come")], *THROWN[9]))
    lines = [(line.point, line.outcome) for line in made.one(RoundClosed).wagers[1:]]
    assert lines == [(9, "retained"), (8, "retained"), (9, "win")], "the new one takes its place"


@pytest.mark.parametrize("wager", ["place_8", "hard_4", "place_lose_10"])
def test_a_carried_wager_of_any_time_is_raised(wager: str) -> None:
    table = given(*on_a_point(6), *a_round([bet(1, wager)], 1, 2), open_round())
    assert when(table, bet(1, wager)).events[0].total == 2 * STAKE  # type: ignore[attr-defined]
    assert game_of(when(table, bet(1, wager)).table).carried()[-1] == (1, wager, STAKE)


def test_a_call_lapses_with_its_roll() -> None:
    bets = [bet(1, "place_6"), call_on(1, "place_6")]
    made = history(open_craps(), *a_round(bets, 1, 1))
    assert made.one(WagerCalledOn).rule == "19:47-1.2(a)5"
    next_round = when(made.table, *a_round([], 3, 4)).one(RoundClosed)
    assert outcomes(next_round) == {(1, "place_6", UNSET): "retained"}
    again = when(made.table, *a_round([call_on(1, "place_6")], 3, 4)).one(RoundClosed)
    assert outcomes(again) == {(1, "place_6", UNSET): "lose"}


def test_a_no_roll_leaves_wagers_and_calls() -> None:
    bets = [bet(1, "place_6"), call_on(1, "place_6")]
    table = given(open_craps(), open_round(), *bets, no_more_bets())
    made = when(table, ask("no_roll", reason="a die left the table"), throw(3, 3))
    assert made.one(NoRollCalled).rule == "19:47-1.9"
    assert outcomes(made.one(RoundClosed)) == {(1, "place_6", UNSET): "win"}


def test_the_shooter_is_kept_where_told() -> None:
    table = given(open_craps(), open_round(), bet(1, "pass"), no_more_bets())
    assert when(table, throw(1, 1)).one(DiceRolled).shaker is None
    assert when(table, throw(1, 1, shaker=3)).one(DiceRolled).shaker == 3
    then_refused(table, throw(1, 1, shaker=20), rule="19:47-1.3")
    refusal = then_refused(table, throw(1, 1, shaker="dealer"), rule="19:47-1.11")
    assert "no shooter" in refusal.reason


def test_version_1_took_the_dealer_for_a_shooter() -> None:
    table = given(open_craps(), open_round(), bet(1, "pass"), no_more_bets())
    game = craps_at(table)
    assert game.round is not None
    first = replace(game, round=replace(game.round, regulation="nj-craps@1"))
    made = when(replace(table, game=first), throw(1, 1, shaker="dealer"))
    assert made.one(DiceRolled).shaker == "dealer"


@pytest.mark.parametrize("amount", [STAKE // 2, STAKE * 2])
def test_after_no_more_bets_a_wager_is_corrected_with_another_person(amount: int) -> None:
    betting = given(open_craps(), open_round(), bet(1, "pass"))
    asked = {**correct_wager(1, "pass", amount=amount), "actor": DEALER}
    alone = {**asked, "supervisor": " D7"}
    assert when(betting, alone).one(WagerCorrected).exceptional is UNSET
    closed = when(betting, no_more_bets()).table
    then_refused(closed, alone, rule="control:duties-apart")
    then = when(closed, asked)
    assert then.one(WagerCorrected).exceptional is True
    [found] = then.table.books.exceptions.values()
    assert (found.kind, found.amount) == ("wager_corrected", amount - STAKE)


def test_a_corrected_roll_is_an_exception_that_says_what_it_changed() -> None:
    table = given(open_craps(), open_round(), bet(1, "pass"), no_more_bets(), throw(1, 1))
    asked = {**correct_roll(3, 4), "actor": DEALER}
    then_refused(table, {**asked, "supervisor": "d7"}, rule="control:duties-apart")
    then = when(table, asked)
    assert then.one(RollCorrected).changed == then.table.tray - table.tray == -2 * STAKE
    [found] = then.table.books.exceptions.values()
    assert (found.kind, found.amount) == ("roll_corrected", -2 * STAKE)


def test_a_round_called_off_returns_what_was_placed_in_it() -> None:
    before = given(*on_a_point(6), *a_round([bet(1, "place_8")], 1, 2))
    placed = [bet(1, "place_8"), bet(2, "come"), bet(2, "hard_4")]
    made = when(before, open_round(), *placed, no_more_bets(), void_round())
    voided = made.one(RoundVoided)
    assert (voided.rule, voided.supervisor, voided.tray_delta) == ("control:void-round", "f1", 0)
    assert voided.craps is not UNSET
    assert (voided.craps.point, voided.craps.dice) == (6, None)
    assert [(line.wager, line.amount, line.outcome) for line in voided.wagers] == [
        ("pass", STAKE, "retained"),
        ("place_8", STAKE, "retained"),
        ("come", STAKE, "void"),
        ("hard_4", STAKE, "void"),
    ]
    assert [(one.wager, one.amount) for one in made.all(WagerSettled)] == [
        ("place_8", STAKE), ("come", STAKE), ("hard_4", STAKE),
    ]  # fmt: skip
    assert game_of(made.table).wagers == game_of(before).wagers
    assert game_of(made.table).point == 6
    almost = before
    for event in made.events[:-1]:
        almost = evolve(almost, event)
    assert game_of(almost).wagers == game_of(before).wagers


def test_a_carried_wager_is_given_back_between_rounds() -> None:
    rounds = [a_round([bet(1, "come")], *THROWN[number]) for number in (8, 9)]
    table = given(*on_a_point(6), *rounds[0], *rounds[1])
    assert "tell its `point`" in then_refused(table, return_wager(1, "come")).reason
    made = when(table, return_wager(1, "come", point=9), return_wager(1, "come"))
    nine, eight = made.all(WagerReturned)
    assert (nine.point, eight.point, nine.round, nine.amount) == (9, 8, None, STAKE)
    then_refused(made.table, ask("close_table", inventory=1), rule="control:carried")
    made = when(made.table, return_wager(1, "pass"))
    assert made.one(WagerReturned).point is UNSET
    assert made.table.tray == table.tray
    assert "close_table" in next_commands(made.table)
    closed = when(made.table, ask("close_table", inventory=made.table.tray)).table
    assert not closed.books.exceptions
    # The point stands for as long as the table does, and a table that opens has none.
    assert game_of(made.table).point == 6
    assert game_of(when(closed, open_craps()).table).point is None


def test_a_roll_is_taken_back_until_the_next_round() -> None:
    table = given(*on_a_point(6), *a_round([bet(1, "come"), bet(2, "place_8")], *THROWN[8]))
    made = when(table, correct_roll(3, 4))
    right = given(*on_a_point(6), *a_round([bet(1, "come"), bet(2, "place_8")], 3, 4))
    taken_back = made.one(RollCorrected)
    assert (taken_back.round, taken_back.was, taken_back.reopens) == ("PG01-1-2", (2, 6), True)
    assert made.one(RoundClosed).round == "PG01-1-2"
    assert (made.table.tray, made.table.rounds) == (right.tray, 2)
    assert game_of(made.table).wagers == game_of(right).wagers
    assert game_of(made.table).point is None
    assert made.table.books.played == {1: 2}
    assert account_totals(made.events).get("win", 0) == table.tray - right.tray
    again = when(made.table, correct_roll(*THROWN[8])).table
    assert (again.tray, game_of(again).wagers) == (table.tray, game_of(table).wagers)
    then_refused(when(table, open_round()).table, correct_roll(1, 1), rule="control:correction")


def test_a_roll_that_something_rests_on_is_not_taken_back() -> None:
    table = given(*on_a_point(6))
    complaint = when(table, ask("complain", round="PG01-1-1", seat=1, words="it was a 7")).table
    ruling = {"decision": "upheld", "adjustment": 100, "reason": "r", "supervisor": "f1"}
    ruled = when(complaint, ask("rule_dispute", complaint=complaint.seq, **ruling)).table
    for rests in (
        ruled,
        when(table, return_wager(1, "pass")).table,
        when(table, ask("count_tray", inventory=table.tray)).table,
        when(table, ask("count_tray", inventory=table.tray, roll=True)).table,
    ):
        then_refused(rests, correct_roll(3, 4), rule="control:correction")
        assert "correct_roll" not in next_commands(rests)
    assert "correct_roll" in next_commands(when(table, ask("remove_box"), buy_in()).table)


def test_a_wager_is_corrected_before_the_roll() -> None:
    bets = [bet(1, "place_8"), bet(1, "come"), bet(2, "hard_4", player="bob")]
    table = given(*on_a_point(6), *a_round([bet(1, "place_8")], 1, 2), open_round(), *bets)

    def lying(table: Table) -> list[tuple[int, str, int, str]]:
        return [(one.seat, one.wager, one.amount, one.player) for one in game_of(table).wagers]

    fewer = when(table, correct_wager(1, "place_8", amount=STAKE))
    assert fewer.one(WagerCorrected).was.amount == 2 * STAKE
    assert (1, "place_8", STAKE, "seat-1") in lying(fewer.table)
    then_refused(fewer.table, correct_wager(1, "place_8", amount=0), rule="control:correction")
    then_refused(table, correct_wager(1, "place_8", amount=6), rule="control:correction")
    then_refused(table, correct_wager(1, "place_8", to_seat=3), rule="control:correction")
    then_refused(table, correct_wager(1, "come", player="ann"), rule="control:correction")
    moved = when(table, correct_wager(2, "hard_4", to_seat=5)).table
    assert (5, "hard_4", STAKE, "bob") in lying(moved)
    renamed = when(table, bet(2, "place_4"), correct_wager(2, "hard_4", player="cy"))
    assert [one.player for one in renamed.all(WagerCorrected)] == ["cy", "cy"]
    gone = when(table, correct_wager(1, "come", amount=0)).table
    assert not [one for one in lying(gone) if one[1] == "come"]
    then_refused(table, correct_wager(1, "come", coupon=5), rule="19:47-1.2(a)")
    then_refused(table, correct_wager(1, "come", amount=STAKE), rule="control:correction")


def test_after_no_more_bets_the_last_wager_is_not_corrected_away() -> None:
    table = given(open_craps(), open_round(), bet(1, "pass"), no_more_bets())
    then_refused(table, correct_wager(1, "pass", amount=0), rule="19:47-1.3")
    right = when(table, correct_wager(1, "pass", amount=100), throw(3, 4)).one(RoundClosed)
    assert [line.paid for line in right.wagers] == [100]


def test_a_line_is_as_the_contract_has_it() -> None:
    [closed] = history(*on_a_point(4)).all(RoundClosed)
    line: WagerLine = closed.wagers[0]
    assert (line.outcome, line.paid, line.vigorish, line.coupon) == ("retained", 0, 0, 0)
    assert (closed.triples, closed.bank, closed.dealer_wager, closed.meter) == (0, None, None, None)
