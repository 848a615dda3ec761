"""Meters are followed by their own streams, beside their tables'."""

import pytest

from projections import all_projections
from services.projector.feed import LogFeed, Page
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from tests.support.store.playing import do, running
from tests.support.store.poker import poker_evening


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


@pytest.fixture
def played(ledger: Ledger) -> Ledger:
    with running(ledger) as desk:
        for table in ("PP01", "PP02"):
            do(desk, *poker_evening(table))
    return ledger


class Leaky(LogFeed):
    """A source that lost one event of the meter."""

    def page(self, source: str, after: int, limit: int) -> Page:
        page = super().page(source, after, limit)
        kept = [event for event in page.events if (event.key, event.seq) != ("meter:M1", 3)]
        return Page(source, after, page.stop, kept)


def test_a_gap_in_a_meters_stream_stops_and_says_where(played: Ledger, models: ReadModels) -> None:
    leaking = Runner(Leaky(played), models, all_projections())
    leaking.catch_up()
    assert all(follower.stopped for follower in leaking.followers)
    with models.datastore.get_connection() as conn:
        rows = conn.execute("SELECT stopped_by FROM projection_positions").fetchall()
    assert rows
    assert all("meter:M1/4: a gap: 2 is the last" in row["stopped_by"] for row in rows)


def test_a_meter_is_the_sum_of_its_tables(played: Ledger, models: ReadModels) -> None:
    Runner(LogFeed(played), models, all_projections()).catch_up()
    (row,) = Queries(played.datastore).progressives()
    assert row.tables == ("PP01", "PP02")
    assert row.hits == 2
    for figure in ("contributed", "paid", "resets", "funded"):
        assert getattr(row, figure) == sum(getattr(one, figure) for one in row.by_table.values())
    assert row.amount == row.initial + row.contributed + row.resets + row.funded - row.paid


def test_the_tables_position_tells_of_the_meter_too(played: Ledger, models: ReadModels) -> None:
    """Every read model keeps the head of every stream, so `seq` of a table can be waited for."""
    Runner(LogFeed(played), models, all_projections()).catch_up()
    books = Queries(played.datastore)
    assert books.projected("meter:M1") == books.progressives()[0].seq
    assert books.projected("PP02") > 0
