"""A client that speaks to the desk from an event loop promises what one with threads does."""

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest

from services.desk import Answer, Request
from services.desk import loop_client as loops
from services.desk.loop_client import LoopClient
from services.desk.wire import Goodbye, LineLost, Welcome, Word, frame, read_word, split_frames
from services.store.ledger import Ledger
from tests.integration.store import test_caller, test_guilty_request
from tests.integration.store.test_caller import open_desk, wait_for
from tests.support.store.forwarder import in_between
from tests.support.store.playing import buy_in, do, open_table, read, request

_MANY_BUY_INS = [buy_in("PG01", player="x" * 64) for _ in range(150)]


class InALoop(LoopClient):
    """In a loop of its own, as the API has one."""

    def start(self) -> None:
        self._ended = threading.Event()
        started = threading.Event()

        async def run() -> None:
            self._loop, self._loop_thread = asyncio.get_running_loop(), threading.get_ident()
            self._stop = asyncio.Event()
            started.set()
            await self._stop.wait()

        def run_loop() -> None:
            asyncio.run(run())
            self._ended.set()

        threading.Thread(target=run_loop).start()
        started.wait()
        super().start()

    def close(self) -> None:
        super().close()
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        assert self._ended.wait(10)


@pytest.fixture(autouse=True)
def in_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (test_caller, test_guilty_request):
        if hasattr(module, "DeskClient"):
            monkeypatch.setattr(module, "DeskClient", InALoop)


def _as_with_threads(module: Any, uses: Callable[[str], bool]) -> dict[str, Any]:
    return {name: test for name, test in vars(module).items() if uses(name)}


globals().update(_as_with_threads(test_caller, lambda name: name.startswith("test_")))
globals().update(_as_with_threads(test_guilty_request, lambda name: name.startswith("test_")))


def calling(ledger: Ledger, **more: Any) -> InALoop:
    client = InALoop(ledger.datastore, **{"most": 5000, "patience_seconds": None, **more})
    client.start()
    return client


def test_what_is_submitted_in_one_turn_goes_out_in_one_write(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    was = loops._Talk._sent

    def noted(talk: loops._Talk, frames: bytes) -> bytes:
        written.append(len(split_frames(bytearray(frames))))
        return was(talk, frames)

    with open_desk(ledger):
        client = calling(ledger)
        try:
            do(client, open_table("PG01"))
            monkeypatch.setattr(loops._Talk, "_sent", noted)
            asked: list[Future[Answer]] = []
            done = threading.Event()

            def submit_all() -> None:
                asked.extend(client.submit(request(buy_in("PG01"))) for _ in range(50))
                done.set()

            assert client._loop is not None
            client._loop.call_soon_threadsafe(submit_all)
            done.wait(10)
            seqs = [read(one.result(10))[0]["seq"] for one in asked]
        finally:
            client.close()
    assert seqs == list(range(2, 52))
    assert written == [50]


def long_and_refused() -> Request:
    """It fills sockets, and costs the desk next to nothing."""
    return request({"command": "roll", "table": "PG01", "dice": [1, 2, 3]}, *_MANY_BUY_INS)


def submit_more_than_sockets_hold(client: InALoop) -> "list[Future[Answer]]":
    """One that is done behind each that is refused: their numbers show the order."""
    asked = [client.submit(request(open_table("PG01")))]
    for _ in range(200):
        client.submit(long_and_refused())
        asked.append(client.submit(request(buy_in("PG01"))))
    return asked


def test_a_desk_that_takes_nothing_for_a_while_loses_nothing(ledger: Ledger) -> None:
    """What waits keeps its order, and the loop goes on meanwhile."""
    with open_desk(ledger, works=False, queue_size=10) as desk:
        client = calling(ledger)
        try:
            asked = submit_more_than_sockets_hold(client)
            wait_for(lambda: bool(client._talk and client._talk._unsent))
            turned = threading.Event()
            assert client._loop is not None
            client._loop.call_soon_threadsafe(turned.set)
            assert turned.wait(5)
            desk.start()
            seqs = [read(one.result(60))[0]["seq"] for one in asked]
        finally:
            client.close()
    assert seqs == list(range(1, 202))


def test_a_desk_that_never_reads_is_given_up(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "_SEND_WITHIN_SECONDS", 0.3)
    with open_desk(ledger), in_between(ledger.datastore) as wire:
        was = wire._pass_on

        def pass_on(source: socket.socket, sink: socket.socket, answers: bool) -> None:
            deaf = not answers and wire.accepted == 1
            (_greet_only if deaf else partial(was, answers=answers))(source, sink)

        monkeypatch.setattr(wire, "_pass_on", pass_on)
        client = calling(ledger)
        try:
            wait_for(lambda: client.trouble() is None)
            asked = submit_more_than_sockets_hold(client)
            seqs = [read(one.result(60))[0]["seq"] for one in asked]
            assert wire.accepted > 1
        finally:
            client.close()
    assert seqs == list(range(1, 202))


def _greet_only(source: socket.socket, sink: socket.socket) -> None:
    """Passes the greeting on, and then reads nothing any more."""
    sink.sendall(source.recv(4096))
    threading.Event().wait(20)


def test_frames_come_in_any_pieces() -> None:
    words: list[Word] = [Welcome(7), Goodbye(), Welcome(8)]
    sent, received, bodies = b"".join(map(frame, words)), bytearray(), list[bytes]()
    for n in range(len(sent)):
        received += sent[n : n + 1]
        bodies += split_frames(received)
    assert [read_word(body) for body in bodies] == words
    assert not received
    with pytest.raises(LineLost, match="no word of ours"):
        split_frames(bytearray(b"\xff" * 8))
