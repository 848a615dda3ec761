"""Devices that are slow, silent, deaf or many harm nobody; and the end of the service harms none."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx
import pytest
from prometheus_client import REGISTRY
from websockets.exceptions import ConnectionClosed

from services.bootstrap import Service
from services.desk import Desk, Request
from services.http import server as web_server
from services.http.app import make_app
from services.http.device_lines import MOST_UNANSWERED
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.devices import Wire, device, device_in_time, turned_away
from tests.support.http.playing import Table, Told
from tests.support.http.serving import Served, served
from tests.support.processes.waiting import wait_for

QUICK: Final[dict[str, Any]] = {
    "head_seconds": 0.5,
    "body_seconds": 0.5,
    "idle_seconds": 0.5,
    "write_seconds": 1,
    "connections_per_client": 3,
}
HALF_A_MESSAGE: Final = b"\x81\xfe\x01\x00" + b"mask" + b"x" * 10
"""Of 256 bytes, as text."""


class HeldDesk:
    """Takes what comes, and hands it on when it is let go."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.held: list[Request] = []
        self.is_held = True

    def hand_in(self, request: Request) -> None:
        if self.is_held:
            self.held.append(request)
        else:
            self._desk.hand_in(request)

    def let_go(self) -> None:
        self.is_held = False
        for request in self.held:
            self._desk.hand_in(request)


@contextmanager
def opened(house: Service, settings: Settings, desk: Any = None, **limits: Any) -> Iterator[Served]:
    storage = house.storage
    strict = settings.model_copy(update={**QUICK, **limits})
    app = make_app(
        settings=strict,
        desk=desk or house.desk,
        ledger=storage.ledger,
        books=storage.books,
        checks={},
    )
    with served(app, strict) as running:
        yield running


@pytest.fixture
def strict(house: Service, settings: Settings) -> Iterator[Served]:
    with opened(house, settings) as running:
        yield running


@pytest.fixture
def held(house: Service) -> HeldDesk:
    return HeldDesk(house.desk)


def at(table: Table, command: Told) -> Told:
    return {"table": table.name, **command}


def works(wire: Wire, table: Table, number: int = 1) -> bool:
    return bool(wire.ask(number, at(table, asked.buy_in()))["status"] == 200)


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def turned_away_by(limit: str) -> float:
    return value("pitledger_http_turned_away_total", limit=limit)


def connections() -> float:
    return value("pitledger_http_connections")


@contextmanager
def by_hand(http: httpx.Client, name: str) -> Iterator[socket.socket]:
    """A connection that stays, with nobody who reads from it."""
    host, port = http.base_url.host, http.base_url.port
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(10)
        line.connect((host, port))
        line.sendall(
            f"GET /v1/device?line={name} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
        yield line


def ends_soon(send: Callable[[], Any], pause_seconds: float) -> bool:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            send()
        except BlockingIOError:
            pass
        except OSError:
            return True
        time.sleep(pause_seconds)
    return False


def test_a_connection_that_stays_has_nothing_to_send(strict: Served, table: Table) -> None:
    with device(strict.http) as wire:
        assert works(wire, table)
        time.sleep(1.5)
        assert works(wire, table, 2)


def test_half_a_message_is_not_awaited_for_ever(strict: Served, table: Table) -> None:
    before = turned_away_by("body_seconds")
    with device(strict.http) as wire:
        assert works(wire, table)
        wire.connection.socket.sendall(HALF_A_MESSAGE)
        code, reason = wire.ends()
    assert (code, reason) == (1008, "a message did not come whole within 0.5 seconds")
    assert turned_away_by("body_seconds") == before + 1


def test_a_byte_now_and_then_buys_no_time(strict: Served, table: Table) -> None:
    """Nor do fragments that never end."""
    fragment = b"\x00\x81" + b"mask" + b"x"
    for begun, drop in ((HALF_A_MESSAGE, b"x"), (b"\x01\x81" + b"mask" + b"x", fragment)):
        with device(strict.http) as wire, device(strict.http) as other:
            line = wire.connection.socket
            line.sendall(begun)
            assert ends_soon(lambda line=line, drop=drop: line.sendall(drop), 0.1)  # type: ignore[misc]
            assert works(other, table)


def test_who_is_made_to_wait_is_not_slow(
    house: Service, settings: Settings, table: Table, held: HeldDesk
) -> None:
    """A message that was begun while nothing is read has its time afterwards."""
    with opened(house, settings, held) as running, device(running.http) as wire:
        long = at(table, {**asked.buy_in(), "player": "x" * 60})
        for number in range(1, 3 * MOST_UNANSWERED):
            wire.say(number, *[long] * 20)
        wait_for(lambda: len(held.held) == MOST_UNANSWERED)
        time.sleep(1.5)
        assert len(held.held) == MOST_UNANSWERED, "no more are read than may be unanswered"
        held.let_go()
        told = [wire.hear() for _ in range(1, 3 * MOST_UNANSWERED)]
    assert {one["status"] for one in told} == {200}


def test_who_does_not_read_is_let_go_and_harms_nobody(strict: Served, table: Table) -> None:
    before, open_before = turned_away_by("write_seconds"), connections()
    many = [at(table, {**asked.buy_in(), "player": "x" * 60}) for _ in range(150)]
    with device(strict.http) as other:
        with contextlib.suppress(ConnectionClosed, OSError), device(strict.http) as deaf:
            deaf.connection.socket.settimeout(5)
            for _ in range(400):
                deaf.say(1, *many)
            wait_for(lambda: turned_away_by("write_seconds") > before)
        assert works(other, table)
        wait_for(lambda: turned_away_by("write_seconds") > before)
    wait_for(lambda: connections() <= open_before)


def test_pings_that_are_not_read_are_not_answered_for_ever(strict: Served, table: Table) -> None:
    before = turned_away_by("write_seconds")
    pings = (b"\x89\xfd" + b"mask" + b"x" * 125) * 1000
    with by_hand(strict.http, "deaf") as line, device(strict.http) as other:
        line.setblocking(False)
        assert ends_soon(lambda: line.send(pings), 0.001)
        assert works(other, table)
    assert turned_away_by("write_seconds") == before + 1


def test_pings_that_are_not_read_fill_no_memory(house: Service, settings: Settings) -> None:
    """Who does not read pongs is not read from: the sender is stopped by its own buffers."""
    pings = (b"\x89\xfd" + b"mask" + b"x" * 125) * 200_000
    patient = opened(house, settings, write_seconds=30)
    with patient as running, by_hand(running.http, "deaf") as line:
        line.settimeout(2)
        with pytest.raises(TimeoutError):
            line.sendall(pings)


def test_who_hangs_up_in_the_middle_is_forgotten(strict: Served, table: Table) -> None:
    open_before, devices = connections(), value("pitledger_http_devices")
    for number in range(1, 6):
        with device(strict.http, "c") as wire:
            wire.say(number, at(table, asked.buy_in()))
            wire.connection.socket.sendall(HALF_A_MESSAGE)
            wire.connection.socket.shutdown(socket.SHUT_RDWR)
        wait_for(lambda: value("pitledger_http_devices") == devices)
    wait_for(lambda: connections() <= open_before)
    assert table.do(asked.buy_in())[0]["seq"] >= 2


def test_devices_are_counted_among_the_connections(strict: Served, table: Table) -> None:
    strict.http.close()
    with httpx.Client(base_url=strict.http.base_url) as door:
        with device_in_time(door) as one, device_in_time(door), device_in_time(door):
            turned_away(door, "too-many-connections", "?line=d")
            assert works(one, table)
        with device_in_time(door) as wire:
            assert works(wire, table)


def test_a_dead_peer_is_found(
    house: Service, settings: Settings, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "_PING_SECONDS", 0.3)
    with opened(house, settings) as running, device(running.http) as alive:
        with by_hand(running.http, "dead") as line:
            heard = b""
            while more := line.recv(4096):
                heard += more
        assert b"keepalive ping timeout" in heard
        assert works(alive, table)


def test_who_does_not_hang_up_holds_up_no_end(house: Service, settings: Settings) -> None:
    unhurried = opened(house, settings, write_seconds=30)
    with unhurried as running, by_hand(running.http, "asleep"):
        began = time.monotonic()
        running.ask_to_stop()
        running.wait_until_stopped()
    assert time.monotonic() - began < 6


def test_where_the_service_ends_what_was_taken_is_answered(
    house: Service, settings: Settings, table: Table, held: HeldDesk
) -> None:
    with opened(house, settings, held) as running, device(running.http) as wire:
        for number in range(1, 6):
            wire.say(number, at(table, asked.buy_in()))
        wait_for(lambda: len(held.held) == 5)
        running.ask_to_stop()
        time.sleep(0.5)
        wire.say(6, at(table, asked.buy_in()))
        time.sleep(0.3)
        held.let_go()
        assert [wire.hear()["number"] for _ in range(5)] == [1, 2, 3, 4, 5]
        code, reason = wire.ends()
    assert code == 1012
    assert "connect again and send again what is not answered" in reason
    assert len(held.held) == 5
    assert table.do(asked.buy_in())[0]["seq"] == 7
