"""Rebuilding: the same rows again, swapped in while runners and readers go on."""

import threading

import pytest
from psycopg.sql import SQL, Identifier

from projections import all_projections
from services.projector import rebuild
from services.projector.feed import LOG, LogFeed
from services.projector.read_models import Place, ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.store.playing import play_floor, running


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


def spoil(models: ReadModels) -> None:
    for projection in all_projections():
        table = Identifier(f"read_{projection.name}")
        with models.datastore.get_connection() as conn:
            conn.execute(
                SQL("UPDATE {} SET seq = 1, doc = jsonb_set(doc, '{{seq}}', '1')").format(table)
            )


def test_what_was_spoilt_is_mended(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=5)
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    spoil(models)
    for projection in all_projections():
        assert Rebuild(ledger, models, projection).run() == ledger.head()
    expect_equal_to_fresh(ledger, models)


def test_all_at_once_with_little_room_is_as_one_by_one(
    ledger: Ledger, models: ReadModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are put down and picked up again in the middle of their rounds."""
    monkeypatch.setattr(rebuild, "_PAGE", 7)
    monkeypatch.setattr(rebuild, "_NEAR", 20)
    monkeypatch.setattr(rebuild, "_ROWS_IN_HAND", 1)
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=4)
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    spoil(models)
    told: list[int] = []
    assert Rebuild(ledger, models, *all_projections()).run(told.append) == ledger.head()
    expect_equal_to_fresh(ledger, models)
    assert told == sorted(told)
    assert told[-1] == ledger.head()
    places = {models.position(projection, LOG) for projection in all_projections()}
    assert places == {Place(ledger.head(), 1)}


def test_a_runner_goes_on_after_the_swap(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3, seed=1)
        runner = Runner(LogFeed(ledger), models, all_projections())
        runner.catch_up()
        spoil(models)  # what the runner has in hand is older than what will be built
        for projection in all_projections():
            Rebuild(ledger, models, projection).run()
        play_floor(desk, tables=2, rounds=3, seed=2, again=ledger)
        runner.catch_up()
    expect_equal_to_fresh(ledger, models)


def test_under_play_with_a_running_runner_and_readers(ledger: Ledger, models: ReadModels) -> None:
    books, served, stop = Queries(ledger.datastore), [0], threading.Event()

    def read() -> None:
        while not stop.is_set():
            books.tables()
            served[0] += 1

    with running(ledger) as desk:
        runner = Runner(LogFeed(ledger), models, all_projections())
        runner.start()
        reader = threading.Thread(target=read)
        player = threading.Thread(
            target=play_floor, args=(desk,), kwargs={"tables": 4, "rounds": 12}
        )
        for thread in (reader, player):
            thread.start()
        for _ in range(2):
            for projection in all_projections():
                Rebuild(ledger, models, projection).run()
        player.join()
        runner.catch_up()
        stop.set()
        reader.join()
        runner.close()
    assert served[0]
    assert not any(follower.stopped for follower in runner.followers)
    expect_equal_to_fresh(ledger, models)
