"""Days closed at the real desk: no play is ever posted to a closed day, whatever goes wrong."""

import random
import uuid
from collections.abc import Callable
from typing import Any, Final

import psycopg
import pytest

from domain.day.calendar import Calendar
from domain.events import Event
from domain.events.day import DayClosed, DayEvent
from domain.findings import Alert, Findings
from domain.gaming_day import GamingDay, day_after
from domain.messages.events import decode
from services.desk import CommandRefused, Desk
from services.runtime.lease import Lease
from services.store.appending import _APPEND
from services.store.batch import Batch, Outcome
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from services.store.streams import load_calendar, load_day, load_tables, table_names
from tests.support.store.appending import Disturbed
from tests.support.store.playing import buy_in, do, open_table, read, request, running

SUNDAY, MONDAY, TUESDAY = "2020-11-15", "2020-11-16", "2020-11-17"
EVENING: Final = "2020-11-15T20:00:00Z"
MORNING: Final = "2020-11-16T07:00:00Z"


def close_table(table: str, at: str = EVENING) -> dict[str, Any]:
    return {"command": "close_table", "table": table, "inventory": 1_000_000, "at": at}


def close_day(day: str = SUNDAY, status: str = "provisional", **more: Any) -> dict[str, Any]:
    return {"command": "close_day", "day": day, "status": status, "at": MORNING, **more}


def played(table: str, at: str = EVENING) -> list[dict[str, Any]]:
    """A session without a round, its drop counted."""
    count = {"command": "count_drop", "table": table, "amount": 0, "at": at}
    return [open_table(table, at=at), close_table(table, at), count]


def logged(ledger: Ledger) -> list[Event]:
    return [decode(entry.topic, entry.state) for entry in ledger.log_after(0, 10**6)]


def expect_closed_days_stay_closed(ledger: Ledger) -> None:
    """By the log alone: what stands behind a close is posted to a later day."""
    closed, seqs = "", dict[str, int]()
    for event in logged(ledger):
        assert event.seq == seqs.get(event.key, 0) + 1
        seqs[event.key] = event.seq
        if isinstance(event, DayEvent):
            assert event.key == f"day:{event.day}"
        else:
            assert event.day > closed, f"{event.key}/{event.seq} of {event.day} after {closed}"
        if isinstance(event, DayClosed):
            closed = max(closed, event.day)


def refusal_of(desk: Desk, *commands: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(CommandRefused) as refused:
        do(desk, *commands)
    return refused.value.refusal.rule, refused.value.refusal.reason


def test_a_day_to_come_is_not_closed_whatever_moment_is_told(ledger: Ledger) -> None:
    with running(ledger) as desk:
        rule, reason = refusal_of(desk, close_day("2198-11-15") | {"at": None})
        assert (rule, "has not ended" in reason) == ("control:day-order", True)
        rule, _ = refusal_of(desk, close_day("2198-11-15", at="2198-11-17T07:00:00Z"))
        assert rule == "control:clock"
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == SUNDAY


def test_a_day_is_closed_in_its_own_stream(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, *played("PG01"))
        for seq, status in enumerate(("provisional", "counted", "audited"), start=1):
            (event,) = do(desk, close_day(status=status))
            told = [event[name] for name in ("event", "key", "seq", "day", "table", "status")]
            assert told == ["DayClosed", f"day:{SUNDAY}", seq, SUNDAY, None, status]
    assert load_day(ledger, SUNDAY).status == "audited"
    assert load_calendar(ledger) == Calendar(provisional=SUNDAY, counted=SUNDAY, audited=SUNDAY)


def test_what_happened_in_a_closed_day_is_posted_to_the_first_open_one(ledger: Ledger) -> None:
    eight = GamingDay(shifts=(GamingDay().start, GamingDay().start.replace(hour=14)))
    desk = Desk(ledger, day=eight)
    desk.start()
    (before,) = do(desk, open_table("PG01", at=EVENING))
    assert (before["day"], before["shift"]) == (SUNDAY, 2)
    do(desk, close_table("PG01"), close_day())
    (late,) = do(desk, open_table("PG01", at=EVENING))
    assert (late["day"], late["shift"], late["at"]) == (MONDAY, 1, EVENING)
    (later,) = do(desk, buy_in("PG01", at="2020-11-17T15:00:00Z"))
    assert (later["day"], later["shift"]) == (TUESDAY, 2)
    desk.close()
    with running(ledger) as again:
        assert do(again, buy_in("PG01", at=EVENING))[0]["day"] == MONDAY
    expect_closed_days_stay_closed(ledger)


def test_a_day_with_an_open_table_is_refused_and_the_refusal_kept(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG07", at=EVENING))
        rule, reason = refusal_of(desk, close_day())
        assert rule == "control:day-open-table"
        assert f"PG07 plays in a period of {SUNDAY}" in reason
        assert do(desk, buy_in("PG07", at=EVENING))[0]["day"] == SUNDAY
        do(desk, close_table("PG07"))
        do(desk, close_day())
        assert refusal_of(desk, close_day(status="counted"))[0] == "control:day-uncounted"
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute("SELECT stream, rule FROM pitledger_refusals ORDER BY id").fetchall()
    assert [row["stream"] for row in rows] == [f"day:{SUNDAY}"] * 2


def test_a_table_is_rolled_over_and_plays_on_while_the_day_is_closed(ledger: Ledger) -> None:
    roll = {"command": "count_tray", "table": "PG01", "inventory": 1_000_000, "roll": True}
    with running(ledger) as desk:
        do(desk, open_table("PG01", at=EVENING), {**roll, "at": "2020-11-16T06:01:00Z"})
        do(desk, close_day())
        rule, reason = refusal_of(desk, close_day(status="counted"))
        assert (rule, "PG01 session 1 box 1" in reason) == ("control:day-uncounted", True)
        do(desk, {"command": "count_drop", "table": "PG01", "amount": 0, "box": 1, "at": MORNING})
        do(desk, close_day(status="counted"))
        assert do(desk, buy_in("PG01", at=MORNING))[0]["day"] == MONDAY
    expect_closed_days_stay_closed(ledger)


@pytest.mark.parametrize("batch_size", [1, 2, 100])
def test_play_handed_in_right_after_a_close_is_posted_to_the_next_day(
    ledger: Ledger, batch_size: int
) -> None:
    """In one batch with the close, or decided while it is being committed."""
    desk = Desk(ledger, day=GamingDay(), batch_size=batch_size)
    asked = [*played("PG01"), close_day(), open_table("PG01", at=EVENING)]
    asked += [open_table("PG02", at=EVENING), buy_in("PG01", at=EVENING)]
    answers = [desk.submit(request(command)) for command in asked]
    desk.start()
    days = [read(answer.result(10))[0]["day"] for answer in answers]
    desk.close()
    assert days == [SUNDAY] * 4 + [MONDAY] * 3
    expect_closed_days_stay_closed(ledger)


@pytest.mark.parametrize("batch_size", [1, 100])
def test_a_table_opened_just_before_keeps_the_day_open(ledger: Ledger, batch_size: int) -> None:
    """The store does not know it yet when the close is decided."""
    desk = Desk(ledger, day=GamingDay(), batch_size=batch_size)
    answers = [
        desk.submit(request(command)) for command in (open_table("NEW", at=EVENING), close_day())
    ]
    desk.start()
    answers[0].result(10)
    with pytest.raises(CommandRefused, match="NEW plays in a period"):
        answers[1].result(10)
    desk.close()


def test_a_list_closes_tables_and_day_as_one(ledger: Ledger) -> None:
    with running(ledger) as desk:
        events = do(desk, *played("PG01"), close_day(), open_table("PG01", at=EVENING))
        assert [event["day"] for event in events] == [SUNDAY] * 4 + [MONDAY]
        with pytest.raises(CommandRefused):
            do(desk, close_table("PG01", MORNING), close_day(MONDAY), close_day(SUNDAY))
        assert do(desk, buy_in("PG01", at=EVENING))[0]["day"] == MONDAY


def test_a_repeated_close_answers_as_the_first_time_also_after_a_restart(ledger: Ledger) -> None:
    once = close_day(command_id=str(uuid.uuid4()))
    with running(ledger) as desk:
        do(desk, *played("PG01"))
        answers = [desk.submit(request(once)) for _ in range(3)]
        (first,) = {answer.result(10) for answer in answers}
        do(desk, open_table("PG01", at=EVENING))
        assert desk.submit(request(once)).result(10) == first
    with running(ledger) as desk:
        assert desk.submit(request(once)).result(10) == first
        assert do(desk, buy_in("PG01", at=EVENING))[0]["day"] == MONDAY
        assert refusal_of(desk, close_day())[0] == "control:day-order"


class Interrupted(Disturbed):
    """A store in which something happens just before a close is stored."""

    meanwhile: Callable[[], None] | None = None

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        if self.meanwhile is not None and f"day:{SUNDAY}" in batch.keys:
            happens, self.meanwhile = self.meanwhile, None
            happens()
        return super().append(batch, epoch)


def test_a_table_that_moves_in_between_makes_the_desk_look_again(ledger: Ledger) -> None:
    store = Interrupted(ledger.datastore)
    with running(store) as desk, running(ledger) as other:
        do(desk, *played("PG01"), *played("PG02"))

        def meanwhile() -> None:
            do(other, open_table("PG01", at=EVENING))

        store.meanwhile = meanwhile
        rule, reason = refusal_of(desk, close_day())
        assert (rule, "PG01 plays" in reason) == ("control:day-open-table", True)
        do(desk, close_table("PG01"))
        do(desk, close_day())
    expect_closed_days_stay_closed(ledger)


def test_what_a_close_has_moved_falls_with_it(ledger: Ledger) -> None:
    """In one batch with a close that is not stored: a table that was never opened before."""
    store = Interrupted(ledger.datastore)
    with running(ledger) as other:
        do(other, *played("PG01"))

        def meanwhile() -> None:
            do(other, open_table("PG01", at=EVENING))

        store.meanwhile = meanwhile
        desk = Desk(store, day=GamingDay())
        closing, opening = (
            desk.submit(request(told)) for told in (close_day(), open_table("NEW", at=EVENING))
        )
        desk.start()
        with pytest.raises(CommandRefused):
            closing.result(10)
        assert read(opening.result(10))[0]["day"] == SUNDAY
        desk.close()


def test_a_close_that_another_desk_made_is_learnt_from_a_conflict(ledger: Ledger) -> None:
    with running(ledger) as desk, running(ledger) as other:
        do(desk, *played("PG01"))
        do(other, open_table("PG01", at=EVENING), close_table("PG01"), close_day())
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == MONDAY
    expect_closed_days_stay_closed(ledger)


class Flaky(Disturbed):
    """A store whose connection breaks now and then, before or after the commit."""

    chance: random.Random

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        fate = self.chance.choice(["question", "answer", "taken", "taken", "taken"])
        if fate == "question":
            raise StoreUnavailable("the question was lost on its way")
        outcome = super().append(batch, epoch)
        if fate == "answer":
            raise StoreUnavailable("the answer was lost on its way")
        return outcome


@pytest.mark.parametrize("seed", range(6))
def test_closed_days_stay_closed_when_connections_break(
    ledger: Ledger, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.desk.desk._OUTAGE_WAIT_SECONDS", (0.0,))
    monkeypatch.setattr("services.desk.desk._MOST_ATTEMPTS", 100)
    chance = random.Random(seed)
    flaky = Flaky(ledger.datastore)
    flaky.chance = chance
    desk = Desk(flaky, day=GamingDay(), batch_size=chance.choice([1, 3, 8, 40]))
    asked: list[dict[str, Any]] = []
    for day in range(15, 20):
        at = f"2020-11-{day}T{chance.randrange(7, 23):02}:00:00Z"
        for _ in range(chance.randrange(1, 5)):
            asked += played(f"PG0{chance.randrange(9)}", at)
        closing = f"2020-11-{day + 1:02}T07:00:00Z"
        asked.append({**close_day(f"2020-11-{day}"), "at": closing})
        # Late: some of it in the same batch as the close, some decided while it is committed.
        asked += [told for n in range(3) for told in played(f"PG0{n}", at)]
    answers = [desk.submit(request(command)) for command in asked]
    desk.start()
    events = [read(answer.result(60))[0] for answer in answers]
    desk.close()
    expect_closed_days_stay_closed(ledger)
    assert ledger.head() == len(asked)
    closed = ""
    for command, event in zip(asked, events, strict=True):
        # Nobody overtook anybody, and only a close moves what comes after it.
        if command["command"] == "close_day":
            closed = event["day"]
        else:
            happened = command["at"][:10]
            assert event["day"] == (happened if happened > closed else day_after(closed))


class Deaf(Disturbed):
    """A store that takes a close, and never says so."""

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        outcome = super().append(batch, epoch)
        if f"day:{SUNDAY}" in batch.keys:
            raise StoreUnavailable("the answer was lost on its way")
        return outcome


def test_a_close_whose_answer_never_came_is_known_all_the_same(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.desk.desk._OUTAGE_WAIT_SECONDS", (0.0,))
    with running(Deaf(ledger.datastore)) as desk:
        do(desk, *played("PG01"))
        assert do(desk, close_day())[0]["event"] == "DayClosed"
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == MONDAY
    assert load_day(ledger, SUNDAY).seq == 1
    expect_closed_days_stay_closed(ledger)


def test_a_close_that_fails_for_good_moves_nothing(ledger: Ledger) -> None:
    broken = Interrupted(ledger.datastore)

    def fall() -> None:
        raise RuntimeError("the store has a bug")

    with running(broken) as desk:
        do(desk, *played("PG01"))
        broken.meanwhile = fall
        with pytest.raises(RuntimeError):
            do(desk, close_day())
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == SUNDAY
        do(desk, close_table("PG01"), close_day())
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == MONDAY


def test_a_desk_that_takes_over_knows_what_was_closed(ledger: Ledger) -> None:
    first, second = (Lease(ledger.datastore, "desk") for _ in range(2))
    assert first.take()
    with running(ledger, epoch=first.epoch) as old:
        do(old, *played("PG01"))
        do(old, close_day())
        first.give_back()
        assert second.take()
        with running(ledger, epoch=second.epoch) as new:
            assert do(new, open_table("PG01", at=EVENING))[0]["day"] == MONDAY
            do(new, close_table("PG01", MORNING))
            with pytest.raises(Exception, match="another desk has taken over"):
                do(old, close_day(status="counted"))
            assert old.lost.is_set()


def test_a_close_that_was_being_stored_is_waited_for_by_the_next_desk(ledger: Ledger) -> None:
    closed = DayClosed(key=f"day:{SUNDAY}", seq=1, day=SUNDAY, status="provisional")
    batch = Batch()
    batch.expect(closed.key, 0, 0)
    batch.add([closed], 0)
    with psycopg.connect(**ledger.datastore.pool.kwargs) as the_last_desk:  # type: ignore[arg-type]
        the_last_desk.execute(_APPEND, (None, *batch.columns()))
        with running(ledger) as desk:
            waiting = desk.submit(request(open_table("PG01", at=EVENING)))
            with pytest.raises(TimeoutError):
                waiting.result(0.5)
            the_last_desk.commit()
            assert read(waiting.result(10))[0]["day"] == MONDAY


def test_tables_and_days_are_found_over_the_index(ledger: Ledger) -> None:
    with running(ledger) as desk:
        for number in range(12):
            do(desk, *played(f"T{number}"))
        do(desk, *played("meterlike"), *played("day_"))
        do(desk, close_day())
    names = {f"T{number}" for number in range(12)} | {"meterlike", "day_"}
    assert set(table_names(ledger)) == names
    assert len(table_names(ledger)) == len(names)
    assert {table.name for table in load_tables(ledger)} == names
    assert set(ledger.stream_keys()) == names | {f"day:{SUNDAY}"}


def test_an_empty_store_has_no_streams_and_an_open_calendar(ledger: Ledger) -> None:
    assert ledger.stream_keys() == []
    assert load_calendar(ledger) == Calendar()


def test_alerts_stay_open_across_a_restart(ledger: Ledger) -> None:
    alert = Alert(alert="hold:PG01", what="hold below its limits", value="2.1")
    with running(ledger) as desk:
        do(desk, *played("PG01"))
        events = do(desk, close_day(), found=Findings(alerts=(alert,)))
        assert [event["event"] for event in events] == ["AlertRaised", "DayClosed"]
        do(desk, close_day(status="counted"))
    answer = {"command": "acknowledge_alert", "day": SUNDAY, "alert": "hold:PG01", "reason": "luck"}
    with running(ledger) as desk:
        assert refusal_of(desk, close_day(status="audited"))[0] == "control:day-open-exception"
        do(desk, answer)
        do(desk, close_day(status="audited"))
        assert do(desk, open_table("PG01", at=EVENING))[0]["day"] == MONDAY
