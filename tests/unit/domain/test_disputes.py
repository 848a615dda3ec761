"""A finished round disputed: complaint, hold, ruling, and what the ruling does to the books."""

from typing import Any, Final

import pytest

from domain.events.books import ComplaintMade, DisputeHeld, DisputeRuled
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.table.books import Complaint
from tests.support.domain.asked import (
    Asked,
    ask,
    close_table,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    void_round,
)
from tests.support.domain.given import given, new_table, then_refused, when

CONTROL: Final = "control:dispute"
ROUND: Final = (open_round(), place(2), no_more_bets(), roll(), deal("1-3 1-5 5-6 4-6"))
PLAYED: Final = (open_table(), *ROUND, set_hand(2), set_house(), settle())


def complain(round_id: str = "PG01-1-1", seat: int = 2, **fields: Any) -> Asked:
    return ask("complain", round=round_id, seat=seat, words="my low hand won", **fields)


def hold(complaint: int, amount: int = 2500) -> Asked:
    return ask("hold_dispute", complaint=complaint, amount=amount)


def rule(complaint: int, decision: str = "upheld", adjustment: int = 0) -> Asked:
    told = {"reason": "seen on camera", "supervisor": "Ann"}
    return ask(
        "rule_dispute", complaint=complaint, decision=decision, adjustment=adjustment, **told
    )


def disputed() -> tuple[Table, int]:
    table = when(given(*PLAYED), complain()).table
    return table, table.seq


def test_a_complaint_is_about_a_round_and_its_number_is_its_events() -> None:
    then = when(given(*PLAYED), complain(player="bo"))
    made = then.one(ComplaintMade)
    assert (made.round, made.seat, made.player) == ("PG01-1-1", 2, "bo")
    kept = then.table.books.complaints[made.seq]
    assert kept == Complaint(round="PG01-1-1", seat=2, player="bo", day=made.day)
    assert when(given(*PLAYED), complain()).one(ComplaintMade).player == "seat-2"


def test_a_void_round_may_be_disputed_too() -> None:
    table = given(open_table(), open_round(), place(1), void_round())
    assert when(table, complain(seat=1)).events


@pytest.mark.parametrize(
    "round_id", ["PG01-1-2", "PG01-1-0", "PG01-2-1", "PG02-1-1", "PG01-01-1", "PG01-0-1"]
)
def test_a_round_that_was_not_played_here_cannot_be_disputed(round_id: str) -> None:
    then_refused(given(*PLAYED), complain(round_id), rule=CONTROL)


def test_a_round_in_play_is_corrected_and_not_disputed() -> None:
    table = given(*PLAYED, open_round(), place(1))
    refusal = then_refused(table, complain("PG01-1-2"), rule=CONTROL)
    assert "still being played" in refusal.reason
    assert when(table, complain("PG01-1-1")).events


def test_a_table_that_never_opened_played_no_round() -> None:
    then_refused(new_table(), complain(), rule="control:table-open")


def test_a_closed_tables_rounds_may_be_disputed() -> None:
    table = given(*PLAYED, close_table())
    assert when(table, complain()).events


def test_a_complaint_is_taken_up_once() -> None:
    table, number = disputed()
    then = when(table, hold(number, 5000))
    held = then.one(DisputeHeld)
    assert (held.round, held.seat, held.player, held.amount) == ("PG01-1-1", 2, "seat-2", 5000)
    assert then.table.tray == table.tray
    then_refused(then.table, hold(number), rule=CONTROL)


@pytest.mark.parametrize("taken_up", [True, False])
def test_a_ruling_pays_out_of_the_tray_and_is_the_last_word(taken_up: bool) -> None:
    table, number = disputed()
    if taken_up:
        table = when(table, hold(number)).table
    then = when(table, rule(number, adjustment=2375))
    ruled = then.one(DisputeRuled)
    assert (ruled.round, ruled.complaint, ruled.paid_from) == ("PG01-1-1", number, "tray")
    assert ruled.entries == {"win": 2375, "tray": -2375}
    assert then.table.tray == table.tray - 2375
    assert then.table.books.complaints == {}
    then_refused(then.table, rule(number), rule=CONTROL)
    then_refused(then.table, hold(number), rule=CONTROL)


def test_the_cage_pays_where_the_table_is_closed() -> None:
    table, number = disputed()
    closed = when(table, close_table(table.tray)).table
    then = when(closed, rule(number, adjustment=2375))
    assert then.one(DisputeRuled).entries == {"win": 2375, "cage": -2375}
    assert then.table.tray == closed.tray


def test_what_a_player_gives_back_the_table_wins() -> None:
    table, number = disputed()
    then = when(table, rule(number, adjustment=-100))
    assert then.one(DisputeRuled).entries == {"win": -100, "tray": 100}


def test_a_dismissed_complaint_moves_nothing() -> None:
    table, number = disputed()
    then = when(table, rule(number, "dismissed"))
    assert then.one(DisputeRuled).entries == {}
    assert then.table.tray == table.tray


@pytest.mark.parametrize("asked", [hold(1), rule(1), hold(99), rule(99)])
def test_a_complaint_that_nobody_made_is_neither_held_nor_ruled_on(asked: Asked) -> None:
    table, _ = disputed()
    then_refused(table, asked, rule=CONTROL)


def test_a_ruling_in_a_round_leaves_that_round_alone() -> None:
    table, number = disputed()
    playing = when(table, open_round(), place(1)).table
    then = when(playing, rule(number, adjustment=500))
    assert game_at(then.table).round == game_at(playing).round
    assert then.one(DisputeRuled).round == "PG01-1-1"
