"""The desk of another process: the same answers, in order, whatever becomes of the line."""

import random
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.commands import parse_command
from domain.gaming_day import GamingDay
from services.desk import CommandRefused, Desk, DeskBusy, OtherBody
from services.desk.client import DeskAway, DeskClient, DeskFailed, greet
from services.desk.server import DeskServer
from services.desk.wire import LineLost
from services.runtime.lease import Lease, find_holder
from services.settings_sources import SettingsError
from services.store.ledger import Ledger
from services.tools.simulator import Floor
from tests.support.store.databases import log_locked
from tests.support.store.forwarder import in_between
from tests.support.store.playing import buy_in, do, open_table, read, request

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


@contextmanager
def open_desk(ledger: Ledger, *, works: bool = True, **settings: Any) -> Iterator[Desk]:
    """A desk with its counter, as its process keeps them."""
    counter = DeskServer("127.0.0.1")
    lease = Lease(ledger.datastore, "desk", counter.address)
    with lease.held():
        assert lease.epoch is not None
        desk = Desk(ledger, day=GamingDay(), epoch=lease.epoch, **settings)
        if works:
            desk.start()
        counter.open(desk, lease.epoch)
        try:
            yield desk
        finally:
            counter.close()


@contextmanager
def calling(
    ledger: Ledger, most: int = 2000, patience_seconds: float | None = None
) -> Iterator[DeskClient]:
    caller = DeskClient(ledger.datastore, most=most, patience_seconds=patience_seconds)
    caller.start()
    try:
        yield caller
    finally:
        caller.close()


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)


def test_answers_are_those_of_the_desk(ledger: Ledger) -> None:
    used = str(uuid.uuid4())
    with open_desk(ledger) as desk, calling(ledger) as caller:
        (opened,) = do(caller, open_table("PG01"))
        assert opened["event"] == "TableOpened"
        there = caller.submit(request(buy_in("PG01", command_id=used))).result(10)
        here = desk.submit(request(buy_in("PG01", command_id=used))).result(10)
        assert there == here
        assert there.events[0] == ledger.log_after(1, 1)[0].state
        bad = request(buy_in("PG01", 5), {"command": "roll", "table": "PG01", "dice": [1, 2, 3]})
        with pytest.raises(CommandRefused) as refused:
            caller.submit(bad).result(10)
        assert type(refused.value.refusal).__name__ == "WrongMoment"
        assert refused.value.refusal.rule == "control:round-open"
        assert (refused.value.index, refused.value.command.command) == (1, "roll")
        with pytest.raises(OtherBody, match=used):
            do(caller, buy_in("PG01", 999, command_id=used))


def test_every_command_is_the_same_after_the_way() -> None:
    for told in Floor(tables=6, rounds=12, seed=3, start=START).stream():
        command = parse_command(told)
        assert parse_command(command.model_dump_json().encode()) == command


def test_a_failure_of_the_desk_is_told_as_one(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the pen broke")

    with open_desk(ledger) as desk, calling(ledger) as caller:
        monkeypatch.setattr(desk, "_append", broken)
        with pytest.raises(DeskFailed, match="the pen broke"):
            do(caller, open_table("PG01"))


def test_who_does_not_know_the_secret_is_turned_away(ledger: Ledger) -> None:
    with open_desk(ledger), calling(ledger) as caller:
        holder = find_holder(ledger.datastore, "desk")
        assert holder is not None
        with pytest.raises(LineLost):
            greet(holder._replace(address=holder.address.replace("desk://:", "desk://:x")))
        port = int(holder.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert stranger.recv(100) == b""
        assert do(caller, open_table("PG01"))


def test_a_host_that_is_not_ours_is_told() -> None:
    with pytest.raises(SettingsError, match="PITLEDGER_DESK_HOST"):
        DeskServer("192.0.2.1")


def test_cut_again_and_again_each_is_decided_once_and_in_order(ledger: Ledger) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201  a failure can be played again
    luck = random.Random(seed)
    told = list(Floor(tables=3, rounds=12, seed=seed, start=START).stream())
    with (
        open_desk(ledger, batch_size=7),
        in_between(ledger.datastore) as wire,
        calling(ledger) as caller,
    ):
        answers = []
        for command in told:
            answers.append(caller.submit(request(command)))
            if luck.random() < 0.02:
                answers[max(0, len(answers) - luck.randint(1, 40))].result(10)
                wire.cut()
        events = [event for answer in answers for event in read(answer.result(30))]
        assert wire.accepted > 3
    assert len(events) == ledger.head()
    by_table: dict[str, list[int]] = {}
    for event in events:
        by_table.setdefault(event["key"], []).append(event["seq"])
    for seqs in by_table.values():
        assert seqs == list(range(1, len(seqs) + 1))


def test_a_refusal_whose_answer_was_lost_stands(ledger: Ledger) -> None:
    """Else the first would be decided after the second, which was handed in later."""
    with (
        open_desk(ledger),
        in_between(ledger.datastore) as wire,
        calling(ledger) as caller,
    ):
        wait_for(lambda: caller.trouble() is None and wire.accepted == 1)
        wire.deaf = True
        too_early = caller.submit(request(buy_in("PG01", 5), buy_in("PG01", 6)))
        opening = caller.submit(request(open_table("PG01")))
        wait_for(lambda: ledger.head() == 1)
        wire.deaf = False
        wire.cut()
        assert read(opening.result(10))[0]["event"] == "TableOpened"
        with pytest.raises(CommandRefused) as refused:
            too_early.result(10)
        assert refused.value.index == 0
    assert ledger.head() == 1


def test_without_a_desk_all_fail_and_with_one_again_it_goes_on(ledger: Ledger) -> None:
    with calling(ledger, patience_seconds=0.5) as caller:
        waiting = caller.submit(request(open_table("PG01")))
        with pytest.raises(DeskAway, match="nothing was done"):
            waiting.result(10)
        with pytest.raises(DeskAway):
            caller.submit(request(open_table("PG01")))
        with open_desk(ledger):
            wait_for(lambda: caller.trouble() is None)
            assert do(caller, open_table("PG01"))


def test_with_patience_the_next_desk_answers(ledger: Ledger) -> None:
    with calling(ledger) as caller:
        with open_desk(ledger):
            do(caller, open_table("PG01"))
        waiting = caller.submit(request(buy_in("PG01")))
        wait_for(lambda: caller.trouble() is not None)
        assert "no desk since" in (caller.trouble() or "")
        with open_desk(ledger):
            assert read(waiting.result(10))[0]["seq"] == 2


def test_no_more_than_so_many_are_unanswered(ledger: Ledger) -> None:
    with calling(ledger, most=2) as caller:
        first = [caller.submit(request(open_table(f"PG0{n}"))) for n in (1, 2)]
        with pytest.raises(DeskBusy):
            caller.submit(request(open_table("PG03")))
        with open_desk(ledger):
            assert all(answer.result(10).events for answer in first)
            assert do(caller, open_table("PG03"))


def test_a_full_desk_slows_the_caller_and_loses_nothing(ledger: Ledger) -> None:
    with open_desk(ledger, queue_size=2, batch_size=2), calling(ledger) as caller:
        do(caller, open_table("PG01"))
        answers = [caller.submit(request(buy_in("PG01", n))) for n in range(1, 100)]
        amounts = [read(answer.result(20))[0]["amount"] for answer in answers]
    assert amounts == list(range(1, 100))
    assert ledger.head() == 100


def test_a_desk_that_was_passed_over_is_left(ledger: Ledger) -> None:
    """It is stopped, not dead: its line stays open and silent."""
    with open_desk(ledger, works=False), calling(ledger) as caller:
        waiting = caller.submit(request(open_table("PG01")))
        wait_for(lambda: caller.trouble() is None)
        with ledger.datastore.get_connection() as conn:
            conn.execute("UPDATE pitledger_leases SET until = now() - interval '1 second'")
        with open_desk(ledger):
            assert read(waiting.result(10))[0]["event"] == "TableOpened"


def test_a_closing_desk_answers_what_it_has_taken(ledger: Ledger) -> None:
    """All of it was read from the line when the desk was told to end, and nothing committed."""
    with calling(ledger) as caller, ExitStack() as closing:
        desk = closing.enter_context(open_desk(ledger, queue_size=500, batch_size=50))
        do(caller, open_table("PG01"))
        with log_locked(ledger):
            answers = [caller.submit(request(buy_in("PG01", n))) for n in range(1, 401)]
            wait_for(lambda: len(desk._waiting) >= 100)
            ending = threading.Thread(target=closing.close)
            ending.start()
            wait_for(lambda: desk._waiting._closed)
        ending.join()
        taken = ledger.head() - 1
        assert taken >= 100
        assert [read(one.result(10))[0]["amount"] for one in answers[:taken]] == list(
            range(1, taken + 1)
        )
        assert not any(one.done() for one in answers[taken:])
