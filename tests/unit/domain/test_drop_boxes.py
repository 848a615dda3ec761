"""Drop boxes: taken off, carried, counted once each; money and coupons held against the count."""

import pytest

from domain.events.books import BoxRemoved
from domain.events.table import DropCounted
from tests.support.domain.asked import (
    buy_in,
    close_table,
    count_drop,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    void_round,
)
from tests.support.domain.bookkeeping import SECURITY, a_round, pay_marker, remove_box, roll_over
from tests.support.domain.given import given, history, then_refused, when

TWO_BOXES = (open_table(), buy_in(1, 700), remove_box(carrier="s5"), buy_in(1, 300))


def test_a_box_taken_off_leaves_a_fresh_one_at_the_table() -> None:
    then = history(*TWO_BOXES)
    gone = then.one(BoxRemoved)
    assert (gone.session, gone.box, gone.period, gone.estimated, gone.carrier) == (
        *(1, 1, 1, 700, "s5"),
    )
    books = then.table.books
    assert books.box is not None
    assert (books.box.number, books.box.period, books.box.drop) == (2, 1, 300)
    assert [(box.number, box.carrier, box.removed) for box in books.boxes] == [(1, "s5", True)]


def test_the_carrier_is_the_actor_unless_somebody_else_is_named() -> None:
    table = given(open_table())
    assert when(table, remove_box(actor=SECURITY)).one(BoxRemoved).carrier == "s5"
    assert when(table, remove_box(actor=SECURITY, carrier="s6")).one(BoxRemoved).carrier == "s6"
    assert when(table, remove_box()).one(BoxRemoved).carrier is None


@pytest.mark.parametrize("ends", [roll_over(1_000_000), close_table()])
def test_the_carrier_of_a_box_that_came_off_with_a_count_is_told_later(
    ends: dict[str, int],
) -> None:
    table = given(open_table(), ends)
    then = when(table, remove_box(box=1, carrier="s5"))
    assert [box.carrier for box in then.table.books.boxes] == ["s5"]
    assert then.table.books.box == table.books.box
    then_refused(then.table, remove_box(box=1, carrier="s6"), rule="control:box-removed")


def test_at_a_closed_table_the_box_that_nobody_carried_is_meant() -> None:
    table = given(*TWO_BOXES, close_table())
    assert when(table, remove_box(carrier="s5")).one(BoxRemoved).box == 2
    then_refused(table, remove_box(), rule="control:box-removed")
    carried = when(table, remove_box(carrier="s5")).table
    then_refused(carried, remove_box(carrier="s5"), rule="control:box-removed")


def test_a_box_of_an_earlier_session_may_be_carried_off() -> None:
    table = given(open_table(), close_table(), open_table())
    then = when(table, remove_box(session=1, carrier="s5"))
    assert (then.one(BoxRemoved).session, then.one(BoxRemoved).box) == (1, 1)


def test_a_box_that_never_stood_there_cannot_leave() -> None:
    table = given(*TWO_BOXES)
    for asked in (remove_box(box=3), remove_box(box=1, carrier="s5")):
        then_refused(table, asked, rule="control:box-removed")
    then_refused(table, remove_box(session=2), rule="control:table-open")
    then_refused(given(), remove_box(), rule="control:table-open")


def test_boxes_are_counted_in_the_order_they_left_unless_one_is_named() -> None:
    table = given(*TWO_BOXES, close_table())
    then = when(table, count_drop(amount=700), count_drop(amount=300))
    assert [(one.box, one.period, one.estimated) for one in then.all(DropCounted)] == [
        *((1, 1, 700), (2, 1, 300)),
    ]
    assert not then.table.books.boxes
    assert not [one for one in then.table.books.exceptions.values() if one.kind == "drop"]
    assert when(table, count_drop(amount=300, box=2)).one(DropCounted).estimated == 300


def test_a_box_that_is_off_is_counted_while_the_table_plays_on() -> None:
    table = given(*TWO_BOXES)
    counted = when(table, count_drop(amount=700))
    assert counted.one(DropCounted).box == 1
    then_refused(counted.table, count_drop(amount=300), rule="control:drop-after-close")
    then_refused(counted.table, count_drop(amount=300, box=2), rule="control:box-removed")
    then_refused(counted.table, count_drop(amount=300, box=3), rule="control:box-removed")
    then_refused(counted.table, count_drop(amount=700, box=1), rule="control:drop-once")


def test_no_box_is_counted_twice() -> None:
    table = given(*TWO_BOXES, close_table(), count_drop(amount=700), count_drop(amount=300))
    for asked in (count_drop(amount=1), count_drop(amount=1, box=1), count_drop(amount=1, box=9)):
        then_refused(table, asked, rule="control:drop-once")


def test_markers_paid_in_cash_and_buy_ins_of_every_kind_are_in_the_box() -> None:
    bought = (buy_in(1, 100, kind=kind) for kind in ("cash", "counter_check", "voucher"))
    table = given(
        open_table(), *bought, pay_marker("M-1", 5000, tender="cash"), pay_marker("M-2", 900)
    )
    assert table.books.box is not None
    assert table.books.box.drop == 5300


def test_a_drop_that_differs_is_an_exception_of_its_box_and_day() -> None:
    carried = (*TWO_BOXES, close_table(999_000), remove_box(box=2, carrier="s6"))
    told = {**count_drop(amount=290, box=2), "actor": {"id": "k2", "role": "count_room"}}
    then = when(given(*carried), {**told, "at": "2026-11-16T12:00:00Z"})
    [(seq, found)] = then.table.books.exceptions.items()
    assert (seq, found.kind, found.amount) == (then.one(DropCounted).seq, "drop", -10)
    assert (found.day, found.people) == ("2026-11-15", ("k2", "s6"))


def test_coupons_won_and_lost_are_in_the_box_and_those_given_back_are_not() -> None:
    played = a_round("win", "lose", "push", coupon=500)
    closed = given(open_table(), *played, close_table(1))
    counted = when(closed, count_drop(cash=0, coupons=1000))
    assert counted.one(DropCounted).coupons_estimated == 1000
    assert {one.kind for one in counted.table.books.exceptions.values()} == {"tray"}


def test_coupons_of_a_void_round_stay_with_their_players() -> None:
    void = (open_round(), place(1, coupon=500), no_more_bets(), roll(), void_round())
    table = given(open_table(), *void)
    assert table.books.box is not None
    assert table.books.box.coupons == 0


def test_coupons_that_differ_are_an_exception_alone_or_beside_the_money() -> None:
    closed = given(
        open_table(), *a_round("lose", coupon=500), buy_in(1, 700), close_table(1_001_800)
    )
    assert not closed.books.exceptions
    [alone] = when(closed, count_drop(cash=700, coupons=300)).table.books.exceptions.values()
    assert (alone.kind, alone.amount) == ("coupons", -200)
    [both] = when(closed, count_drop(cash=800, coupons=300)).table.books.exceptions.values()
    assert (both.kind, both.amount, both.coupons) == ("drop", 100, -200)
    assert not when(closed, count_drop(amount=700)).table.books.exceptions
