"""In the books of a day stands every table that took money on it."""

from typing import Final

from domain.events import encode, topic_of
from domain.messages.events import decode
from projections.currency import Currency, cash_by_player
from projections.figures.reconciliation import Reconciliation
from projections.projection import folded
from projections.reports import REPORTS, DayBooks
from projections.reports.report import Section
from projections.table_days import TableDays
from tests.support.projections.told import DAY, NEXT, Told

AFTER: Final = "2026-11-17"
FAR: Final = "9000-01-01"


def begun_days_ago() -> Told:
    """Opened on the first day and never rolled; cash of the first and the third."""
    table = Told()
    table.open()
    table.buy(1000)
    table.day = AFTER
    table.buy(500)
    return table


def tables(found: Reconciliation) -> list[tuple[str, str, int]]:
    return [(line.table, line.of_day, line.buy_ins) for line in found.tables]


def by_table(told: Told, day: str) -> Section:
    report = REPORTS["master_game"].build(DayBooks(day=day, sessions=tuple(told.rows())))
    return next(section for section in report.sections if section.name == "tables")


def test_a_period_begun_days_ago_stands_in_each_day_on_which_it_took_money() -> None:
    told = begun_days_ago()
    assert tables(told.reconciled(DAY)) == [("PG01", DAY, 1500)]
    assert tables(told.reconciled(AFTER)) == [("PG01", DAY, 1500)]
    assert tables(told.reconciled(NEXT)) == []
    assert [len(by_table(told, day).rows) for day in (DAY, NEXT, AFTER)] == [1, 0, 1]


def test_such_a_day_is_not_balanced_before_the_period_is_counted() -> None:
    told = begun_days_ago()
    assert told.reconciled(AFTER).balanced is None
    told.close()
    told.drop(1500, 1500)
    assert told.reconciled(AFTER).balanced is True


def test_a_variance_of_the_period_is_one_of_the_day() -> None:
    told = begun_days_ago()
    told.close(off=-25)
    told.drop(1500, 1500)
    found = told.reconciled(AFTER)
    assert found.balanced is False
    assert [line.variance.tray for line in found.tables] == [-25]


def test_a_period_is_summed_once_in_its_own_day() -> None:
    told = begun_days_ago()
    assert told.reconciled(DAY).totals["buy_ins"] == 1500
    assert told.reconciled(AFTER).totals["buy_ins"] == 0
    assert told.reconciled(DAY).trial_balance["drop_box"] == 1500
    assert told.reconciled(AFTER).trial_balance == {}


def test_a_table_with_a_period_of_the_day_stands_in_it_once() -> None:
    told = begun_days_ago()
    told.count(roll=True)
    told.buy(300)
    assert tables(told.reconciled(AFTER)) == [("PG01", AFTER, 300)]
    assert tables(told.reconciled(DAY)) == [("PG01", DAY, 1500)]


def as_stored(told: Told, recorded: str) -> Told:
    """Back from the bytes of a store, that an older version wrote at that moment."""
    told.events = [
        decode(topic_of(event), encode(event).replace(b'"recorded":""', recorded_at(recorded)))
        for event in told.events
    ]
    return told


def recorded_at(day: str) -> bytes:
    return f'"recorded":"{day}T21:00:00Z"'.encode()


def test_a_table_stamped_far_ahead_stands_in_the_day_it_was_recorded() -> None:
    told = Told()
    told.day = FAR
    told.open()
    told.buy(2_000_000, player="ann")
    told = as_stored(told, DAY)
    assert tables(told.reconciled(DAY)) == [("PG01", DAY, 2_000_000)]
    assert told.reconciled(DAY).balanced is None
    cash = cash_by_player(DAY, folded(Currency(), told.events).values(), above=1_000_000)
    assert [(one.player, one.amount) for one in cash] == [("ann", 2_000_000)]
    (row,) = folded(TableDays(), told.events).values()
    assert [period.day for period in row.periods] == [DAY]


def test_cash_stamped_ahead_is_reported_with_the_cash_of_its_day() -> None:
    told = Told()
    told.open()
    told.buy(600_000, player="ann")
    told.day = AFTER
    told.buy(600_000, player="ann")
    told = as_stored(told, DAY)
    cash = cash_by_player(DAY, folded(Currency(), told.events).values(), above=1_000_000)
    assert [(one.player, one.amount) for one in cash] == [("ann", 1_200_000)]
