"""Places move by compare-and-set, each guard by itself."""

import pytest
from msgspec.structs import replace

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
        models.advance_all(cursor, LOG, {"floor": place}, stop)
        return len(cursor.fetchall()) == 1


def advance_heads(models: ReadModels, *moves: Move) -> bool:
    with models.datastore.transaction(commit=True) as cursor:
        models.advance_all_heads(cursor, {"floor": moves})
        return len(cursor.fetchall()) == len(moves)


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
        row = conn.execute("SELECT gin_clean_pending_list('read_sessions_by_word') AS pages")
        assert row.fetchall() == [{"pages": 0}]


@pytest.mark.parametrize("rebuilt", [False, True])
def test_an_ordinary_change_of_a_row_writes_no_index(
    ledger: Ledger, models: ReadModels, rebuilt: bool
) -> None:
    """Rows that nearly every event changes: with their indexes each change cost five times more."""
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    if rebuilt:
        Rebuild(ledger, models, Sessions()).run()  # type: ignore[arg-type]
    rows = dict(models.load(Sessions(), ["PG01-1"]))
    with models.datastore.transaction(commit=False) as cursor:
        for seq in (8, 9):
            changed = {place: replace(row, seq=seq) for place, row in rows.items()}
            models.save(cursor, "sessions", changed)  # type: ignore[arg-type]
        cursor.execute("SELECT pg_stat_get_xact_tuples_hot_updated('read_sessions'::regclass) AS n")
        assert cursor.fetchone() == {"n": 2}


def test_a_rebuild_of_what_was_never_folded_has_a_place_to_lock_by(
    ledger: Ledger, models: ReadModels
) -> None:
    """A runner that began during the swap found none, and each waited for the other."""
    Rebuild(ledger, models, Sessions())._begin(Sessions())  # type: ignore[arg-type]
    with models.datastore.get_connection() as conn:
        query = "SELECT source, position FROM projection_positions WHERE projection = 'sessions'"
        assert conn.execute(query).fetchall() == [{"source": LOG, "position": 0}]


def test_after_a_rebuild_an_older_place_moves_nothing(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
    Rebuild(ledger, models, Floor()).run()  # type: ignore[arg-type]
    place = models.position(Floor(), LOG)  # type: ignore[arg-type]
    assert place == Place(1, 1)
    assert not advance(models, Place(1, 0), 2)
