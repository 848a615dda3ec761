"""On a real store: a table that took money on a day is in that day's close, count and reports."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.controls import DAY_OPEN_TABLE
from domain.day.calendar import Calendar
from domain.day.obstacles import obstacles
from domain.messages.events import decode
from projections import all_projections
from projections.figures.reconciliation import Reconciliation
from services.desk import CommandRefused
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.reports.gathering import gather
from services.store.ledger import Ledger
from services.store.streams import load_tables
from tests.support.domain import asked
from tests.support.reports.evening import DAYS, OPENER, Floor
from tests.support.store.databases import tampering
from tests.support.store.playing import running

FIRST, SECOND, THIRD = DAYS


@pytest.fixture
def floor(ledger: Ledger) -> Iterator[Floor]:
    with running(ledger) as desk:
        yield Floor(desk)


def books(ledger: Ledger) -> Queries:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    return Queries(ledger.datastore)


def reconciled(ledger: Ledger, day: str) -> Reconciliation:
    return gather(books(ledger).rows, day).reconciliation()


def buy_in(floor: Floor, day: str, **more: Any) -> None:
    floor.tell("PG01", f"{day}T21:00:00Z", asked.buy_in(1, 20_000, player="ann", **more))


def test_a_table_that_was_not_rolled_for_days_stands_in_each_of_them(
    ledger: Ledger, floor: Floor
) -> None:
    floor.open("PG01", FIRST)
    buy_in(floor, FIRST)
    buy_in(floor, THIRD)
    assert [line.table for line in reconciled(ledger, THIRD).tables] == ["PG01"]
    assert reconciled(ledger, THIRD).balanced is None
    assert reconciled(ledger, SECOND).tables == ()
    with pytest.raises(CommandRefused, match="control:day-open-table"):
        floor.close_day(THIRD, "provisional")
    floor.tell("PG01", f"{THIRD}T23:00:00Z", asked.close_table(OPENER - 40_000))
    floor.close_day(THIRD, "provisional")
    with pytest.raises(CommandRefused, match="control:day-uncounted"):
        floor.close_day(THIRD, "counted")
    floor.tell("PG01", f"{THIRD}T23:30:00Z", {"command": "count_drop", "cash": 40_000})
    floor.close_day(THIRD, "counted")
    assert reconciled(ledger, THIRD).balanced is True


def believe_the_year_9000(ledger: Ledger) -> None:
    """As an older version would have stored what was told it; recorded when it was."""
    with tampering(ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(regexp_replace(convert_from(state,"
            """ 'UTF8'), '"day":"[-0-9]*"', '"day":"9000-01-01"'), 'UTF8')"""
        )


def test_a_table_stored_in_the_year_9000_stands_in_the_day_of_its_recording(
    ledger: Ledger,
) -> None:
    with running(ledger) as desk:
        first = Floor(desk)
        first.open("PG01", FIRST)
        buy_in(first, FIRST)
    believe_the_year_9000(ledger)
    last = ledger.log_after(0, 10)[-1]
    today = decode(last.topic, last.state).recorded[:10]
    found = gather(books(ledger).rows, today, threshold=10_000)
    assert [line.buy_ins for line in found.reconciliation().tables] == [20_000]
    assert [row.day for row in found.cash] == [today]
    (left,) = obstacles(today, "provisional", load_tables(ledger), Calendar())
    assert (left.rule, left.where) == (DAY_OPEN_TABLE, "PG01")
