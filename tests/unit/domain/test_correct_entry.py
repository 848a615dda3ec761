"""Amounts of the books that were told wrong: a correction posts the difference and names it."""

import pytest

from domain.events.corrections import EntryCorrected
from domain.events.envelope import Stamp
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    fill,
    open_round,
    open_table,
    place,
)
from tests.support.domain.bookkeeping import (
    acknowledge,
    correct,
    count_tray,
    pay_marker,
    remove_box,
    roll_over,
)
from tests.support.domain.given import estimated_drop, given, then_refused, when

OPENED = open_table(100_000)
NEXT_DAY = {"at": "2026-11-16T07:00:00Z"}


@pytest.mark.parametrize(
    ("told", "what", "entries"),
    [
        (buy_in(2, 500, player="lee"), "buy_in", {"drop_box": 200, "tray": -200}),
        (fill("F-1", 500), "fill", {"tray": 200, "cage": -200}),
        (credit("C-1", 500), "credit", {"cage": 200, "tray": -200}),
        (pay_marker("M-1", 500), "marker", {"tray": 200, "cage": -200}),
        (pay_marker("M-1", 500, tender="cash"), "marker", {"drop_box": 200, "cage": -200}),
    ],
)
def test_a_correction_posts_the_difference_to_the_accounts_of_what_it_corrects(
    told: Asked, what: str, entries: dict[str, int]
) -> None:
    then = when(given(OPENED, told), correct(2, 700))
    corrected = then.one(EntryCorrected)
    assert (corrected.corrects, corrected.what) == (2, what)
    assert (corrected.was, corrected.amount, corrected.entries) == (500, 700, entries)
    assert (corrected.period, corrected.of_day, corrected.late) == (1, "2026-11-15", False)
    assert (corrected.reason, corrected.supervisor) == ("keyed in wrong", "p1")
    right = given(OPENED, {**told, "amount": 700})
    assert then.table.tray == right.tray
    assert estimated_drop(then.table) == estimated_drop(right)


def test_a_correction_of_a_buy_in_or_marker_tells_whose_and_in_what() -> None:
    bought = when(given(OPENED, buy_in(2, 500, kind="voucher", player="lee")), correct(2, 0))
    assert (bought.one(EntryCorrected).tender, bought.one(EntryCorrected).player) == (
        *("voucher", "lee"),
    )
    paid = when(given(OPENED, pay_marker("M-1", player="lee")), correct(2, 1))
    assert (paid.one(EntryCorrected).tender, paid.one(EntryCorrected).player) == ("chips", "lee")


def test_a_correction_may_be_corrected_and_tells_what_stood_by_then() -> None:
    table = given(OPENED, buy_in(2, 500), correct(2, 700))
    again = when(table, correct(2, 600)).one(EntryCorrected)
    assert (again.was, again.amount) == (700, 600)
    then_refused(table, correct(2, 700), rule="control:correction")
    assert when(table, correct(2, 500)).table.tray == 99_500


@pytest.mark.parametrize("entry", [3, 4, 5, 99])
def test_what_is_no_entry_or_never_happened_cannot_be_corrected(entry: int) -> None:
    table = given(OPENED, fill("F-1", step="requested"), open_round(), place(1))
    then_refused(table, correct(entry, 1), rule="control:correction")
    then_refused(table, correct(2, 1), rule="control:correction")
    then_refused(given(), correct(1, 1), rule="control:correction")


def test_the_same_amount_is_no_correction() -> None:
    refusal = then_refused(given(OPENED, buy_in(2, 500)), correct(2, 500))
    assert refusal.rule == "control:correction"
    assert "500 cents already" in refusal.reason


def test_an_opener_corrected_moves_the_tray_and_its_discrepancy() -> None:
    table = given(OPENED, close_table(100_000), open_table(90_000))
    then = when(table, correct(3, 100_000))
    assert then.one(EntryCorrected).entries == {"tray": 10_000, "cage": -10_000}
    assert then.table.tray == 100_000
    assert list(then.table.books.exceptions) == [3]


def test_a_closer_corrected_is_what_the_next_opener_is_held_against() -> None:
    table = given(OPENED, close_table(90_000))
    then = when(table, correct(2, 100_000))
    assert then.one(EntryCorrected).entries == {"cage": 10_000, "tray": -10_000}
    assert then.table.tray == 0
    opened = when(then.table, open_table(100_000)).table
    assert set(opened.books.exceptions) == {2}


def test_an_opener_is_held_against_the_closer_as_corrected() -> None:
    table = given(OPENED, close_table(90_000), open_table(90_000))
    wrong = when(table, correct(3, 80_000)).table.books.exceptions
    assert [(one.kind, one.amount) for one in wrong.values()] == [
        *(("tray", -10_000), ("opener", -10_000)),
    ]
    lacking = when(table, correct(2, 100_000)).table
    assert _found(lacking) == {2: ("tray", -10_000), 5: ("opener", -10_000)}
    right = when(lacking, acknowledge(2), acknowledge(5), correct(3, 100_000)).table
    assert not right.books.exceptions


def test_a_closer_corrected_is_told_to_the_session_that_was_opened_with_it() -> None:
    table = given(OPENED, close_table(90_000), {**open_table(100_000), **NEXT_DAY})
    closer, held_against = when(table, correct(2, 100_000)).all(EntryCorrected)
    assert (closer.what, closer.session, closer.of_day) == ("closer", 1, "2026-11-15")
    assert (held_against.what, held_against.session) == ("last_closer", 2)
    assert (held_against.period, held_against.of_day) == (1, "2026-11-16")
    assert held_against.entries == {}


def _found(table: Table) -> dict[int, tuple[str, int]]:
    return {seq: (one.kind, one.amount) for seq, one in table.books.exceptions.items()}


def test_a_correction_that_makes_a_true_count_differ_is_an_exception() -> None:
    counted = given(OPENED, buy_in(2, 500), count_tray(99_500))
    assert _found(when(counted, correct(2, 400)).table) == {4: ("tray", -100)}
    closed = given(OPENED, buy_in(2, 500), close_table(99_500), count_drop(amount=500))
    assert _found(when(closed, correct(2, 400)).table) == {5: ("tray", -100)}
    in_cash = pay_marker("M-1", 500, tender="cash")
    marker = given(OPENED, in_cash, close_table(100_000), count_drop(amount=500))
    assert _found(when(marker, correct(2, 400)).table) == {5: ("drop", 100)}


def test_two_mistakes_that_hid_each_other_show_when_one_is_corrected() -> None:
    hidden = given(OPENED, buy_in(2, 500), fill("F-1", 700), close_table(100_200))
    assert not hidden.books.exceptions
    one = when(hidden, correct(3, 600)).table
    assert _found(one) == {5: ("tray", 100)}
    assert set(when(one, correct(2, 400)).table.books.exceptions) == {5}


def test_a_difference_that_grows_less_is_not_named_again() -> None:
    table = given(OPENED, buy_in(2, 500), close_table(99_000))
    assert set(when(table, correct(2, 900)).table.books.exceptions) == {3}
    assert _found(when(table, correct(2, 1100)).table)[4] == ("tray", 600)
    back = when(table, correct(3, 99_500), correct(2, 700), correct(2, 500)).table
    assert _found(back) == {3: ("tray", -500), 5: ("tray", 200)}


def test_a_rolls_count_that_is_still_wrong_is_an_exception_of_the_period_it_ended() -> None:
    table = given(OPENED, roll_over(90_000), correct(2, 99_000))
    found = {seq: (one.kind, one.amount) for seq, one in table.books.exceptions.items()}
    assert found == {2: ("tray", -10_000), 3: ("tray", 9000)}


def test_the_drop_of_a_box_corrected() -> None:
    table = given(OPENED, buy_in(2, 500), close_table(99_500), count_drop(amount=400))
    then = when(table, correct(4, 500))
    assert then.one(EntryCorrected).entries == {"cage": 100, "drop_box": -100}
    assert then.one(EntryCorrected).session == 1
    assert set(then.table.books.exceptions) == {4}


def test_a_box_that_left_the_table_is_corrected_and_not_the_one_after_it() -> None:
    table = given(OPENED, buy_in(2, 500), remove_box(carrier="s5"), buy_in(2, 100))
    books = when(table, correct(2, 700)).table.books
    assert books.box is not None
    assert ([box.drop for box in books.boxes], books.box.drop) == ([700], 100)


def test_a_correction_of_an_ended_period_does_not_move_the_tray() -> None:
    rolled = given(OPENED, buy_in(2, 500), roll_over(99_300))
    then = when(rolled, correct(2, 700))
    assert (then.table.tray, then.one(EntryCorrected).period) == (99_300, 1)
    closed = given(OPENED, buy_in(2, 500), close_table(99_300), open_table(99_300))
    later = when(closed, correct(2, 700))
    assert (later.table.tray, later.one(EntryCorrected).session) == (99_300, 1)


def test_a_rolls_count_corrected_moves_the_closer_and_the_opener_it_was() -> None:
    rolled = given(OPENED, {**roll_over(90_000), **NEXT_DAY}, buy_in(1, 500))
    then = when(rolled, correct(2, 100_000))
    closer, opener = then.all(EntryCorrected)
    assert (closer.what, closer.period, closer.of_day) == ("closer", 1, "2026-11-15")
    assert (opener.what, opener.period, opener.of_day) == ("opener", 2, "2026-11-16")
    assert closer.entries == opener.entries == {}, "a roll posts nothing, nor does its correction"
    assert (closer.was, opener.was, closer.corrects, opener.corrects) == (90_000, 90_000, 2, 2)
    assert then.table.tray == 99_500
    assert set(when(then.table, close_table(99_500)).table.books.exceptions) == {2}


def test_a_rolls_count_of_two_periods_ago_leaves_the_tray_alone() -> None:
    table = given(OPENED, roll_over(90_000), roll_over(100_000))
    assert when(table, correct(2, 100_000)).table.tray == 100_000


def test_a_mistake_corrected_after_a_count_is_not_found_again_by_the_next() -> None:
    table = given(OPENED, buy_in(2, 500), count_tray(99_300))
    assert [one.amount for one in table.books.exceptions.values()] == [-200]
    closed = when(table, correct(2, 700), close_table(99_300)).table
    assert list(closed.books.exceptions) == list(table.books.exceptions)


def test_a_mistake_since_the_last_count_that_is_corrected_is_no_exception_at_all() -> None:
    table = given(OPENED, count_tray(100_000), buy_in(2, 500), correct(3, 700), close_table(99_300))
    assert not table.books.exceptions


def test_a_count_that_is_wrong_once_it_is_corrected_is_an_exception_of_its_own() -> None:
    table = given(OPENED, close_table(100_000))
    wrong = when(table, correct(2, 99_000, actor={"id": "f1", "role": "floorperson"}))
    [(seq, found)] = wrong.table.books.exceptions.items()
    assert (seq, found.kind, found.amount) == (3, "tray", -1000)
    assert found.people == ("f1", "p1")
    assert not when(wrong.table, acknowledge(3), correct(2, 100_000)).table.books.exceptions


def test_a_count_is_held_against_the_books_as_corrected() -> None:
    sold = (OPENED, buy_in(2, 500), close_table(99_400), count_drop(amount=600))
    table = given(*sold, acknowledge(3), acknowledge(4), correct(2, 700))
    table = when(table, acknowledge(7)).table
    assert not when(table, correct(3, 99_300), correct(4, 700)).table.books.exceptions


def test_a_correction_of_an_audited_day_is_late() -> None:
    table = given(OPENED, buy_in(2, 500))
    for audited, late in (("", False), ("2026-11-14", False), ("2026-11-15", True)):
        moment = "2026-11-17T12:00:00Z"
        stamp = Stamp(at=moment, recorded=moment, day="2026-11-17", audited=audited)
        [event] = decide(table, parse_command(correct(2, 700)), stamp).events
        assert isinstance(event, EntryCorrected)
        assert (event.late, event.of_day, event.day) == (late, "2026-11-15", "2026-11-17")


def test_of_a_roll_between_days_only_the_audited_side_is_late() -> None:
    table = given(OPENED, {**roll_over(90_000), **NEXT_DAY})
    at = "2026-11-17T12:00:00Z"
    stamp = Stamp(at=at, recorded=at, day="2026-11-17", audited="2026-11-15")
    events = decide(table, parse_command(correct(2, 100_000)), stamp).events
    assert [event.late for event in events if isinstance(event, EntryCorrected)] == [True, False]


def test_an_exception_is_acknowledged_once_with_a_reason() -> None:
    table = given(OPENED, count_tray(99_000))
    then = when(table, acknowledge(2, "a chip was on the floor"))
    assert then.names() == ["ExceptionAcknowledged"]
    assert not then.table.books.exceptions
    then_refused(then.table, acknowledge(2), rule="control:exception")
    then_refused(table, acknowledge(1), rule="control:exception")
    assert not when(then.table, ask("count_tray", inventory=99_000)).table.books.exceptions
