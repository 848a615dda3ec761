"""Clients that are slow, silent, greedy or many: each has its limit, and is told which."""

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from prometheus_client import REGISTRY

from services.bootstrap import Service
from services.http.app import make_app
from services.http.problems import PROBLEMS
from services.settings import Settings
from tests.support.http.playing import Pit, expect_problem
from tests.support.http.serving import Served, served

HEAD: Final = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST: Final = b"POST /v1/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"
QUICK: Final[dict[str, Any]] = {
    "head_seconds": 0.5,
    "body_seconds": 0.5,
    "idle_seconds": 0.5,
    "write_seconds": 1,
    "head_bytes": 8000,
    "body_bytes": 50_000,
    "connections": 40,
}


@contextmanager
def opened(house: Service, settings: Settings, **limits: Any) -> Iterator[Served]:
    storage = house.storage
    strict = settings.model_copy(update={**QUICK, **limits})
    app = make_app(
        settings=strict, desk=house.desk, ledger=storage.ledger, books=storage.books, checks={}
    )
    with served(app, strict) as running:
        yield running


@pytest.fixture(scope="module")
def strict(house: Service, settings: Settings) -> Iterator[Served]:
    with opened(house, settings) as running:
        yield running


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


@contextmanager
def line_to(running: Served, receive_bytes: int | None = None) -> Iterator[socket.socket]:
    url = urlsplit(str(running.http.base_url))
    with socket.socket() as line:
        if receive_bytes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.settimeout(10)
        line.connect((url.hostname, url.port))
        yield line


def rest(line: socket.socket) -> bytes:
    """Until the other end hangs up."""
    taken = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(65_536):
            taken += more
    return taken


def ends_within(seconds: float, send: Callable[[], Any], pause_seconds: float = 0) -> bool:
    """Whether the other end cuts it off, however much is still sent."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            send()
        except BlockingIOError:
            pass
        except OSError:
            return True
        time.sleep(pause_seconds)
    return False


def problem_in(answer: bytes, kind: str) -> dict[str, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    status, title = PROBLEMS[kind]
    assert head.startswith(b"HTTP/1.1 %d " % status), answer[:500]
    assert b"content-type: application/problem+json" in head.lower()
    assert b"connection: close" in head.lower()
    told: dict[str, Any] = json.loads(body)
    assert (told["type"], told["title"]) == (f"urn:pitledger:problem:{kind}", title)
    return told


SLOW: Final[dict[str, bytes]] = {
    "nothing at all": b"",
    "half a line": b"GET /liv",
    "half a head": HEAD,
    "blank lines": b"\r\n\r\n",
    "no body": POST,
    "half a body": POST + b"{" * 500,
    "half a chunk": POST.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked")
    + b"ff\r\n{",
}


@pytest.mark.parametrize("name", SLOW)
def test_a_request_that_does_not_come_is_given_up(strict: Served, name: str) -> None:
    with line_to(strict) as line:
        line.sendall(SLOW[name])
        told = problem_in(rest(line), "too-slow")
    assert "0.5 seconds" in told["detail"]


@pytest.mark.parametrize(("begun", "drop"), [(HEAD, b"X"), (POST, b"{")])
def test_a_byte_now_and_then_buys_no_time(strict: Served, begun: bytes, drop: bytes) -> None:
    with line_to(strict) as line:
        line.sendall(begun)
        line.setblocking(False)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with contextlib.suppress(BlockingIOError):
                if line.recv(1):
                    break
            line.send(drop)
            time.sleep(0.1)
        else:
            raise AssertionError("it was never given up")


def test_a_second_request_has_its_time_too(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"\r\n")
        first = line.recv(4096)
        while not first.endswith(b"}"):  # head and body may come apart
            first += line.recv(4096)
        assert first.startswith(b"HTTP/1.1 200")
        line.sendall(HEAD)
        problem_in(rest(line), "too-slow")


def test_a_kept_connection_is_closed_when_nothing_comes(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"\r\n")
        assert b"alive" in rest(line)


def test_a_body_nobody_asked_for_is_not_awaited_for_ever(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"Content-Length: 1000000\r\n\r\n")
        answer = rest(line)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.count(b"HTTP/1.1") == 1


def test_a_slow_request_behind_an_answer_does_not_break_into_it(strict: Served, pit: Pit) -> None:
    """A stream is being sent: nothing else may be written in between."""
    with line_to(strict) as line:
        line.sendall(b"GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HEAD)
        answer = rest(line)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"408" not in answer


def test_a_head_without_end_is_refused(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"X-Long: " + b"x" * 30_000)
        problem_in(rest(line), "head-too-large")


def test_a_head_that_is_too_long_is_refused_even_when_it_comes_at_once(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"X-Long: " + b"x" * 8000 + b"\r\n\r\n")
        problem_in(rest(line), "head-too-large")


def test_many_small_headers_are_as_long(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(HEAD + b"".join(b"X-%d: 1\r\n" % number for number in range(2000)))
        problem_in(rest(line), "head-too-large")


@pytest.mark.parametrize(
    "sent", [b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\n\r\n"]
)
def test_what_is_not_http_is_told_so(strict: Served, sent: bytes) -> None:
    with line_to(strict) as line:
        line.sendall(sent)
        problem_in(rest(line), "bad-request")


def test_a_body_that_goes_on_after_its_refusal_is_cut_off(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(POST.replace(b"1000", b"900000000"))
        assert line.recv(20).startswith(b"HTTP/1.1 413")
        assert ends_within(8, lambda: line.sendall(b"x" * 10_000))


def test_so_many_requests_in_one_piece_are_cut_off(strict: Served) -> None:
    """One packet holds thousands, and each costs far more memory than its bytes."""
    before = value("pitledger_http_turned_away_total", limit="pipeline")
    with line_to(strict) as line:
        line.sendall((HEAD + b"\r\n") * 102)
        assert rest(line).count(b"HTTP/1.1 200") < 102
    assert value("pitledger_http_turned_away_total", limit="pipeline") == before + 1
    with line_to(strict) as line:
        line.sendall((HEAD + b"\r\n") * 100)
        assert rest(line).count(b"HTTP/1.1 200") == 100


@pytest.mark.parametrize("of_a_body", ["Content-Length: 5", "Transfer-Encoding: chunked"])
def test_an_upgrade_with_a_body_stays_http(strict: Served, of_a_body: str) -> None:
    """A proxy could take for a request of its own what follows."""
    asks = HEAD.replace(b"/livez", b"/v1/device?line=a") + (
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + of_a_body.encode() + b"\r\n\r\n"
    )
    with line_to(strict) as line:
        line.sendall(asks)
        assert line.recv(20).startswith(b"HTTP/1.1 426")


def test_who_sent_a_little_too_much_may_go_on(strict: Served) -> None:
    """The answer came before the body: what then comes of it is let pass."""
    body = b"x" * (QUICK["body_bytes"] + 1)
    with line_to(strict) as line:
        line.sendall(POST.replace(b"1000", b"%d" % len(body)))
        assert line.recv(65_536).startswith(b"HTTP/1.1 413")
        line.sendall(body + HEAD + b"\r\n")
        assert b"alive" in rest(line)


def test_who_expects_to_be_asked_is_refused_before_sending(strict: Served) -> None:
    with line_to(strict) as line:
        line.sendall(
            POST.replace(b"1000", b"50001").replace(
                b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"
            )
        )
        assert line.recv(20).startswith(b"HTTP/1.1 413")


def test_an_answer_that_is_not_read_is_dropped(
    house: Service, settings: Settings, strict: Served
) -> None:
    """Many requests at once on one line, none of whose answers is read."""
    with line_to(strict, receive_bytes=4096) as line:
        line.setblocking(False)
        asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        assert ends_within(8, lambda: line.send(asked), pause_seconds=0.01)


def test_the_house_has_room_for_so_many(strict: Served) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(QUICK["connections"]):
            stack.enter_context(line_to(strict))
        with line_to(strict) as line:
            answer = rest(line)
        told = problem_in(answer, "full")
        assert b"retry-after: 1" in answer.lower()
        assert "40 connections" in told["detail"]
    _eventually(lambda: strict.http.get("/livez").status_code == 200)


def test_one_client_cannot_take_all_the_room(house: Service, settings: Settings) -> None:
    with opened(house, settings, connections_per_client=3) as running:
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(line_to(running))
            with line_to(running) as line:
                answer = rest(line)
            told = problem_in(answer, "too-many-connections")
            assert b"retry-after: 1" in answer.lower()
            assert "127.0.0.1" in told["detail"]
        _eventually(lambda: running.http.get("/livez").status_code == 200)


def test_a_proxy_may_have_any_number(house: Service, settings: Settings) -> None:
    limits = {"connections_per_client": 1, "proxies": "192.0.2.7, 127.0.0.1"}
    with opened(house, settings, **limits) as running, line_to(running), line_to(running):
        assert running.http.get("/livez").status_code == 200


def test_a_flood_of_half_requests_leaves_the_service_open(strict: Served, pit: Pit) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line_to(strict)) for _ in range(39)]
        for line in lines:
            line.sendall(POST + b"{")
        assert strict.http.get("/livez").status_code == 200
        for line in lines:
            problem_in(rest(line), "too-slow")
    expect_problem(pit.http.get("/v1/nothing"), "not-found")


def _eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError):
            if holds():
                return
        assert time.monotonic() < until
        time.sleep(0.05)
