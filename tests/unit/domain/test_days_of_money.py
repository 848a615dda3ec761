"""A table that took money on a day is in that day's books, whatever it says of itself."""

from typing import Any, Final

import pytest

from domain.controls import DAY_OPEN_TABLE, DAY_UNCOUNTED
from domain.day.calendar import Calendar
from domain.day.obstacles import Obstacle, obstacles
from domain.events import Event, encode, topic_of
from domain.events.day import DayClosed
from domain.events.envelope import Stamp
from domain.events.table import ChipsBought, TableOpened
from domain.hosting import Table, decide, evolve
from domain.messages.commands import parse_command
from domain.messages.events import decode
from tests.support.domain.asked import Asked, ask, buy_in, close_table, count_drop, fill, open_table
from tests.support.domain.books_asked import correct_entry, remove_box
from tests.support.domain.given import new_table

SATURDAY, SUNDAY, MONDAY, TUESDAY = "2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"
ROLL: Final = ask("count_tray", inventory=1_000_000, roll=True)


def stamp(day: str, recorded: str | None = None) -> Stamp:
    """Told of noon of a day, by an older version perhaps, which believed whatever was told."""
    return Stamp(f"{day}T12:00:00Z", f"{recorded or day}T12:00:00Z", day)


def told(table: Table, day: str, *commands: Asked, recorded: str | None = None) -> Table:
    """As the store gives the table back: from its events' bytes."""
    for asked in commands:
        _, events, _ = decide(table, parse_command(asked), stamp(day, recorded))
        for event in events:
            table = evolve(table, decode(topic_of(event), encode(event)))
    return table


def left(day: str, status: Any, table: Table) -> list[Obstacle]:
    return obstacles(day, status, [table], Calendar())


def rules(day: str, status: Any, table: Table) -> set[str]:
    return {one.rule for one in left(day, status, table)}


def test_a_table_opened_in_the_year_9000_stands_in_the_day_it_was_recorded() -> None:
    table = told(new_table(), "9000-01-01", open_table(), buy_in(), recorded=SUNDAY)
    assert table.books.day == SUNDAY
    assert rules(SUNDAY, "provisional", table) == {DAY_OPEN_TABLE}
    assert rules(SATURDAY, "provisional", table) == set()
    table = told(table, SUNDAY, close_table())
    assert rules(SUNDAY, "provisional", table) == set()
    assert rules(SUNDAY, "counted", table) == {DAY_UNCOUNTED}
    assert rules(SUNDAY, "counted", told(table, SUNDAY, count_drop())) == set()


def test_cash_stamped_two_days_ahead_stands_in_the_day_it_was_recorded() -> None:
    table = told(new_table(), SUNDAY, open_table())
    _, (bought,), _ = decide(table, parse_command(buy_in()), stamp(TUESDAY, SUNDAY))
    assert bought.day == TUESDAY
    assert decode(topic_of(bought), encode(bought)).day == SUNDAY


def test_a_day_that_is_one_ahead_of_the_calendar_in_utc_is_believed() -> None:
    event: Event = ChipsBought(
        seat=1, amount=1, kind="cash", day=MONDAY, recorded=f"{SUNDAY}T23:00:00Z", entries={}
    )
    assert decode(topic_of(event), encode(event)) == event


def test_the_close_of_a_day_is_of_the_day_it_names() -> None:
    closed = DayClosed(status="counted", day="9000-01-01", recorded=f"{SUNDAY}T23:00:00Z")
    assert decode(topic_of(closed), encode(closed)) == closed


def test_what_was_stored_is_not_changed_by_reading_it() -> None:
    table = new_table()
    command = parse_command(open_table())
    _, (opened,), _ = decide(table, command, stamp("9000-01-01", SUNDAY))
    assert isinstance(opened, TableOpened)
    stored = encode(opened)
    assert b'"day":"9000-01-01"' in stored
    assert decode(topic_of(opened), stored).at == "9000-01-01T12:00:00Z"


def test_money_told_late_keeps_its_day_waiting_for_the_period_and_the_box() -> None:
    table = told(new_table(), MONDAY, open_table())
    assert rules(SUNDAY, "provisional", table) == set()
    table = told(table, SUNDAY, buy_in())
    (found,) = left(SUNDAY, "provisional", table)
    assert found.rule == DAY_OPEN_TABLE
    assert f"of {MONDAY}, with money of {SUNDAY} in it" in found.what
    assert rules(SATURDAY, "provisional", table) == set()
    table = told(table, MONDAY, ROLL)
    assert rules(SUNDAY, "provisional", table) == set()
    assert rules(SUNDAY, "counted", table) == {DAY_UNCOUNTED}
    assert rules(SUNDAY, "counted", told(table, MONDAY, count_drop(amount=1))) == set()


def test_a_late_slip_is_of_the_period_and_not_of_the_box() -> None:
    table = told(new_table(), MONDAY, open_table())
    table = told(table, SUNDAY, fill("F-1"))
    assert rules(SUNDAY, "provisional", table) == {DAY_OPEN_TABLE}
    assert rules(SUNDAY, "counted", table) == set()
    table = told(table, SUNDAY, buy_in())
    assert rules(SUNDAY, "counted", table) == {DAY_UNCOUNTED}


def test_the_next_box_has_nothing_of_the_earlier_day() -> None:
    table = told(new_table(), MONDAY, open_table())
    table = told(table, SUNDAY, buy_in())
    table = told(table, MONDAY, remove_box(), count_drop(amount=10_000))
    assert rules(SUNDAY, "counted", table) == set()
    assert rules(SUNDAY, "provisional", table) == {DAY_OPEN_TABLE}


@pytest.mark.parametrize("late", [correct_entry(1, 900_000), ask("count_tray", inventory=1)])
def test_a_correction_or_a_count_is_no_money_of_the_day_it_is_told_on(late: Asked) -> None:
    table = told(new_table(), MONDAY, open_table())
    table = told(table, SUNDAY, late)
    assert rules(SUNDAY, "provisional", table) == set()


def test_a_period_begun_days_ago_stands_in_every_day_since() -> None:
    table = told(new_table(), SATURDAY, open_table())
    table = told(table, MONDAY, buy_in())
    for day in (SATURDAY, SUNDAY, MONDAY, TUESDAY):
        assert rules(day, "provisional", table) == {DAY_OPEN_TABLE}
