"""An event that a read model can never take: stepped over by somebody, recorded, shown, mended."""

from typing import ClassVar

import pytest
from psycopg.sql import SQL

from domain.events import Event
from domain.events.round import DiceRolled
from domain.messages.events import kinds_of
from projections import Projection, Row, all_projections
from services.projector.feed import LOG, LogFeed
from services.projector.follower import Poisoned
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.projector.steps import NoStep
from services.queries import Queries
from services.runtime.metrics import PROJECTION_STEPPED_OVER, PROJECTION_STOPPED
from services.store.ledger import Ledger
from tests.support.processes.waiting import wait_for
from tests.support.store.databases import tampering
from tests.support.store.playing import buy_in, do, open_table, play_floor, running

NUL_AT = 3


class Rolls(Projection[Row]):
    """Chokes on one roll, as long as it is of the old version."""

    name: ClassVar[str] = "rolls"
    kinds = kinds_of(Event)
    row = Row
    chokes = True

    def row_of(self, event: Event) -> str | None:
        return event.table

    def first(self, place: str, event: Event) -> Row:
        return Row(key=event.key)

    def fold(self, row: Row, event: Event) -> Row:
        if self.chokes and isinstance(event, DiceRolled) and event.round == "PG01-1-3":
            raise ValueError("no such roll")
        return Row(key=row.key, seq=event.seq, day=event.day)


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create([*all_projections(), Rolls()])
    return made


@pytest.fixture
def poisoned(ledger: Ledger) -> Ledger:
    """A player's name with a NUL in it, as a version before took it."""
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        for _ in range(5):
            do(desk, buy_in("PG01", player="ann"))
    with tampering(ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state ="
            " convert_to(replace(convert_from(state, 'UTF8'), '\"ann\"', '\"\\u0000ann\"'), 'UTF8')"
            " WHERE notification_id = %s",
            (NUL_AT,),
        )
    return ledger


def stopped_of(runner: Runner) -> list[str]:
    return [one.name for one in runner.followers if one.stopped]


def seq_of(models: ReadModels, projection: Projection[Row], place: str) -> int:
    return models.load(projection, [place])[place].seq


def test_one_event_is_stepped_over_by_somebody_with_a_reason(
    ledger: Ledger, models: ReadModels
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=6, cards=False)
    rolls = Rolls()
    runner = Runner(LogFeed(ledger), models, [rolls])
    runner.start()
    wait_for(lambda: stopped_of(runner) == ["rolls"])
    before = seq_of(models, rolls, "PG01")
    step = models.steps.take("rolls", actor="ann", reason="the die was cocked")
    assert (step.key, step.actor, step.reason) == ("PG01", "ann", "the die was cocked")
    assert "no such roll" in step.why
    wait_for(lambda: not stopped_of(runner))
    wait_for(lambda: runner.followers[0].position(LOG) == ledger.head())
    # Exactly that one: its neighbours are in.
    assert seq_of(models, rolls, "PG01") > before + 1
    assert PROJECTION_STEPPED_OVER.labels("rolls")._value.get() == 1
    assert PROJECTION_STOPPED.labels("rolls")._value.get() == 0
    runner.close()
    with pytest.raises(NoStep, match="not stopped"):
        models.steps.take("rolls", actor="ann", reason="again")


def test_a_rebuild_that_still_cannot_take_it_honours_the_step(
    ledger: Ledger, models: ReadModels
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=6, cards=False)
    rolls = Rolls()
    with pytest.raises(Poisoned, match=r"DiceRolled PG01/\d+"):
        Rebuild(ledger, models, rolls).run()
    runner = Runner(LogFeed(ledger), models, [rolls])
    runner.catch_up()
    models.steps.take("rolls", actor="ann", reason="cocked")
    assert Rebuild(ledger, models, rolls).run() == ledger.head()
    assert [step.projection for step in models.steps.in_force()] == ["rolls"]
    # A version that can take it mends it.
    rolls.chokes = False
    Rebuild(ledger, models, rolls).run()
    assert models.steps.in_force() == []
    wait_for(lambda: runner.step() or not stopped_of(runner))


def test_what_the_database_refuses_is_stepped_over_too(
    poisoned: Ledger, models: ReadModels
) -> None:
    key, seq = poisoned.stream_at(NUL_AT) or ("", 0)
    runner = Runner(LogFeed(poisoned), models, all_projections())
    runner.catch_up()
    names = stopped_of(runner)
    assert names, "no read model keeps the name"
    assert len(names) < len(all_projections())
    for name in names:
        step = models.steps.take(name, actor="ann", reason="a name that was never one")
        assert (step.key, step.seq) == (key, seq)
    again = Runner(LogFeed(poisoned), models, all_projections())
    again.catch_up()
    assert stopped_of(again) == []
    row = Queries(poisoned.datastore).table("PG01")
    assert row is not None
    assert row.seq == poisoned.head()
    # Built anew they leave it out as well, and say so until they can do without.
    chosen = [one for one in all_projections() if one.name in names]
    Rebuild(poisoned, models, *chosen).run()
    assert {step.projection for step in models.steps.in_force()} == set(names)
    heal(poisoned)
    Rebuild(poisoned, models, *chosen).run()
    assert models.steps.in_force() == []


def heal(ledger: Ledger) -> None:
    """Stands in for a version whose rows can hold the text."""
    with tampering(ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state ="
            " convert_to(replace(convert_from(state, 'UTF8'), '\\u0000', ''), 'UTF8')"
        )


def test_a_rebuild_names_the_event_whose_row_is_refused(
    poisoned: Ledger, models: ReadModels
) -> None:
    runner = Runner(LogFeed(poisoned), models, all_projections())
    runner.catch_up()
    (first, *_) = stopped_of(runner)
    key, seq = poisoned.stream_at(NUL_AT) or ("", 0)
    projection = next(one for one in all_projections() if one.name == first)
    with pytest.raises(Poisoned, match=f"{key}/{seq}: the database does not take it"):
        Rebuild(poisoned, models, projection).run()


def test_bytes_that_are_no_event_are_stepped_over(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=1, rounds=3, cards=False)
    with tampering(ledger) as conn:
        conn.execute("UPDATE pitledger_events SET topic = 'x.y.z' WHERE notification_id = 9")
    rolls = Rolls()
    rolls.chokes = False
    kept = [rolls, floor_of(all_projections())]
    runner = Runner(LogFeed(ledger), models, kept)
    runner.catch_up()
    assert stopped_of(runner) == ["rolls", "floor"]
    for one in kept:
        step = models.steps.take(one.name, actor="ann", reason="torn")
        assert (step.key, step.seq) == ledger.stream_at(9)
    again = Runner(LogFeed(ledger), models, kept)
    again.catch_up()
    # The floor's own state may not bear what follows; that is another event, and another step.
    assert "rolls" not in stopped_of(again)
    assert again.followers[0].position(LOG) == ledger.head()
    assert again.followers[1].position(LOG) > 9
    assert Rebuild(ledger, models, rolls).run() == ledger.head()
    assert len(models.steps.in_force()) == 2


def floor_of(projections: list[Projection[Row]]) -> Projection[Row]:
    return next(one for one in projections if one.name == "floor")


def test_a_gap_is_nothing_to_step_over(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        for _ in range(3):
            do(desk, buy_in("PG01"))
    with tampering(ledger) as conn:
        conn.execute("DELETE FROM pitledger_events WHERE notification_id = 2")
    runner = Runner(LogFeed(ledger), models, [Rolls()])
    runner.catch_up()
    with pytest.raises(NoStep, match=r"cannot be stepped over: .*a gap"):
        models.steps.take("rolls", actor="ann", reason="no")


def test_the_lag_is_measured_whatever_the_event_holds(poisoned: Ledger, models: ReadModels) -> None:
    """The event that nobody can take is the next one: its age is asked for all the time."""
    runner = Runner(LogFeed(poisoned), models, all_projections())
    runner.start()
    wait_for(lambda: bool(stopped_of(runner)))
    for _ in range(3):
        wait_for(lambda: runner.trouble() is not None)
    assert (runner.trouble() or "").startswith("stopped by an event: ")
    with running(poisoned) as desk:
        do(desk, buy_in("PG01"))
        wait_for(lambda: all(one.stopped or one.position(LOG) == 7 for one in runner.followers))
    runner.close()


def test_a_row_that_cannot_be_read_stops_its_read_model_alone_until_it_is_rebuilt(
    ledger: Ledger, models: ReadModels
) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"), open_table("PG02"))
        Runner(LogFeed(ledger), models, all_projections()).catch_up()
        with ledger.datastore.get_connection() as conn:
            conn.execute(
                SQL("UPDATE read_floor SET doc = doc || '{\"seq\": \"many\"}' WHERE id = 'PG01'")
            )
        runner = Runner(LogFeed(ledger), models, all_projections())
        runner.start()
        do(desk, buy_in("PG01"))
        wait_for(lambda: stopped_of(runner) == ["floor"])
        told = runner.trouble() or ""
        assert told.startswith("row PG01 of read model floor cannot be read")
        assert told.endswith("pitledger rebuild floor")
        with pytest.raises(NoStep, match="cannot be stepped over"):
            models.steps.take("floor", actor="ann", reason="no")
        books = Queries(ledger.datastore)
        floor = books.floor()
        assert [row.table for row in floor.tables] == ["PG02"]
        assert [row.table for row in floor.broken] == ["PG01"]
        assert "row PG01 of read model floor" in (books.trouble() or "")
        projection = next(one for one in all_projections() if one.name == "floor")
        Rebuild(ledger, models, projection).run()
        wait_for(lambda: not stopped_of(runner))
        do(desk, buy_in("PG01"))
        runner.catch_up(10)
        runner.close()
    assert runner.trouble() is None
    assert books.trouble() is None
    row = books.table("PG01")
    assert row is not None
    assert (row.seq, books.floor().broken) == (3, [])
