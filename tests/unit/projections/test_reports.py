"""The day's reports, as functions of the books around the day."""

from typing import Any

import pytest

from domain.events import books as of_books
from projections.balances import Balances
from projections.issues import Issues
from projections.projection import folded
from projections.reports import REPORTS, DayBooks, Report
from projections.reports.exceptions import items
from projections.slips import Slips
from projections.table_days import TableDays
from tests.support.projections.told import DAY, NEXT, Told


def books_of(*tables: Told, day: str = DAY, **more: Any) -> DayBooks:
    sessions = tuple(row for told in tables for row in told.rows())
    events = [event for told in tables for event in told.events]
    balances = tuple(folded(Balances(), events).values())
    return DayBooks(
        day=day,
        sessions=tuple(row for row in sessions if any(period.day == day for period in row.periods)),
        exceptional=tuple(row for row in sessions if row.exceptional),
        issues=tuple(folded(Issues(), events).values()),
        slips=tuple(folded(Slips(), events).values()),
        balances=tuple(row for row in balances if row.day == day),
        brought=tuple(row for row in balances if row.day < day),
        table_days=tuple(folded(TableDays(), events).values()),
        **more,
    )


def rows(report: Report, section: str) -> list[dict[str, Any]]:
    found = next(one for one in report.sections if one.name == section)
    names = [column.name for column in found.columns]
    return [dict(zip(names, row, strict=True)) for row in found.rows]


@pytest.fixture
def told() -> Told:
    """Two shifts with a roll between them; the second closes 500 short."""
    made = Told()
    made.open()
    made.buy(20_000)
    made.lose(4000)
    made.shift = 2
    made.count(roll=True)
    made.buy(10_000)
    made.close(off=-500)
    made.drop(20_000, 20_000)
    made.drop(10_000, 10_000, box=2, period=2)
    return made


def test_the_master_game_report_is_by_table_game_and_shift(told: Told) -> None:
    report = REPORTS["master_game"].build(books_of(told, Told("MD1", "md-pai-gow@3")))
    assert [
        (line["table"], line["game"], line["shift"], line["win"], line["hold"])
        for line in rows(report, "tables")
    ] == [("PG01", "nj-pai-gow", 1, 4000, "20.00"), ("PG01", "nj-pai-gow", 2, -500, "-5.00")]
    (day,) = rows(report, "day")
    assert (day["drop"], day["win"], day["win_events"]) == (30_000, 3500, 4000)
    assert day["theoretical_win"] == round(4000 * 0.026730364)
    assert day["missing"] == ()
    (wager,) = rows(report, "wagers")
    assert (wager["wagered"], wager["won"]) == (4000, 4000)


def test_open_exceptions_have_an_age_and_a_role(told: Told) -> None:
    (one,) = items(books_of(told, day=NEXT))
    closed = next(event for event in told.events if type(event).__name__ == "TableClosed")
    assert (one.kind, one.amount, one.number, one.age_days) == ("tray", -500, str(closed.seq), 1)
    assert one.open
    assert "pit_manager" in one.roles
    told.tell(
        of_books.ExceptionAcknowledged(
            exception=closed.seq, kind="tray", amount=-500, reason="chips under the table"
        ),
        actor={"id": "pam", "role": "pit_manager"},
    )
    report = REPORTS["exceptions"].build(books_of(told))
    assert rows(report, "open") == []
    (answered,) = rows(report, "answered")
    assert (answered["by"], answered["reason"]) == ("pam", "chips under the table")


def test_what_a_later_day_raised_is_not_in_an_earlier_days_list(told: Told) -> None:
    assert items(books_of(told, day="2026-11-14")) == []


def test_the_trial_balance_is_zero_by_table_shift_and_day(told: Told) -> None:
    other = Told("PG02")
    other.open(5000)
    report = REPORTS["trial_balance"].build(books_of(told, other))
    for section in report.sections:
        assert section.rows
        assert section.totals is not None
        sides: dict[str, list[Any]] = {"debit": [], "credit": []}
        for column, total in zip(section.columns, section.totals, strict=True):
            if (side := column.name.rpartition("_")[2]) in sides:
                sides[side].append(total)
        assert sides["debit"] == sides["credit"] != []
    for name in ("tables", "standing"):
        assert all(line["debit"] == line["credit"] for line in rows(report, name))
    assert [(line["stream"], line["shift"]) for line in rows(report, "tables")] == [
        ("PG01", 1),
        ("PG01", 2),
        ("PG02", 1),
    ]


def test_what_was_brought_forward_stands_after_the_day(told: Told) -> None:
    told.day = NEXT
    told.open(700)
    report = REPORTS["trial_balance"].build(books_of(told, day=NEXT))
    tray = next(line for line in rows(report, "day") if line["account"] == "tray")
    assert (tray["day_debit"], tray["brought_debit"], tray["standing_debit"]) == (700, 500, 1200)
    assert (tray["day_credit"], tray["standing_credit"]) == (0, 0)


def test_a_report_of_one_table_leaves_the_others_out(told: Told) -> None:
    other = Told("PG02")
    other.open(5000)
    other.fill("F-1", 100)
    books = books_of(told, other, table="PG02")
    assert {line["table"] for line in rows(REPORTS["reconciliation"].build(books), "tables")} == {
        "PG02"
    }
    assert {line["table"] for line in rows(REPORTS["slips"].build(books), "slips")} == {"PG02"}
    assert rows(REPORTS["exceptions"].build(books), "open") == []


@pytest.mark.parametrize("name", REPORTS)
def test_a_day_without_play_has_every_report(name: str) -> None:
    report = REPORTS[name].build(DayBooks(day=DAY))
    assert (report.name, report.day, report.status) == (name, DAY, "open")


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_takes_a_played_day(told: Told, name: str) -> None:
    report = REPORTS[name].build(books_of(told))
    assert report.sections
