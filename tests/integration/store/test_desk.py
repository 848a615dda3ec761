"""The desk: answers after the commit, and no request harms another."""

import asyncio
import threading
import uuid
from concurrent.futures import Future

import psycopg
import pytest

from domain.gaming_day import GamingDay
from domain.hosting import Table
from services.desk import Answer, CommandRefused, Desk, DeskBusy, DeskClosed, OtherBody
from services.desk.request_queue import Waiting
from services.store.batch import Batch, Outcome
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from services.store.streams import SNAPSHOT_EVERY, load_table
from tests.support.store.appending import Disturbed
from tests.support.store.databases import connect_owner
from tests.support.store.playing import buy_in, do, open_table, play_floor, read, request, running


def test_an_answer_means_that_the_events_are_stored(ledger: Ledger) -> None:
    with running(ledger) as desk:
        (opened,) = do(desk, open_table("PG01"))
        assert ledger.log_after(0, 10)[-1].state
        assert (opened["event"], opened["key"], opened["seq"]) == ("TableOpened", "PG01", 1)


def test_a_repeated_command_answers_as_the_first_time_across_restarts(ledger: Ledger) -> None:
    command = buy_in("PG01", command_id=str(uuid.uuid4()))
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        first = desk.submit(request(command)).result(10)
        do(desk, {"command": "close_table", "table": "PG01", "inventory": 0})
        assert desk.submit(request(command)).result(10) == first
    with running(ledger) as desk:
        assert desk.submit(request(command)).result(10) == first
    assert ledger.head() == 3


def test_the_same_id_with_another_body_is_refused(ledger: Ledger) -> None:
    used = str(uuid.uuid4())
    with running(ledger) as desk:
        do(desk, open_table("PG01"), buy_in("PG01", command_id=used))
        with pytest.raises(OtherBody):
            do(desk, buy_in("PG01", 999, command_id=used))
        with pytest.raises(OtherBody):
            do(desk, buy_in("PG01", command_id=used))  # alone it is not the list it came with
    assert ledger.head() == 2


def test_a_refused_command_is_decided_anew(ledger: Ledger) -> None:
    command = buy_in("PG01", command_id=str(uuid.uuid4()))
    with running(ledger) as desk:
        with pytest.raises(CommandRefused):
            do(desk, command)
        do(desk, open_table("PG01"))
        assert do(desk, command)[0]["event"] == "ChipsBought"


def test_a_list_is_done_whole_or_not_at_all(ledger: Ledger) -> None:
    with running(ledger) as desk:
        with pytest.raises(CommandRefused) as refused:
            do(desk, open_table("PG01"), open_table("PG02"), open_table("PG01"))
        assert refused.value.index == 2
        assert ledger.head() == 0
        assert len(do(desk, open_table("PG01"), buy_in("PG01"), open_table("PG02"))) == 3


def test_a_refusal_harms_no_neighbour_and_is_kept_beside_the_log(ledger: Ledger) -> None:
    desk = Desk(ledger, day=GamingDay())
    asked = [
        open_table("PG01"),
        buy_in("PG99"),
        buy_in("PG01"),
        open_table("PG01"),
        open_table("PG02"),
    ]
    answers = [desk.submit(request(command)) for command in asked]
    desk.start()  # all of them wait, so all of them are one batch
    told = [answer.exception(10) for answer in answers]
    desk.close()
    assert [error is None for error in told] == [True, False, True, False, True]
    assert ledger.head() == 3
    with ledger.datastore.get_connection() as conn:
        kept = conn.execute("SELECT stream, rule FROM pitledger_refusals ORDER BY id").fetchall()
    rules = [("PG99", "control:table-open"), ("PG01", "control:table-closed")]
    assert [(row["stream"], row["rule"]) for row in kept] == rules


def test_one_id_twice_at_once_is_done_once(ledger: Ledger) -> None:
    desk = Desk(ledger, day=GamingDay())
    command = open_table("PG01", command_id=str(uuid.uuid4()))
    answers = [desk.submit(request(command)) for _ in range(3)]
    desk.start()
    assert len({answer.result(10) for answer in answers}) == 1
    desk.close()
    assert ledger.head() == 1


def test_a_conflict_is_decided_again_on_what_is_stored(ledger: Ledger) -> None:
    """Two desks, which a property should not have: neither believes its stale cache."""
    with running(ledger) as one, running(ledger) as other:
        do(one, open_table("PG01"))
        do(other, buy_in("PG01"))
        (event,) = do(one, buy_in("PG01"))
        assert event["seq"] == 3
        do(other, {"command": "close_table", "table": "PG01", "inventory": 980_000})
        with pytest.raises(CommandRefused):
            do(one, buy_in("PG01"))  # its cache still has the table open
        with pytest.raises(CommandRefused):
            do(other, buy_in("PG01"))
        assert do(one, open_table("PG01"))[0]["session"] == 2


def test_many_desks_and_callers_leave_every_stream_gapless(ledger: Ledger) -> None:
    with running(ledger) as one, running(ledger) as other:
        for table in ("PG01", "PG02", "PG03"):
            do(one, open_table(table))
        futures: list[Future[Answer]] = []

        def call(desk: Desk) -> None:
            futures.extend(desk.submit(request(buy_in(f"PG0{n % 3 + 1}", 100))) for n in range(150))

        callers = [threading.Thread(target=call, args=(desk,)) for desk in (one, other)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        done = [future for future in futures if future.exception(30) is None]
    tables = [load_table(ledger, f"PG0{n}") for n in (1, 2, 3)]
    boxes = [table.books.box for table in tables]
    assert sum(box.drop for box in boxes if box is not None) == 100 * len(done)
    assert sum(table.seq for table in tables) == 3 + len(done)


def test_a_full_queue_is_told_and_nothing_is_lost(ledger: Ledger) -> None:
    desk = Desk(ledger, day=GamingDay(), queue_size=2)
    first = [desk.submit(request(open_table(f"PG0{n}"))) for n in (1, 2)]
    with pytest.raises(DeskBusy):
        desk.submit(request(open_table("PG03")))
    desk.start()
    assert [len(read(answer.result(10))) for answer in first] == [1, 1]
    desk.close()


def test_closing_finishes_what_was_taken_and_takes_no_more(ledger: Ledger) -> None:
    with running(ledger) as desk:
        answers = [desk.submit(request(open_table(f"T{n}"))) for n in range(300)]
        desk.close()
        assert all(answer.done() and answer.exception() is None for answer in answers)
        with pytest.raises(DeskClosed):
            desk.submit(request(open_table("PG01")))
    assert ledger.head() == 300


def test_a_table_is_loaded_from_its_snapshot_as_from_all_its_events(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=1, rounds=60)
    (snapshot,) = ledger.snapshots.select_events("PG01", desc=True, limit=1)
    assert snapshot.originator_version >= SNAPSHOT_EVERY
    with_snapshot = load_table(ledger, "PG01")
    with ledger.datastore.get_connection() as conn:
        conn.execute("DELETE FROM pitledger_snapshots")
    assert load_table(ledger, "PG01") == with_snapshot != Table(name="PG01")


def test_snapshots_that_cannot_be_saved_harm_nobody(ledger: Ledger) -> None:
    with connect_owner(ledger) as conn:
        conn.execute("ALTER TABLE pitledger_snapshots ADD CHECK (originator_version < 0)")
    with running(ledger) as desk:
        play_floor(desk, tables=1, rounds=60)
    table = load_table(ledger, "PG01")
    assert not table.is_open
    assert table.seq > SNAPSHOT_EVERY


def test_the_desk_waits_out_a_broken_connection(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        with connect_owner(ledger) as conn:
            conn.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
        assert do(desk, buy_in("PG01"))[0]["seq"] == 2


def test_a_store_that_stays_away_is_told_to_the_caller(ledger: Ledger, server: str) -> None:
    name = ledger.datastore.connecting()["dbname"]
    with running(ledger) as desk, psycopg.connect(server, autocommit=True) as conn:
        do(desk, open_table("PG01"))
        conn.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
        conn.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
        )
        with pytest.raises(StoreUnavailable):
            desk.submit(request(buy_in("PG01"))).result(30)
        conn.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())


class Flaky(Disturbed):
    """A store whose connection breaks: the question is lost on its way, or the answer."""

    broken = 3
    loses = "answer"

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        lost, self.broken = self.broken > 0, self.broken - 1
        if lost and self.loses == "question":
            raise StoreUnavailable("the question was lost on its way")
        outcome = super().append(batch, epoch)
        if lost:
            raise StoreUnavailable("the answer was lost on its way")
        return outcome


@pytest.mark.parametrize("loses", ["answer", "question"])
def test_the_order_at_a_table_holds_when_connections_break(ledger: Ledger, loses: str) -> None:
    """What was committed is not done twice, and nobody who waited overtakes anybody."""
    flaky = Flaky(ledger.datastore)
    flaky.loses = loses
    desk = Desk(flaky, day=GamingDay(), batch_size=4)
    asked = [open_table("PG01"), *(buy_in("PG01", 100 + n) for n in range(30))]
    answers = [desk.submit(request(command)) for command in asked]
    desk.start()
    events = [read(answer.result(30))[0] for answer in answers]
    desk.close()
    assert [event["seq"] for event in events] == list(range(1, 32))
    assert [event["amount"] for event in events[1:]] == [100 + n for n in range(30)]
    assert ledger.head() == 31


def test_a_delivery_refused_again_harms_nobody(ledger: Ledger) -> None:
    """Its first refusal was kept, but the answer was lost; a batch holds others too."""
    with running(ledger) as desk:
        for table in ("T1", "T2"):
            refused = request(buy_in("PG01"))
            refused.delivery = "commands/0/7"
            answers = [desk.submit(refused), desk.submit(request(open_table(table)))]
            with pytest.raises(CommandRefused):
                answers[0].result(10)
            assert read(answers[1].result(10))[0]["event"] == "TableOpened"
    assert len(ledger.refused_deliveries(["commands/0/7"])) == 1


def test_what_waits_is_taken_in_the_order_it_came_and_no_more_than_asked_for() -> None:
    waiting = Waiting(3)
    came = [request(buy_in("PG01")) for _ in range(3)]
    for one in came:
        waiting.join(one)
    with pytest.raises(DeskBusy, match="3 requests wait"):
        waiting.join(request(buy_in("PG01")))

    async def take_all() -> None:
        waiting.serve(asyncio.get_running_loop())
        assert await waiting.take(2) == came[:2]
        assert waiting.close()
        with pytest.raises(DeskClosed):
            waiting.join(request(buy_in("PG01")))
        assert await waiting.take(2) == came[2:]
        assert await waiting.take(2) is None
        assert not waiting.close()

    asyncio.run(take_all())


@pytest.mark.parametrize("elsewhere", [False, True])
def test_whoever_waits_for_the_first_is_woken_by_it(*, elsewhere: bool) -> None:
    """Also where it joins in another thread than the one that takes."""
    waiting = Waiting(3)
    first = request(buy_in("PG01"))

    async def take_both() -> None:
        loop = asyncio.get_running_loop()
        waiting.serve(loop)
        for work, taken in ((lambda: waiting.join(first), [first]), (waiting.close, None)):
            if elsewhere:
                threading.Timer(0.1, work).start()
            else:
                loop.call_later(0.1, work)
            async with asyncio.timeout(10):
                assert await waiting.take(2) == taken

    asyncio.run(take_both())
