"""A tray below zero by the books: told as it happened, and somebody answers for it."""

from typing import Final

import pytest

from domain.events import encode, topic_of
from domain.events.envelope import Posting
from domain.events.table import TableCredited
from domain.hosting import Table, evolve
from domain.messages.events import decode
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    credit,
    fill,
    open_table,
    settle,
    up_to_the_house,
)
from tests.support.domain.banked import BANK_HAND, LOSE, WIN
from tests.support.domain.bookkeeping import acknowledge, correct, roll_over
from tests.support.domain.given import given, history, when

LOW: Final = open_table(1000)
PAYS: Final = (*up_to_the_house(BANK_HAND, {1: WIN}), settle())
"""$25.00 less $1.25 vigorish."""


def kinds(table: Table) -> list[tuple[str, int]]:
    return [(one.kind, one.amount) for one in table.books.exceptions.values()]


@pytest.mark.parametrize(
    ("told", "lacking"),
    [
        ((credit("C-1", 5000),), 4000),
        ((buy_in(amount=1200),), 200),
        (PAYS, 1375),
    ],
)
def test_it_is_booked_and_is_an_exception(told: tuple[Asked, ...], lacking: int) -> None:
    then = when(given(LOW), *told)
    assert then.table.tray == -lacking
    marked = [one for one in then.all(Posting) if one.tray_below]
    assert [one.tray_below for one in marked] == [lacking]
    assert kinds(then.table) == [("tray_below_zero", -lacking)]
    assert [*then.table.books.exceptions] == [marked[0].seq]


def test_once_while_it_stays_below_and_again_when_it_falls_again() -> None:
    below = given(LOW, credit("C-1", 5000), credit("C-2", 100))
    assert len(kinds(below)) == 1
    filled = when(below, fill("F-1", 9000)).table
    again = when(filled, credit("C-3", 5000)).table
    assert kinds(again) == [("tray_below_zero", -4000), ("tray_below_zero", -100)]
    answered = when(again, *(acknowledge(number) for number in again.books.exceptions)).table
    assert not answered.books.exceptions


def test_what_one_settlement_pays_and_collects_is_seen_together() -> None:
    hands = {1: WIN, 2: LOSE}
    then = when(given(LOW), *up_to_the_house(BANK_HAND, hands), settle())
    assert then.table.tray == 1125
    assert not then.table.books.exceptions


def test_a_tray_at_zero_is_empty_and_no_more() -> None:
    assert not given(LOW, credit("C-1", 1000)).books.exceptions


def test_a_corrected_opener_may_show_it() -> None:
    table = given(open_table(9000), credit("C-1", 5000))
    then = when(table, correct(1, 4000))
    assert kinds(then.table) == [("tray_below_zero", -1000)]


def test_a_surplus_at_the_close_is_no_tray_below_zero() -> None:
    then = when(given(LOW), close_table(1500))
    assert kinds(then.table) == [("tray", 500)]
    opened = when(then.table, {**LOW, "inventory": 1500})
    assert ("tray_below_zero", 500) not in kinds(opened.table)


def test_a_count_that_is_rolled_begins_anew() -> None:
    below = given(LOW, credit("C-1", 5000))
    rolled = when(below, roll_over(0))
    assert rolled.table.tray == 0
    assert kinds(rolled.table) == [("tray_below_zero", -4000), ("tray", 4000)]


def test_an_event_says_it_only_where_it_is_so() -> None:
    told = history(LOW, credit("C-1", 500), credit("C-2", 5000), ask("change_dice"))
    in_time, late = told.all(TableCredited)
    assert b"tray_below" not in encode(in_time)
    assert decode(topic_of(late), encode(late)) == late


def test_an_event_stored_before_there_were_such_exceptions_folds_as_it_did() -> None:
    table = given(LOW)
    event = when(table, credit("C-1", 5000)).one(TableCredited)
    old = encode(event).replace(b',"tray_below":4000', b"")
    assert old != encode(event)
    after = evolve(table, decode(topic_of(event), old))
    assert (after.tray, after.books.exceptions) == (-4000, {})
