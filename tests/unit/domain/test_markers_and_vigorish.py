"""Money of players beside play: buy-ins by name, markers paid back, vigorish owed and recovered."""

import pytest

from domain.events.books import MarkerPaid, VigorishOwed, VigorishRecovered
from domain.events.table import ChipsBought
from domain.hosting import next_commands
from tests.support.domain.asked import buy_in, close_table, open_round, open_table, place
from tests.support.domain.banked import LOSE, accepted, after_first, jersey, settled
from tests.support.domain.bookkeeping import (
    a_round,
    count_tray,
    owe,
    pay_marker,
    recover,
    roll_over,
)
from tests.support.domain.given import given, then_refused, when

WON = (open_table(100_000), *a_round("win", "lose"))


def test_a_buy_in_is_the_named_players_or_the_seats_last_or_the_seats_own() -> None:
    table = given(open_table(), open_round(), place(3, player="lee"))
    for asked, player in (
        (buy_in(3), "lee"),
        (buy_in(3, player="wong"), "wong"),
        (buy_in(4), "seat-4"),
    ):
        assert when(table, asked).one(ChipsBought).player == player


@pytest.mark.parametrize(
    ("tender", "entries", "tray"),
    [
        ("chips", {"tray": 20_000, "cage": -20_000}, 120_000),
        ("cash", {"drop_box": 20_000, "cage": -20_000}, 100_000),
    ],
)
def test_a_marker_is_paid_in_chips_to_the_tray_or_in_cash_to_the_box(
    tender: str, entries: dict[str, int], tray: int
) -> None:
    then = when(given(open_table(100_000)), pay_marker("M-1", tender=tender, player="lee"))
    paid = then.one(MarkerPaid)
    assert (paid.entries, paid.player, paid.marker) == (entries, "lee", "M-1")
    assert then.table.tray == tray
    assert not when(then.table, close_table(tray)).table.books.exceptions


def test_a_marker_is_paid_back_once_for_ever() -> None:
    paid = given(open_table(), pay_marker("M-1"))
    for table in (paid, when(paid, *[close_table(), open_table()] * 3).table):
        then_refused(table, pay_marker("M-01"), rule="control:marker-once")
        assert when(table, pay_marker("M-2")).events


def test_a_marker_is_paid_at_an_open_table() -> None:
    then_refused(given(), pay_marker("M-1"), rule="control:table-open")


def test_vigorish_owed_takes_back_what_was_posted_as_taken() -> None:
    table = given(*WON)
    assert table.books.taken == {1: 125}
    then = when(table, owe(1, 125))
    owed = then.one(VigorishOwed)
    assert owed.entries == {"vigorish": 125, "tray": -125}
    assert (owed.round, owed.player, owed.amount) == ("PG01-1-1", "seat-1", 125)
    assert then.table.tray == table.tray - 125
    assert then.table.books.owed[owed.seq].left == 125


def test_no_more_is_owed_than_the_last_round_took_there() -> None:
    table = given(*WON)
    then_refused(table, owe(1, 126), rule="control:vigorish-owed")
    then_refused(table, owe(2, 1), rule="control:vigorish-owed")
    part = when(table, owe(1, 100)).table
    then_refused(part, owe(1, 26), rule="control:vigorish-owed")
    assert when(part, owe(1, 25)).events
    then_refused(when(part, owe(1, 25)).table, owe(1, 1), rule="control:vigorish-owed")


def test_vigorish_is_owed_of_the_last_finished_round_even_when_the_next_is_open() -> None:
    table = given(*WON, open_round(), place(1, player="wong"))
    assert when(table, owe(1, 25)).one(VigorishOwed).player == "seat-1"
    nobody_won = when(given(*WON), *a_round("lose")).table
    then_refused(nobody_won, owe(1, 25), rule="control:vigorish-owed")


def test_vigorish_that_a_count_found_in_the_tray_is_not_owed() -> None:
    """Else the tray would be over by it, and no later count would name that."""
    table = given(*WON)
    found = when(table, count_tray(table.tray)).table
    refusal = then_refused(found, owe(1, 25), rule="control:vigorish-owed")
    assert "was not short of 25 cents" in refusal.reason
    assert "owe_vigorish" not in next_commands(found)
    short = when(table, count_tray(table.tray - 25)).table
    assert "owe_vigorish" in next_commands(short)
    then_refused(short, owe(1, 50), rule="control:vigorish-owed")
    owed = when(short, owe(1, 25)).table
    closed = when(owed, close_table(owed.tray)).table
    assert set(closed.books.exceptions) == set(short.books.exceptions)
    since = when(found, *a_round("win")).table
    assert when(since, owe(1, 25)).events


def test_a_banks_vigorish_may_be_owed() -> None:
    banked = accepted(after_first(jersey(), 1, 2), 2, dealer_wager=0)
    then = settled(banked, {4: 2500}, {4: LOSE})
    assert then.table.books.taken == {2: 125}
    assert when(then.table, owe(2, 125)).one(VigorishOwed).player == "seat-2"


def test_a_period_that_ended_owes_no_more_vigorish() -> None:
    table = given(*WON)
    rolled = when(table, roll_over(table.tray)).table
    then_refused(rolled, owe(1, 25), rule="control:vigorish-owed")


def test_owed_vigorish_is_recovered_whole_or_in_parts_and_in_a_later_session() -> None:
    table = given(*WON, owe(1, 125))
    number = table.seq
    whole = when(table, recover(number)).one(VigorishRecovered)
    assert (whole.amount, whole.left, whole.player) == (125, 0, "seat-1")
    assert whole.entries == {"tray": 125, "vigorish": -125}
    part = when(table, recover(number, amount=100), close_table(1), open_table(1)).table
    then_refused(part, recover(number, amount=26), rule="control:vigorish-owed")
    rest = when(part, recover(number))
    assert rest.one(VigorishRecovered).amount == 25
    assert not rest.table.books.owed
    then_refused(rest.table, recover(number), rule="control:vigorish-owed")


def test_vigorish_that_nobody_owes_is_not_recovered() -> None:
    table = given(*WON, owe(1, 125))
    then_refused(table, recover(1), rule="control:vigorish-owed")
    closed = when(table, close_table(1)).table
    then_refused(closed, recover(table.seq), rule="control:table-open")
