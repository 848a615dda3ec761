"""Places move by compare-and-set, each guard by itself."""

import pytest

from projections import all_projections
from projections.floor import Floor
from projections.sessions import Sessions
from services.projector.feed import LOG, LogFeed
from services.projector.read_models import Move, Place, ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.store.ledger import Ledger
from tests.support.store.playing import do, open_table, running


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    made.position(Floor(), LOG)  # type: ignore[arg-type]
    return made


def advance(models: ReadModels, place: Place, stop: int) -> bool:
    with models.datastore.transaction(commit=True) as cursor:
        return models.advance(cursor, "floor", LOG, place, stop)


def advance_heads(models: ReadModels, *moves: Move) -> bool:
    with models.datastore.transaction(commit=True) as cursor:
        return models.advance_heads(cursor, "floor", moves)


def test_a_position_moves_only_from_where_it_is(models: ReadModels) -> None:
    assert advance(models, Place(0, 0), 10)
    assert not advance(models, Place(0, 0), 20)
    assert not advance(models, Place(10, 1), 20)
    assert advance(models, Place(10, 0), 20)


def test_a_head_moves_only_from_where_it_is(models: ReadModels) -> None:
    assert advance_heads(models, Move("PG01", 0, 5), Move("PG02", 0, 3))
    assert not advance_heads(models, Move("PG01", 0, 6))
    assert not advance_heads(models, Move("PG01", 4, 6))
    assert not advance_heads(models, Move("PG01", 5, 6), Move("PG02", 1, 4))


@pytest.mark.parametrize("suffix", ["", "_rebuilt"])
def test_what_is_searched_is_sorted_in_at_once(
    ledger: Ledger, models: ReadModels, suffix: str
) -> None:
    """A list of what is still to be sorted in made readers go through the whole table."""
    with running(ledger) as desk:
        for table in range(20):
            do(desk, open_table(f"PG{table}"))
    if suffix:
        Rebuild(ledger, models, Sessions()).run()  # type: ignore[arg-type]
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    with models.datastore.get_connection() as conn:
        row = conn.execute("SELECT gin_clean_pending_list('read_sessions_by_doc') AS pages")
        assert row.fetchall() == [{"pages": 0}]


def test_after_a_rebuild_an_older_place_moves_nothing(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
    Rebuild(ledger, models, Floor()).run()  # type: ignore[arg-type]
    place = models.position(Floor(), LOG)  # type: ignore[arg-type]
    assert place == Place(1, 1)
    assert not advance(models, Place(1, 0), 2)
