"""At the desk's counter: strangers that dawdle, callers that do not listen, and no files left."""

import os
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from structlog.testing import capture_logs

from domain.gaming_day import GamingDay
from services.desk import server as counters
from services.desk import wire
from services.desk.connection import _MOST_UNANSWERED, Connection
from services.desk.desk import Desk
from services.desk.server import DeskServer
from services.runtime.lease import Lease, find_holder
from services.store.ledger import Ledger
from tests.integration.store.test_caller import calling, open_desk, wait_for
from tests.integration.store.test_guilty_request import own_line
from tests.support.store.playing import do, open_table


def place(ledger: Ledger) -> tuple[str, int]:
    holder = find_holder(ledger.datastore, "desk")
    assert holder is not None
    return "127.0.0.1", int(holder.address.rpartition(":")[2])


@contextmanager
def open_counter(ledger: Ledger) -> Iterator[DeskServer]:
    counter = DeskServer("127.0.0.1")
    with Lease(ledger.datastore, "desk", counter.address).held():
        desk = Desk(ledger, day=GamingDay())
        desk.start()
        counter.open(desk, 1)
        try:
            yield counter
        finally:
            counter.close()


def test_a_stranger_has_five_seconds_for_all_of_its_greeting(ledger: Ledger) -> None:
    with open_desk(ledger), socket.create_connection(place(ledger)) as stranger:
        began = time.monotonic()
        stranger.settimeout(1.0)
        for byte in wire.frame(wire.Hello("x" * 300)):
            try:
                stranger.sendall(bytes([byte]))
                assert stranger.recv(1) == b""
            except TimeoutError:
                continue  # it is still listened to
            except OSError:
                pass
            break
        assert 4 < time.monotonic() - began < 20


def test_many_strangers_hold_up_a_caller_no_longer_than_one(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "_GREET_WITHIN_SECONDS", 1.5)
    with open_desk(ledger), ExitStack() as strangers:
        before = threading.active_count()
        for _ in range(3 * counters._MOST_STRANGERS):
            strangers.enter_context(socket.create_connection(place(ledger)))
        with calling(ledger) as caller:
            assert threading.active_count() < before + counters._MOST_STRANGERS + 10
            wait_for(lambda: caller.trouble() is None, 30)
            assert do(caller, open_table("PG01"))


def test_without_files_it_says_so_once_and_goes_on_when_there_are_some(ledger: Ledger) -> None:
    with open_counter(ledger) as counter, capture_logs() as logs, socket.socket() as stranger:
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        with ExitStack() as without_files:
            without_files.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
            resource.setrlimit(resource.RLIMIT_NOFILE, (files_in_a_row(), limits[1]))
            stranger.connect(place_of(counter))
            wait_for(lambda: counter.trouble() is not None)
            time.sleep(1.0)  # it is tried again and again meanwhile
            assert "Too many open files" in (counter.trouble() or "")
        wait_for(lambda: counter.trouble() is None)
        told = [one["event"] for one in logs if "let in" in one["event"]]
        assert told == ["callers cannot be let in", "callers are let in again"]


def files_in_a_row() -> int:
    """The limit below which every number is open: a file closed elsewhere makes no room under it."""
    lowest_free = os.dup(0)
    os.close(lowest_free)
    return lowest_free


def place_of(counter: DeskServer) -> tuple[str, int]:
    return "127.0.0.1", int(counter.address.rpartition(":")[2])


def test_a_caller_that_reads_no_answers_harms_only_itself(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "SEND_WITHIN_SECONDS", 3)
    with open_counter(ledger) as counter, own_line(ledger) as deaf, calling(ledger) as caller:
        lost = threading.Event()
        most = 0

        def pour() -> None:
            frames = b"".join(wire.frame(wire.Probe(number)) for number in range(1000))
            try:
                while True:
                    deaf.send(frames)
            except wire.LineLost:
                lost.set()

        threading.Thread(target=pour, daemon=True).start()
        assert do(caller, open_table("PG01"))
        while not lost.wait(0.1):
            most = max(most, *(visit._taken - visit._answered for visit in visits(counter)))
        assert 0 < most <= _MOST_UNANSWERED + 1
        assert do(caller, open_table("PG02"))


def visits(counter: DeskServer) -> set[Connection]:
    assert counter._accepting is not None
    return counter._accepting._connections


def test_a_thread_that_ends_unasked_is_told(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    with open_counter(ledger) as counter:
        accepting = counter._accepting
        assert accepting is not None
        assert counter.trouble() is None
        monkeypatch.setattr(accepting, "_strangers", lambda: 1 / 0)
        wait_for(lambda: counter.trouble() == "nobody lets callers in")
