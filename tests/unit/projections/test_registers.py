"""Registers: slips and their numbers, cash of a player, issues that wait, days as closed."""

from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from domain.events import day as of_day
from domain.events.table import TableFilled
from domain.money import transfer
from projections.currency import Currency, PlayerCash, cash_by_player
from projections.days import Days, closing_of, status_of
from projections.figures.alerts import slip_alerts
from projections.issues import Issues
from projections.projection import folded
from projections.slips import MOST_GAPS, Slip, SlipFault, Slips, faults_of, slips_of
from tests.support.projections.told import DAY, NEXT, Told


def register(*tables: Told) -> list[Slip]:
    return slips_of([row for one in tables for row in folded(Slips(), one.events).values()])


def faults(day: str, *tables: Told) -> list[tuple[str, str]]:
    return [(fault.kind, fault.slip) for fault in faults_of(day, register(*tables))]


def table(name: str = "PG01") -> Told:
    made = Told(name)
    made.open()
    return made


def test_a_number_without_digits_is_a_series_of_its_own() -> None:
    one, two = table("PG01"), table("PG02")
    one.fill("handwritten", 100)
    assert faults(DAY, one) == []
    two.fill("handwritten", 100)
    assert faults(DAY, one, two) == [("twice", "handwritten")]


def test_numbers_without_a_gap_are_in_order() -> None:
    told = table()
    told.fill("F0009", 100)
    told.fill("F10", 100)
    told.credit("C3", 100)
    assert faults(DAY, told) == []


def test_a_number_passed_over_is_missing_even_over_night_and_between_tables() -> None:
    one, two = table("PG01"), table("PG02")
    one.fill("F1", 100)
    two.fill("F3", 100)
    for told in (one, two):
        told.day = NEXT
    one.fill("F6", 100)
    two.fill("F7", 100)
    assert faults(DAY, one, two) == [("missing", "F2")]
    assert faults(NEXT, one, two) == [("missing", "F4"), ("missing", "F5")]


def test_what_is_missing_or_used_twice_is_raised_and_what_is_voided_is_not() -> None:
    one, two = table("PG01"), table("PG02")
    one.fill("F1", 100)
    one.fill("F3", 100, step="voided")
    two.fill("F1", 100)
    two.fill("G1", 100)
    two.fill(f"G{MOST_GAPS + 9}", 100)
    raised = slip_alerts(DAY, register(one, two))
    assert [(alert.alert, alert.table) for alert in raised] == [
        ("slip:missing:F2", None),
        (f"slip:missing:G2..G{MOST_GAPS + 8}", "PG02"),
        ("slip:twice:F1", None),
    ]
    assert "slip F2 at PG01, PG02: passed over" in raised[0].what


def test_a_number_used_later_is_missing_no_more() -> None:
    told = table()
    told.fill("F1", 100)
    told.fill("F3", 100)
    told.day = NEXT
    told.fill("F2", 100)
    assert faults(DAY, told) == faults(NEXT, told) == []


def test_a_number_used_too_late_shows_what_is_missing_around_it() -> None:
    told = table()
    told.fill("F5", 100)
    told.day = NEXT
    told.fill("F3", 100)
    told.fill("F7", 100)
    assert faults(DAY, told) == []
    assert faults(NEXT, told) == [("missing", "F4"), ("missing", "F6")]


def test_a_skipped_pad_is_one_line() -> None:
    told = table()
    told.fill("F1", 100)
    told.fill("F500", 100)
    assert faults(DAY, told) == [("missing", "F2 to F499")]


def test_a_number_at_two_tables_is_told_with_both() -> None:
    one, two = table("PG01"), table("PG02")
    one.fill("F1", 100)
    two.fill("F01", 100)
    (fault,) = faults_of(DAY, register(one, two))
    assert isinstance(fault, SlipFault)
    assert (fault.kind, fault.tables) == ("twice", ("PG01", "PG02"))


def test_a_slip_is_pending_until_it_is_received_or_voided() -> None:
    told = table()
    told.fill("F1", 700, step="requested")
    assert faults(DAY, told) == [("pending", "F1")]
    told.day = NEXT
    told.fill("F1", 700, step="issued")
    told.fill("F1", 700)
    assert faults(DAY, told) == faults(NEXT, told) == []
    (slip,) = register(told)
    assert [step.step for step in slip.steps] == ["requested", "issued", "received"]
    assert slip.days == (DAY, NEXT)


def test_a_voided_slip_is_told_with_its_reason() -> None:
    told = table()
    told.tell(TableFilled(slip="F1", step="requested", amount=5, entries={}))
    told.tell(TableFilled(slip="F1", step="voided", amount=5, reason="spoilt", entries={}))
    (fault,) = faults_of(DAY, register(told))
    assert (fault.kind, fault.words) == ("voided", "spoilt")


def test_the_register_shows_the_amount_as_corrected() -> None:
    told = table()
    filled = told.fill("F1", 700)
    told.day = NEXT
    told.correct(filled, "fill", 700, 900)
    told.correct(filled, "fill", 900, 800)
    assert [slip.amount for slip in register(told)] == [800]


def cash(day: str, *tables: Told, above: int | None = None) -> list[PlayerCash]:
    rows = [row for one in tables for row in folded(Currency(), one.events).values()]
    return cash_by_player(day, rows, above)


def test_cash_of_one_player_is_summed_over_the_tables_of_the_day() -> None:
    one, two = table("PG01"), table("PG02")
    one.buy(600_000, player="ann")
    one.buy(900_000, kind="voucher", player="ann")
    two.marker(500_000, tender="cash")
    two.marker(800_000)
    two.buy(1_000_000, player="bob")
    (ann,) = cash(DAY, one, two, above=1_000_000)
    assert (ann.player, ann.amount, ann.buy_ins, ann.markers) == (
        "ann",
        1_100_000,
        600_000,
        500_000,
    )
    assert (ann.tables, ann.transactions) == (("PG01", "PG02"), 2)


def test_cash_counts_as_corrected_in_the_day_it_was_put_down() -> None:
    told = table()
    bought = told.buy(1_200_000)
    told.buy(1000, player="bob")
    told.day = NEXT
    told.correct(bought, "buy_in", 1_200_000, 120_000, tender="cash", player="ann")
    assert [(one.player, one.amount) for one in cash(DAY, told)] == [
        ("ann", 120_000),
        ("bob", 1000),
    ]
    assert cash(NEXT, told) == []


def test_who_is_not_named_is_known_by_table_and_seat() -> None:
    one, two = table("PG01"), table("PG02")
    one.buy(10, player="")
    two.buy(20, player="seat-1")
    assert [(who.player, who.amount) for who in cash(DAY, one, two)] == [
        ("PG02/seat-1", 20),
        ("PG01/seat-1", 10),
    ]


def test_a_matter_is_open_until_it_is_answered() -> None:
    told = table()
    made = told.tell(of_books.ComplaintMade(seat=2, player="ann", words="my nine", round="R"))
    held = of_books.DisputeHeld(complaint=made.seq, seat=2, player="ann", amount=500)
    told.tell(held)
    (row,) = folded(Issues(), told.events).values()
    assert (row.kind, row.open, row.state, row.amount, row.round) == (
        "complaint",
        True,
        "held",
        500,
        "R",
    )
    ruled = of_books.DisputeRuled(
        complaint=made.seq,
        seat=2,
        player="ann",
        decision="upheld",
        adjustment=500,
        paid_from="tray",
        reason="seen on tape",
        supervisor="sue",
        entries=transfer(500, to="win", source="tray"),
    )
    told.tell(ruled, actor={"id": "pam", "role": "pit_manager"})
    (row,) = folded(Issues(), told.events).values()
    assert (row.open, row.state, row.by, row.reason) == (False, "upheld", "pam", "seen on tape")


def day_events(day: str, *statuses: str) -> list[Event]:
    return [
        replace(
            of_day.DayClosed(status=status),  # type: ignore[arg-type]
            key=f"day:{day}",
            day=day,
            seq=seq,
            recorded=f"{day}T2{seq}:00:00Z",
        )
        for seq, status in enumerate(statuses, start=1)
    ]


def test_a_later_closing_covers_the_days_before_it() -> None:
    events = [*day_events(DAY, "provisional"), *day_events(NEXT, "provisional", "counted")]
    rows = list(folded(Days(), events).values())
    assert [status_of(day, rows) for day in ("2026-11-14", DAY, NEXT, "2026-11-17")] == [
        "counted",
        "counted",
        "counted",
        "open",
    ]
    assert [
        found and (found[0].day, found[1].seq)
        for found in (
            closing_of("2026-11-14", "provisional", rows),
            closing_of(DAY, "counted", rows),
            closing_of(DAY, "audited", rows),
        )
    ] == [(DAY, 1), (NEXT, 2), None]


def test_an_alert_is_open_until_it_is_acknowledged() -> None:
    raised = of_day.AlertRaised(
        alert="hold:table:PG01",
        what="hold",
        of_table="PG01",
        game="md-pai-gow",
        value="40.00",
        low="10.00",
        high="30.00",
    )
    named = [replace(raised, alert=name) for name in ("a", "b")]
    answer = of_day.AlertAcknowledged(alert="a", reason="one player's luck")
    events = [
        replace(event, key=f"day:{DAY}", day=DAY, seq=seq)
        for seq, event in enumerate([*named, answer], start=1)
    ]
    (row,) = folded(Days(), events).values()
    assert [(alert.alert, alert.open, alert.reason) for alert in row.alerts] == [
        ("a", False, "one player's luck"),
        ("b", True, None),
    ]
