"""Accounting periods: opened, counted, rolled from one to the next, closed; their differences."""

import pytest

from domain.events.table import Signature, TableClosed, TableOpened, TrayCounted
from domain.games.pai_gow.round.state import game_at
from domain.table.evolve_books import PERIODS_KEPT
from tests.support.domain.asked import (
    ask,
    buy_in,
    close_table,
    fill,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
)
from tests.support.domain.bookkeeping import DEALER, FLOOR, PIT, a_round, count_tray, owe, roll_over
from tests.support.domain.given import given, history, then_refused, when

NEXT_DAY = {"at": "2026-11-16T07:00:00Z"}


def test_a_table_opens_with_the_closer_it_was_rolled_from() -> None:
    first = history(open_table(90_000), close_table(90_000), open_table(90_000))
    assert [opened.last_closer for opened in first.all(TableOpened)] == [None, 90_000]
    assert not first.table.books.exceptions


def test_an_opener_that_differs_from_the_closer_before_it_is_an_exception() -> None:
    short = {**open_table(89_000), "signatures": [DEALER, FLOOR], "actor": PIT}
    then = when(given(open_table(90_000), close_table(90_000)), short)
    opened = then.one(TableOpened)
    assert opened.discrepancy == -1000
    [(seq, found)] = then.table.books.exceptions.items()
    assert (seq, found.kind, found.amount, found.day) == (opened.seq, "opener", -1000, "2026-11-15")
    assert found.people == ("p1", "d7", "f1")


def test_who_signed_a_count_is_told_with_it() -> None:
    signed = {"signatures": [DEALER, FLOOR]}
    then = history({**open_table(0), **signed}, count_tray(0, **signed), close_table(0) | signed)
    both = (Signature("d7", "dealer"), Signature("f1", "floorperson"))
    assert then.one(TableOpened).signed == both
    assert then.one(TrayCounted).signed == both
    assert then.one(TableClosed).signed == both


@pytest.mark.parametrize("counted", [97_000, 98_000])
def test_a_count_that_differs_is_an_exception_of_exactly_that_amount(counted: int) -> None:
    then = history(open_table(100_000), buy_in(1, 2500), count_tray(counted))
    [(seq, found)] = then.table.books.exceptions.items()
    assert (seq, found.kind, found.amount) == (3, "tray", counted - 97_500)


def test_a_difference_is_named_by_the_first_count_that_shows_it_and_not_again() -> None:
    counts = (count_tray(99_000), count_tray(99_000), count_tray(98_500), close_table(98_500))
    books = given(open_table(100_000), *counts).books
    assert {seq: one.amount for seq, one in books.exceptions.items()} == {2: -1000, 4: -500}


def test_a_difference_that_the_next_count_does_not_show_is_named_as_taken_back() -> None:
    books = given(open_table(100_000), count_tray(99_000), count_tray(100_000)).books
    assert [one.amount for one in books.exceptions.values()] == [-1000, 1000]


def test_a_roll_ends_the_period_and_the_next_one_belongs_to_the_day_it_began() -> None:
    then = history(open_table(100_000), buy_in(1, 2500), {**roll_over(97_500), **NEXT_DAY})
    books = then.table.books
    assert then.one(TrayCounted).period == 1
    assert (books.period, books.day, then.table.session) == (2, "2026-11-16", 1)
    assert (books.variance, books.exceptions) == (0, {})
    [off], standing = books.boxes, books.box
    assert (off.number, off.period, off.drop, off.removed, off.carrier) == (1, 1, 2500, True, None)
    assert off.day == "2026-11-15"
    assert standing is not None
    assert (standing.number, standing.period, standing.drop) == (2, 2, 0)
    assert standing.day == "2026-11-16"
    assert when(then.table, close_table(97_500)).one(TableClosed).period == 2


def test_a_variance_that_a_roll_showed_stays_with_the_period_it_ended() -> None:
    table = given(open_table(100_000), roll_over(99_000), count_tray(99_000), close_table(99_000))
    assert [one.amount for one in table.books.exceptions.values()] == [-1000]


def test_a_new_session_begins_with_period_and_box_one_whatever_was_before() -> None:
    rolled = (open_table(100_000), roll_over(100_000), close_table(100_000))
    books = given(*rolled, open_table(100_000)).books
    assert books.box is not None
    assert (books.period, books.box.number, books.box.session) == (1, 1, 2)
    assert [(box.session, box.number) for box in books.boxes] == [(1, 1), (1, 2)]


def test_a_roll_leaves_streak_rotation_and_the_round_in_play_as_they_were() -> None:
    triple = (open_round(), place(1), place(4), no_more_bets(), roll(4, 4, 4))
    table = given(open_table(banking=True), *a_round("win", "lose"), *triple)
    rolled = when(table, roll_over(table.tray)).table
    assert game_at(rolled).streak == game_at(table).streak
    assert game_at(rolled).streak.count == 1
    assert game_at(rolled).rotation == game_at(table).rotation
    assert game_at(rolled).rotation.stakes
    assert game_at(rolled).round == game_at(table).round
    assert (rolled.rounds, game_at(rolled).dice_since) == (table.rounds, game_at(table).dice_since)


def test_what_a_round_posts_falls_into_the_period_in_which_it_is_settled() -> None:
    up_to_settlement, settlement = a_round("lose")[:-1], a_round("lose")[-1]
    table = given(open_table(100_000), *up_to_settlement, roll_over(100_000), settlement)
    assert (table.tray, table.books.period) == (102_500, 2)
    assert not when(table, close_table(102_500)).table.books.exceptions


def test_vigorish_owed_after_a_count_explains_what_that_count_showed() -> None:
    table = given(open_table(100_000), *a_round("win"), count_tray(97_500))
    assert [one.amount for one in table.books.exceptions.values()] == [-125]
    then = when(table, owe(1, 125), close_table(97_500))
    assert list(then.table.books.exceptions) == list(table.books.exceptions)


def test_vigorish_owed_before_a_count_is_expected_of_it() -> None:
    table = given(open_table(100_000), *a_round("win"), owe(1, 125), count_tray(97_500))
    assert not table.books.exceptions


def test_a_closer_before_an_opener_is_refused() -> None:
    then_refused(given(), close_table(), rule="control:table-open")
    closed = given(open_table(), close_table())
    then_refused(closed, close_table(), rule="control:table-open")
    then_refused(closed, roll_over(1), rule="control:table-open")


def test_finished_rounds_are_known_by_session() -> None:
    void = (open_round(), place(1), ask("void_round", reason="a tile fell", supervisor="fp1"))
    table = given(
        *(open_table(), *a_round("win"), *void, close_table()), open_table(), *a_round("push")
    )
    assert table.books.played == {1: 2, 2: 1}
    assert table.books.last_round == "PG01-2-1"


def test_a_table_that_never_closes_keeps_its_last_periods_for_correction() -> None:
    evening = (open_table(), buy_in(), close_table(), open_table(500))
    table = given(*evening)
    for number in range(1, 31):
        table = when(table, buy_in(1, 1), fill(f"F-{number}", 1), roll_over(500)).table
        kept = {one.period for one in table.books.entries.values() if one.session == 2}
        assert kept == set(range(max(1, number - PERIODS_KEPT + 2), number + 1))
    assert {one.session for one in table.books.entries.values()} == {1, 2}


def test_only_this_session_and_the_one_before_are_kept_for_correction() -> None:
    evening = (open_table(), buy_in(), fill("F-1"), close_table())
    others = ((open_table(), close_table()), (open_table(),))
    table = given(*evening, *others[0], *others[1])
    assert {entry.session for entry in table.books.entries.values()} == {2, 3}
