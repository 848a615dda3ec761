"""The tray and the drop box: buy-ins, fills, credits, counts, from opening to the count room."""

from typing import Final

from domain.events.envelope import Posting
from domain.events.table import (
    ChipsBought,
    DropCounted,
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
    TrayCounted,
)
from domain.game_library import LIBRARY
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.round.state import game_at
from domain.hosting import next_commands
from tests.support.domain.asked import (
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    fill,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    void_round,
)
from tests.support.domain.given import estimated_drop, given, history, then_refused, when

STEPS: Final = ("requested", "issued", "received")


def test_a_table_opens_with_its_opener_in_the_tray() -> None:
    then = history(open_table({"2500": 40, "500": 20}))
    opened = then.one(TableOpened)
    assert (opened.opener, opened.inventory) == (110_000, {"2500": 40, "500": 20})
    assert opened.entries == {"tray": 110_000, "cage": -110_000}
    assert (then.table.session, then.table.tray) == (1, 110_000)


def test_a_table_keeps_the_elections_it_was_opened_under() -> None:
    then = history(open_table(limits={"pai_gow": [1000, 5000]}, vigorish="cent"))
    opened = then.one(TableOpened)
    assert opened.regulation == "nj-pai-gow@3"
    assert opened.submission["limits"] == {"pai_gow": [1000, 5000]}
    assert opened.submission["house_way"] == "basic"
    assert len(opened.regulation_hash) == len(opened.submission_hash) == 64
    assert (then.table.terms.limits, own_terms(then.table.terms).vigorish) == (
        {"pai_gow": (1000, 5000)},
        "cent",
    )


def test_a_buy_in_puts_money_into_the_drop_box_and_chips_out_of_the_tray() -> None:
    before = given(open_table(500_000))
    for kind in ("cash", "counter_check", "voucher"):
        then = when(before, buy_in(2, 7500, kind=kind))
        bought = then.one(ChipsBought)
        assert bought.entries == {"drop_box": 7500, "tray": -7500}
        assert (bought.kind, bought.seat, bought.round) == (kind, 2, None)
        assert (then.table.tray, estimated_drop(then.table)) == (492_500, 7500)


def test_a_fill_told_at_once_moves_the_tray_at_once() -> None:
    filled = when(given(open_table(0)), fill("F-1", 30_000))
    assert filled.one(TableFilled).step == "received"
    assert filled.one(TableFilled).entries == {"tray": 30_000, "cage": -30_000}
    assert filled.table.tray == 30_000


def test_a_fill_or_credit_in_steps_moves_the_tray_when_received() -> None:
    table = given(open_table(100_000))
    filled = when(table, *(fill("F-1", 30_000, step=step) for step in STEPS))
    entries = [event.entries for event in filled.all(TableFilled)]
    assert entries == [{}, {}, {"tray": 30_000, "cage": -30_000}]
    credited = when(table, *(credit("C-1", 30_000, step=step) for step in STEPS))
    entries = [event.entries for event in credited.all(TableCredited)]
    assert entries == [{}, {}, {"cage": 30_000, "tray": -30_000}]
    assert (filled.table.tray, credited.table.tray) == (130_000, 70_000)


def test_a_slip_that_a_closing_left_is_voided_and_not_received() -> None:
    """Else its gaming day could not be closed before the table opens again."""
    asked = (fill("F-1", step="requested"), credit("C-1", step="requested"))
    table = given(open_table(), *asked, close_table())
    assert {"fill", "credit"} <= set(next_commands(table))
    then_refused(table, fill("F-1", step="issued"), rule="control:table-open")
    then_refused(table, fill("F-2", step="requested"), rule="control:table-open")
    then_refused(table, fill("F-2", step="voided"), rule="control:slip-steps")
    voided = when(table, fill("F-1", step="voided"), credit("C-1", step="voided"))
    assert [*voided.one(TableFilled).entries, *voided.one(TableCredited).entries] == []
    assert (voided.table.slips, voided.table.tray) == ({}, table.tray)
    assert not {"fill", "credit"} & set(next_commands(voided.table))


def test_a_voided_slip_moves_nothing() -> None:
    table = given(open_table(100_000), fill("F-1", step="requested"))
    assert when(table, fill("F-1", step="voided")).one(TableFilled).entries == {}


def test_a_slip_number_is_used_once_however_it_is_written_and_whatever_became_of_it() -> None:
    steps = [fill("F-1"), fill("F-2", step="requested"), fill("F-3", step="requested")]
    table = given(open_table(), *steps, fill("F-3", step="voided"), close_table(), open_table())
    for slip in ("F-1", "F-2", "F-3", "F-001"):
        for asked in (fill(slip), credit(slip), credit(slip, step="requested")):
            then_refused(table, asked, rule="control:slip-once")
    for slip in ("F-1", "F-3", "F-4"):
        then_refused(table, fill(slip, step="received"), rule="control:slip-steps")
    assert when(table, fill("F-9"), credit("C-1"), fill("F-4")).events
    assert list(table.slips) == ["F-2"]


def test_a_slip_under_way_when_the_table_closes_is_finished_in_the_next_session() -> None:
    table = given(
        *(open_table(), fill("F-1", step="requested"), fill("F-1", step="issued")),
        *(close_table(), open_table(0)),
    )
    assert when(table, fill("F-1", step="received")).table.tray == 50_000


def test_a_count_of_the_tray_is_an_assertion_that_may_fail_and_posts_nothing() -> None:
    table = given(open_table(100_000), buy_in(1, 2500))
    then = when(table, ask("count_tray", inventory=97_000))
    counted = then.one(TrayCounted)
    assert (counted.expected, counted.counted, counted.roll) == (97_500, 97_000, False)
    assert not isinstance(counted, Posting)
    assert then.table.tray == 97_500


def test_a_count_that_ends_the_period_starts_the_next_from_what_was_counted() -> None:
    table = given(open_table(100_000))
    then = when(table, ask("count_tray", inventory=99_000, roll=True), close_table(99_000))
    assert (then.one(TrayCounted).expected, then.one(TableClosed).expected) == (100_000, 99_000)


def test_closing_takes_the_counted_chips_to_the_cage_and_leaves_the_variance() -> None:
    then = when(given(open_table(100_000), buy_in(1, 2500)), close_table(97_400))
    closed = then.one(TableClosed)
    assert (closed.expected, closed.counted) == (97_500, 97_400)
    assert closed.entries == {"cage": 97_400, "tray": -97_400}
    assert then.table.tray == 100
    assert not then.table.is_open


def test_a_new_session_starts_clean_whatever_the_last_one_left() -> None:
    void_after_a_triple = (open_round(), place(1), no_more_bets(), roll(4, 4, 4), void_round())
    played = given(open_table(100_000), buy_in(), *void_after_a_triple, close_table(12_345))
    assert (played.rounds, game_at(played).streak.count) == (1, 1)
    then = when(played, open_table(80_000), open_round(), place(1))
    table = then.table
    assert (table.session, table.tray, game_at(table).streak.count) == (2, 80_000, 0)
    assert table.books.box is not None
    assert table.books.box.drop == 0
    assert then.events[-1].round == "PG01-2-1"


def test_what_happens_to_the_tray_in_a_round_belongs_to_the_table_and_not_to_the_round() -> None:
    betting = given(open_table(), open_round(), place(1))
    then = when(betting, buy_in(), fill("F-1"), credit("C-1"), ask("change_dice"))
    assert {event.round for event in then.events} == {None}


def test_a_drop_counted_by_category_is_money_without_the_coupons() -> None:
    table = given(open_table(), buy_in(1, 10_000), close_table(990_000))
    told = count_drop(cash=6000, counter_checks=3000, vouchers=900, coupons=5000)
    counted = when(table, told).one(DropCounted)
    assert (counted.amount, counted.estimated, counted.coupons) == (9900, 10_000, 5000)
    assert counted.entries == {"cage": 9900, "drop_box": -9900}
    assert counted.session == 1


def test_an_empty_drop_box_can_be_counted() -> None:
    counted = when(given(open_table(), close_table()), count_drop(amount=0)).one(DropCounted)
    assert (counted.amount, counted.entries) == (0, {})


def test_tiles_and_dice_are_brought_to_the_table_by_their_paragraphs() -> None:
    then = history(open_table(), *map(ask, ("set_out_tiles", "change_tiles", "change_dice")))
    rules = [event.rule for event in then.events[1:]]
    assert rules == ["19:47-10.4(g)", "19:47-10.4(a)", "19:47-10.3(c)"]


def test_every_control_says_what_it_is_for() -> None:
    assert all(
        rule.startswith("control:") and meaning for rule, meaning in LIBRARY.controls.items()
    )
