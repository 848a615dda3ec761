"""A page is one transaction for all read models that stand alike, and a bad one holds up no other."""

import threading
import time
from typing import Any

import psycopg
import pytest
from psycopg import Cursor

from projections import Row, all_projections
from services.projector.feed import LOG, LogFeed
from services.projector.read_models import Place, ReadModels
from services.projector.runner import _GATHER_SECONDS, Runner
from services.store.ledger import Ledger
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.store.playing import buy_in, do, open_table, play_floor, running


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


@pytest.fixture
def played(ledger: Ledger) -> Ledger:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    return ledger


def transactions(models: ReadModels) -> set[str]:
    """By which the positions of the read models were last written."""
    with models.datastore.get_connection() as conn:
        rows = conn.execute("SELECT xmin::text AS one FROM projection_positions").fetchall()
    return {row["one"] for row in rows}


def standing(models: ReadModels) -> dict[str, tuple[Place, dict[str, int]]]:
    return {
        one.name: (models.position(one, LOG), models.heads(one.name, ["PG01", "PG02"]))
        for one in all_projections()
    }


class Broken(ReadModels):
    """The connection breaks after half of the read models were sent."""

    broken = False

    def save(self, cursor: Cursor[Any], projection: str, rows: dict[str, Row]) -> None:
        super().save(cursor, projection, rows)
        if self.broken and projection == "sessions":
            raise psycopg.OperationalError("the line went dead")


def test_a_page_is_one_transaction_for_all_read_models(played: Ledger, models: ReadModels) -> None:
    runner = Runner(LogFeed(played), models, all_projections())
    runner.step()
    assert all(one.position(LOG) == played.head() for one in runner.followers)
    assert len(transactions(models)) == 1
    expect_equal_to_fresh(played, models)


def test_what_breaks_in_the_middle_leaves_all_where_they_were(
    played: Ledger, models: ReadModels
) -> None:
    breaking = Broken(played.datastore)
    runner = Runner(LogFeed(played), breaking, all_projections())
    runner.step()
    before = standing(models)
    with running(played) as desk:
        play_floor(desk, tables=2, rounds=1, seed=8, cards=False, again=played)
    breaking.broken = True
    with pytest.raises(Exception, match="the line went dead"):
        runner.step()
    assert standing(models) == before
    breaking.broken = False
    runner.step()
    expect_equal_to_fresh(played, models)


class Refusing(ReadModels):
    """The database takes no row of one read model."""

    def save(self, cursor: Cursor[Any], projection: str, rows: dict[str, Row]) -> None:
        super().save(cursor, projection, rows)
        if projection == "sessions":
            cursor.execute("SELECT 1 / 0")


def test_what_the_database_refuses_of_one_keeps_back_no_other(
    played: Ledger, models: ReadModels
) -> None:
    runner = Runner(LogFeed(played), Refusing(played.datastore), all_projections())
    runner.catch_up()
    assert [one.name for one in runner.followers if one.stopped] == ["sessions"]
    with models.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT stopped_key, stopped_seq, stopped_by FROM projection_positions"
            " WHERE stopped_by IS NOT NULL"
        ).fetchone()
    assert row is not None
    assert (row["stopped_key"], row["stopped_seq"]) == played.stream_at(1)
    assert "division by zero" in row["stopped_by"]
    places = {name: place.position for name, (place, _) in standing(models).items()}
    assert places.pop("sessions") == 0
    assert set(places.values()) == {played.head()}


def test_one_that_was_moved_by_another_keeps_back_no_other(
    ledger: Ledger, models: ReadModels
) -> None:
    """And begins again where the other is."""
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        runner = Runner(LogFeed(ledger), models, all_projections())
        runner.step()
        do(desk, buy_in("PG01"))
        other = Runner(LogFeed(ledger), models, all_projections()[:1])
        other.catch_up()
        runner.step()
        moved = {one.name: one.position(LOG) for one in runner.followers}
        assert set(moved.values()) == {2}
        do(desk, buy_in("PG01"))
        runner.step()
    assert len(transactions(models)) == 1
    assert {heads["PG01"] for _, heads in standing(models).values()} == {3}


class Pausing(threading.Event):
    """Keeps how long it was asked to wait, and is over after three times."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.append(timeout or 0.0)
        if len(self.asked) == 3:
            self.set()
        return super().wait(0)


@pytest.mark.parametrize("busy", [True, False])
def test_pages_gather_under_load_and_what_comes_alone_goes_at_once(
    ledger: Ledger, models: ReadModels, monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    feed = LogFeed(ledger)
    runner = Runner(feed, models, [])
    runner.closing = pauses = Pausing()
    monkeypatch.setattr(runner, "step", lambda: busy)
    monkeypatch.setattr(feed, "wait", lambda: time.sleep(_GATHER_SECONDS))
    runner.run()
    assert len(pauses.asked) == 3
    assert all(0 < pause <= _GATHER_SECONDS if busy else pause == 0 for pause in pauses.asked)
