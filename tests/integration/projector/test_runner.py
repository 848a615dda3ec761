"""The runner: state and position together, and a bad event stops one projection alone."""

import threading
from typing import ClassVar, Final

import pytest

from domain.events import Event
from domain.events.round import DiceRolled
from domain.messages.events import kinds_of
from projections import Projection, Row, all_projections
from services.projector.feed import LOG, LogFeed, Page
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.runtime.metrics import PROJECTION_STOPPED
from services.store.ledger import Ledger
from tests.support.store.databases import tampering
from tests.support.store.playing import buy_in, do, open_table, play_floor, running


class Rolls(Projection[Row]):
    """Counts nothing, but chokes on a roll that shows a given total."""

    name: ClassVar[str] = "rolls"
    kinds = kinds_of(Event)
    row = Row
    bad_total = 0

    def row_of(self, event: Event) -> str | None:
        return event.table

    def first(self, place: str, event: Event) -> Row:
        return Row(key=event.key)

    def fold(self, row: Row, event: Event) -> Row:
        if isinstance(event, DiceRolled) and event.total == self.bad_total:
            raise ValueError("no such total")
        return Row(key=row.key, seq=event.seq, day=event.day)


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create([*all_projections(), Rolls()])
    return made


@pytest.fixture
def played(ledger: Ledger) -> Ledger:
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=10)
    return ledger


def runner(ledger: Ledger, models: ReadModels, *more: Projection[Row]) -> Runner:
    return Runner(LogFeed(ledger), models, [*all_projections(), *more])


def fresh(ledger: Ledger, projection: Projection[Row]) -> dict[str, Row]:
    """The fold alone, from nothing."""
    rows: dict[str, Row] = {}
    for event in LogFeed(ledger).page(LOG, 0, 10**6).events:
        place = projection.place(event)
        if place is not None:
            row = rows.get(place) or projection.first(place, event)
            rows[place] = projection.fold(row, event)
    return rows


NOT_EVERY_EVENING: Final = {"progressives", "progressive_days", "matters", "days", "slips"}
"""Read models that stay empty without cards, slips, complaints or closed days."""


def expect_equal_to_fresh(ledger: Ledger, models: ReadModels) -> None:
    for projection in all_projections():
        expected = fresh(ledger, projection)
        assert expected or projection.name in NOT_EVERY_EVENING
        assert models.load(projection, list(expected)) == expected, projection.name


def test_read_models_equal_a_fresh_fold(played: Ledger, models: ReadModels) -> None:
    runner(played, models).catch_up()
    expect_equal_to_fresh(played, models)


def test_a_runner_goes_on_where_the_last_one_stopped(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"), buy_in("PG01"))
        runner(ledger, models).catch_up()
        do(desk, buy_in("PG01"))
        second = runner(ledger, models)
        assert {follower.position(LOG) for follower in second.followers} == {2}
        second.catch_up()
    row = Queries(ledger.datastore).table("PG01")
    assert row is not None
    assert (row.drop_estimated, row.seq) == (20_000, 3)


def test_two_runners_at_once_apply_nothing_twice(played: Ledger, models: ReadModels) -> None:
    pair = [runner(played, models), runner(played, models)]
    threads = [threading.Thread(target=one.catch_up) for one in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect_equal_to_fresh(played, models)


def test_a_page_of_another_runner_is_not_applied_again(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        slow, quick = runner(ledger, models), runner(ledger, models)
        do(desk, buy_in("PG01"))
        quick.catch_up()
        do(desk, buy_in("PG01"))
        slow.catch_up()  # its first page overlaps what the other has done
    row = Queries(ledger.datastore).table("PG01")
    assert row is not None
    assert row.drop_estimated == 20_000


def test_a_poisoned_event_stops_its_projection_and_no_other(
    played: Ledger, models: ReadModels
) -> None:
    rolls = [e for e in LogFeed(played).page(LOG, 0, 10**6).events if isinstance(e, DiceRolled)]
    choking = Rolls()
    choking.bad_total = rolls[5].total
    first_bad = next(event for event in rolls if event.total == choking.bad_total)
    running_on = runner(played, models, choking)
    running_on.catch_up()
    stopped = [one.projection.name for one in running_on.followers if one.stopped]
    assert stopped == ["rolls"]
    assert PROJECTION_STOPPED.labels("rolls")._value.get() == 1
    with models.datastore.get_connection() as conn:
        found = conn.execute(
            "SELECT position, stopped_by FROM projection_positions WHERE projection = 'rolls'"
        ).fetchone()
    assert found is not None
    assert f"{first_bad.key}/{first_bad.seq}" in found["stopped_by"]
    assert "no such total" in found["stopped_by"]
    # Everything before the bad event was projected.
    before = played.log_after(found["position"], 1)[0].state
    assert f'"seq":{first_bad.seq},'.encode() in before
    expect_equal_to_fresh(played, models)


def test_bytes_that_are_no_event_stop_the_projections_with_their_place(
    played: Ledger, models: ReadModels
) -> None:
    with tampering(played) as conn:
        conn.execute("UPDATE pitledger_events SET topic = 'x.y.z' WHERE notification_id = 40")
    stopped = runner(played, models)
    stopped.catch_up()
    assert all(one.stopped and one.position(LOG) == 39 for one in stopped.followers)


def test_a_changed_fold_begins_again(played: Ledger, models: ReadModels) -> None:
    runner(played, models, Rolls()).catch_up()
    newer = Rolls()
    newer.version = 2  # type: ignore[misc]
    again = runner(played, models, newer)
    assert [one.position(LOG) for one in again.followers][-1] == 0
    again.catch_up()
    assert len(models.load(newer, ["PG01", "PG02", "PG03"])) == 3


def test_a_running_thread_follows_by_itself(ledger: Ledger, models: ReadModels) -> None:
    following = runner(ledger, models)
    following.start()
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        following.catch_up(10)
    row = Queries(ledger.datastore).table("PG01")
    following.close()
    assert row is not None
    assert row.phase == "open"


class Stuttering(LogFeed):
    """At least once, as a topic is: every page comes again, longer."""

    def page(self, source: str, after: int, limit: int) -> Page:
        page = super().page(source, after, limit)
        return Page(source, after, page.stop, [*page.events, *page.events])


class Leaky(LogFeed):
    """A source that lost one event."""

    def page(self, source: str, after: int, limit: int) -> Page:
        page = super().page(source, after, limit)
        lost = [event for event in page.events if (event.key, event.seq) != ("PG02", 9)]
        return Page(source, after, page.stop, lost)


def test_duplicates_are_harmless(played: Ledger, models: ReadModels) -> None:
    Runner(Stuttering(played), models, all_projections()).catch_up()
    expect_equal_to_fresh(played, models)


def test_a_gap_stops_and_says_where(played: Ledger, models: ReadModels) -> None:
    leaking = Runner(Leaky(played), models, all_projections())
    leaking.catch_up()
    assert all(follower.stopped for follower in leaking.followers)
    with models.datastore.get_connection() as conn:
        rows = conn.execute("SELECT stopped_by FROM projection_positions").fetchall()
    assert all("PG02/10: a gap: 8 is the last" in row["stopped_by"] for row in rows)


class Elsewhere(LogFeed):
    """The same events under another source's name, as a topic gives them."""

    def sources(self) -> list[str]:
        return ["elsewhere"]


def test_two_sources_of_the_same_events_apply_nothing_twice(
    played: Ledger, models: ReadModels
) -> None:
    """The first has rows in hand that the second has moved on meanwhile."""
    here = runner(played, models)
    here.step()
    with running(played) as desk:
        play_floor(desk, tables=2, rounds=2, seed=99, again=played)
    there = Runner(Elsewhere(played), models, all_projections())
    there.catch_up()
    threads = [threading.Thread(target=one.catch_up) for one in (here, there)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(follower.stopped for follower in (*here.followers, *there.followers))
    expect_equal_to_fresh(played, models)
