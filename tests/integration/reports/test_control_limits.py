"""A closing of a day raises what its statistics show."""

from datetime import date, timedelta

import pytest

from projections import all_projections
from projections.table_days import Numbers, TableDayRow
from services.entry.day_findings import find
from services.projector.read_models import ReadModels
from services.queries import Queries
from services.settings import read_settings
from services.store.ledger import Ledger

DAY = "2026-03-01"


def session(number: int, day: str, win: int) -> TableDayRow:
    """A table day with a drop of $100.00."""
    period = Numbers(number=1, day=day, closer=win, opener=10_000, counted=1, dropped=10_000)
    return TableDayRow(
        key="MD1",
        seq=number,
        since=number,
        day=day,
        table="MD1",
        game="md-pai-gow",
        periods=(period,),
    )


@pytest.fixture
def books(ledger: Ledger) -> Queries:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    start = date(2025, 6, 1)
    rows = [
        session(at + 1, (start + timedelta(days=at)).isoformat(), 2000 + at % 2 * 200)
        for at in range(40)
    ]
    rows.append(session(41, DAY, 6000))
    rows.append(session(42, "2026-03-02", 2100))
    with models.datastore.transaction(commit=True) as cursor:
        models.save(cursor, "table_days", {f"MD1-{row.seq}": row for row in rows})
    return Queries(ledger.datastore)


def test_a_hold_far_from_last_years_is_raised(books: Queries) -> None:
    alerts = find(DAY, books, read_settings({})).alerts
    assert [(one.alert, one.table, one.game, one.value) for one in alerts] == [
        ("hold:table:MD1", "MD1", "md-pai-gow", "60.00"),
        ("hold:game:md-pai-gow", None, "md-pai-gow", "60.00"),
    ]


def test_one_within_them_is_not(books: Queries) -> None:
    assert find("2026-03-02", books, read_settings({})).alerts == ()


def test_the_threshold_is_the_houses(books: Queries) -> None:
    settings = read_settings({}, currency_threshold=5_000)
    assert find(DAY, books, settings).currency_threshold == 5_000
