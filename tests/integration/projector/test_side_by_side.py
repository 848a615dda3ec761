"""A rebuild by several processes: the same rows, and whatever ends one of them ends it in words."""

import multiprocessing
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from projections import all_projections
from services.projector import rebuild
from services.projector.feed import LOG, LogFeed, Unreadable
from services.projector.follower import Poisoned
from services.projector.read_models import Place, ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.projector.side_by_side import divided
from services.runtime.by_stream import Store, WorkerDied
from services.store.ledger import Ledger
from tests.integration.projector.test_rebuild import spoil
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.integration.projector.test_steps import Rolls
from tests.support.store.databases import tampering
from tests.support.store.playing import play_floor, running

INDEX = SQL(
    "SELECT id, opened, ended, tags, seats, players, wagers, outcomes, amounts, paid,"
    " array(SELECT unnest(pieces) ORDER BY 1), array(SELECT unnest(hidden) ORDER BY 1)"
    " FROM read_rounds_search ORDER BY id"
)
"""Whose hand comes first is as it was when the row was last picked up."""


@pytest.fixture
def store(database: str) -> Store:
    return Store(database, "public")


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create([*all_projections(), Rolls()])
    return made


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short log is shared out too; rows are put down and picked up amid their rounds."""
    monkeypatch.setattr(rebuild, "_ALONE", 0)
    monkeypatch.setattr(rebuild, "_PAGE", 97)
    monkeypatch.setattr(rebuild, "_ROWS_IN_HAND", 6)


@pytest.fixture
def played(ledger: Ledger) -> Ledger:
    with running(ledger) as desk:
        play_floor(desk, tables=4, rounds=6)
    return ledger


def stored(models: ReadModels) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, and of the index of rounds."""
    rows = SQL("SELECT t::text FROM {} AS t ORDER BY id")
    tables = [f"read_{one.name}" for one in all_projections()]
    queries = {table: rows.format(Identifier(table)) for table in tables} | {"index": INDEX}
    with models.datastore.get_connection() as conn:
        cursor = conn.cursor(row_factory=tuple_row)
        return {table: cursor.execute(query).fetchall() for table, query in queries.items()}


def heads(models: ReadModels) -> list[tuple[Any, ...]]:
    with models.datastore.get_connection() as conn:
        query = "SELECT projection, key, seq FROM projection_heads ORDER BY projection, key"
        return conn.cursor(row_factory=tuple_row).execute(query).fetchall()


def test_streams_are_shared_out_so_that_all_have_as_much_to_do() -> None:
    heads = {"meter:LINK": 1, "PG01": 90, "PG02": 40, "PG03": 50}
    assert divided(heads, 2) == [["PG01", "meter:LINK"], ["PG03", "PG02"]]


def test_rows_and_heads_are_those_of_one_process(
    played: Ledger, models: ReadModels, store: Store
) -> None:
    Runner(LogFeed(played), models, all_projections()).catch_up()
    Rebuild(played, models, *all_projections()).run()
    alone = stored(models), heads(models)
    spoil(models)
    told: list[int] = []
    together = Rebuild(played, models, *all_projections(), store=store, processes=3)
    assert together.run(told.append) == played.head()
    assert (stored(models), heads(models)) == alone
    expect_equal_to_fresh(played, models)
    assert told == sorted(told)
    places = {models.position(projection, LOG) for projection in all_projections()}
    assert places == {Place(played.head(), 2)}


def test_what_is_played_meanwhile_is_folded_on_what_the_others_put_down(
    played: Ledger, models: ReadModels, store: Store
) -> None:
    Runner(LogFeed(played), models, all_projections()).catch_up()
    once = threading.Event()

    def play_on(_: int) -> None:
        if not once.is_set():
            once.set()
            with running(played) as desk:
                play_floor(desk, tables=4, rounds=2, seed=8, cards=False, again=played)

    work = Rebuild(played, models, *all_projections(), store=store, processes=2)
    assert work.run(play_on) == played.head()
    expect_equal_to_fresh(played, models)


def test_an_event_that_cannot_be_folded_is_named_and_stepped_over_by_order(
    ledger: Ledger, models: ReadModels, store: Store
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=6, cards=False)
    rolls = Rolls()
    with pytest.raises(Poisoned, match=r"DiceRolled PG01/\d+: ValueError\('no such roll'\)"):
        Rebuild(ledger, models, rolls, store=store, processes=2).run()
    assert not multiprocessing.active_children()
    Runner(LogFeed(ledger), models, [rolls]).catch_up()
    models.steps.take("rolls", actor="ann", reason="cocked")
    Rebuild(ledger, models, rolls, store=store, processes=2).run()
    assert [step.projection for step in models.steps.in_force()] == ["rolls"]
    rolls.chokes = False
    Rebuild(ledger, models, rolls, store=store, processes=2).run()
    assert models.steps.in_force() == []


def test_what_the_database_refuses_is_named(
    played: Ledger, models: ReadModels, store: Store
) -> None:
    with tampering(played) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(regexp_replace("
            "convert_from(state, 'UTF8'), '\"player\":\"', '\"player\":\"\\\\u0000'), 'UTF8')"
            " WHERE originator_id = 'PG02' AND topic LIKE '%ChipsBought%'"
        )
    with pytest.raises(Poisoned, match=r"ChipsBought PG02/\d+: the database does not take it"):
        Rebuild(played, models, *all_projections(), store=store, processes=2).run()


def test_bytes_that_are_no_event_are_named(
    played: Ledger, models: ReadModels, store: Store
) -> None:
    with tampering(played) as conn:
        conn.execute("UPDATE pitledger_events SET topic = 'x.y.z' WHERE notification_id = 140")
    with pytest.raises(Unreadable, match=r"x\.y\.z at 140") as caught:
        Rebuild(played, models, *all_projections(), store=store, processes=2).run()
    assert caught.value.event == played.stream_at(140)


def kill_one(_: int) -> None:
    one = multiprocessing.active_children()[0]
    one.kill()
    one.join()


def interrupt(_: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("happening", "error", "said"),
    [(kill_one, WorkerDied, signal.SIGKILL.name), (interrupt, KeyboardInterrupt, "^$")],
)
def test_a_process_that_is_killed_or_a_command_that_is_stopped_leaves_the_old_rows(
    played: Ledger,
    models: ReadModels,
    store: Store,
    happening: Callable[[int], None],
    error: type[BaseException],
    said: str,
) -> None:
    Runner(LogFeed(played), models, all_projections()).catch_up()
    spoil(models)
    before = stored(models), heads(models)
    with pytest.raises(error, match=said):
        Rebuild(played, models, *all_projections(), store=store, processes=2).run(happening)
    assert not multiprocessing.active_children()
    assert (stored(models), heads(models)) == before
    places = {models.position(projection, LOG) for projection in all_projections()}
    assert places == {Place(played.head(), 0)}
    # And the next one is none the worse for what was left behind.
    Rebuild(played, models, *all_projections(), store=store, processes=2).run()
    expect_equal_to_fresh(played, models)


def test_every_row_is_of_one_stream(played: Ledger) -> None:
    """What sharing out by stream stands on."""
    for projection in all_projections():
        owners: dict[str, str] = {}
        for event in LogFeed(played).page(LOG, 0, 10**6).events:
            place = projection.place(event)
            if place is not None:
                assert owners.setdefault(place, event.key) == event.key, (projection.name, place)
                assert projection.first(place, event).key == event.key
