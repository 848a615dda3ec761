"""What the pit sees of a table's books: figures of the running period, and what is still open."""

import msgspec

from domain.hosting import Table
from projections.floor import Floor, TableRow
from projections.floor.view import (
    OpenComplaint,
    OpenException,
    OwedVigorish,
    PendingSlip,
    TableView,
    UncountedBox,
    table_view,
)
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    deal,
    fill,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    settle,
    up_to_the_house,
)
from tests.support.domain.books_asked import (
    acknowledge,
    complain,
    correct_entry,
    hold,
    owe,
    pay_marker,
    recover,
    remove_box,
    rule,
)
from tests.support.domain.given import NAME, history

DEALER, WINS = "1-3 1-5 5-6 4-6", "6-6 1-6 / 5-5 2-3"
ROUND = (*up_to_the_house(DEALER, {1: WINS}), settle())
"""Seat 1 wins 25 dollars, and pays 1.25 of vigorish."""


def shown(*asked: Asked) -> TableView:
    return table_view(folded(*asked))


def folded(*asked: Asked) -> TableRow:
    row = TableRow(key=NAME, state=Table(name=NAME))
    for event in history(*asked).events:
        row = Floor().fold(row, event)
    return row


def figures(view: TableView) -> tuple[int | None, int, int, int, int, int]:
    return (
        view.opener,
        view.drop_estimated,
        view.win,
        view.vigorish,
        view.rounds,
        view.tray_expected,
    )


def test_the_figures_are_those_of_the_running_period() -> None:
    evening = (open_table(), buy_in(amount=10_000), fill("F-1", 50_000), *ROUND)
    tray = 1_000_000 - 10_000 + 50_000 - 2_500 + 125
    assert figures(shown(*evening)) == (1_000_000, 10_000, -2_375, 125, 1, tray)
    rolled = shown(*evening, ask("count_tray", inventory=tray, roll=True))
    assert (rolled.session, rolled.period) == (1, 2)
    assert figures(rolled) == (tray, 0, 0, 0, 0, tray)
    later = shown(*evening, ask("count_tray", inventory=tray, roll=True), *ROUND)
    assert figures(later) == (tray, 0, -2_375, 125, 1, tray - 2_375)


def test_a_count_alone_leaves_the_figures() -> None:
    view = shown(open_table(), buy_in(amount=10_000), ask("count_tray", inventory=990_000))
    assert (view.period, *figures(view)) == (1, 1_000_000, 10_000, 0, 0, 0, 990_000)


def test_markers_are_no_win_and_cash_for_them_is_drop() -> None:
    view = shown(
        open_table(),
        pay_marker("M-1", 4_000),
        pay_marker("M-2", 3_000, tender="cash"),
    )
    assert figures(view) == (1_000_000, 3_000, 0, 0, 0, 1_004_000)


def test_corrections_change_the_figure_that_they_correct() -> None:
    opened = (open_table(), buy_in(amount=10_000))
    assert figures(shown(*opened, correct_entry(2, 7_000)))[:3] == (1_000_000, 7_000, 0)
    assert figures(shown(*opened, correct_entry(1, 900_000)))[:3] == (900_000, 10_000, 0)
    rolled = (*opened, ask("count_tray", inventory=990_000, roll=True))
    late = shown(*rolled, correct_entry(2, 7_000))
    assert figures(late)[:3] == (990_000, 0, 0)
    assert shown(*rolled, correct_entry(3, 991_000)).opener == 991_000


def test_owed_vigorish_is_shown_until_it_is_recovered() -> None:
    owing = (open_table(), *ROUND, owe(1, 100))
    seq = history(*owing).table.seq
    view = shown(*owing)
    assert view.owed == (OwedVigorish(owed=seq, seat=1, player="seat-1", left=100),)
    assert (view.win, view.vigorish) == (-2_475, 25)
    paid = shown(*owing, recover(seq))
    assert (paid.owed, paid.win, paid.vigorish) == ((), -2_375, 125)


def test_boxes_off_the_table_are_shown_until_they_are_counted() -> None:
    dropped = (open_table(), buy_in(amount=10_000))
    assert shown(*dropped).boxes == ()
    off = (*dropped, remove_box(), buy_in(amount=5_000))
    first = UncountedBox(box=1, session=1, period=1, estimated=10_000, carrier="guard-1")
    assert shown(*off).boxes == (first,)
    assert shown(*off).drop_estimated == 15_000
    closed = (*off, close_table(985_000))
    second = UncountedBox(box=2, session=1, period=1, estimated=5_000, carrier=None)
    assert shown(*closed).boxes == (first, second)
    assert shown(*closed, count_drop(amount=10_000)).boxes == (second,)


def test_slips_are_shown_while_they_are_under_way() -> None:
    asked_for = (open_table(), fill("F-1", 50_000, step="requested"))
    assert shown(*asked_for).slips == (PendingSlip("F-1", "fill", "requested", 50_000),)
    issued = (*asked_for, fill("F-1", 50_000, step="issued"))
    assert [slip.step for slip in shown(*issued).slips] == ["issued"]
    assert shown(*issued, fill("F-1", 50_000, step="received")).slips == ()


def test_exceptions_are_shown_until_somebody_answers() -> None:
    miscounted = (open_table(), ask("count_tray", inventory=999_900))
    (found,) = shown(*miscounted).exceptions
    assert found == OpenException(exception=2, kind="tray", amount=-100, day="2026-11-15")
    assert shown(*miscounted, acknowledge(2)).exceptions == ()


def test_complaints_are_shown_until_they_are_decided() -> None:
    disputed = (open_table(), *ROUND, complain())
    seq = history(*disputed).table.seq
    one = OpenComplaint(complaint=seq, round="PG01-1-1", seat=1, player="seat-1", held=False)
    assert shown(*disputed).complaints == (one,)
    held = (*disputed, hold(seq))
    assert [one.held for one in shown(*held).complaints] == [True]
    assert shown(*held, rule(seq)).complaints == ()


def test_no_hand_of_a_round_that_is_played_is_shown() -> None:
    dealt = (open_table(), open_round(), place(1), no_more_bets(), roll(), deal(DEALER))
    row = folded(*dealt)
    assert b"6-6" in msgspec.json.encode(row)
    assert b"6-6" not in msgspec.json.encode(table_view(row))
