"""A house as it is served, and devices that it need not bear: each is told, and harms no other."""

import contextlib
from pathlib import Path
from typing import Final

import httpx
from websockets.exceptions import ConnectionClosed

from tests.support.http.devices import Wire, device, device_in_time, turned_away
from tests.support.http.staff import write_tokens
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table

LIMITS: Final = {
    "PITLEDGER_BODY_SECONDS": "1",
    "PITLEDGER_WRITE_SECONDS": "1",
    "PITLEDGER_BODY_BYTES": "50000",
    "PITLEDGER_CONNECTIONS_PER_CLIENT": "4",
    "PITLEDGER_AUTH": "on",
}
WHO: Final = "table-7"


def counted(door: httpx.Client, what: str) -> float:
    told = door.get("/metrics", headers={"Authorization": "Bearer ada"}).text
    found = [line for line in told.splitlines() if line.startswith(what)]
    assert found, told
    return sum(float(line.rpartition(" ")[2]) for line in found)


def never_reads(door: httpx.Client) -> None:
    """Answers of 60 kB, until nobody takes any more lines from it."""
    many = [buy_in("PG01", player="x" * 60) for _ in range(100)]
    with contextlib.suppress(ConnectionClosed, OSError), device_in_time(door, "deaf", WHO) as deaf:
        deaf.connection.socket.settimeout(60)
        for _ in range(1000):
            deaf.say(1, *many)


def sends_slowly(door: httpx.Client) -> None:
    with device_in_time(door, "slow", WHO) as slow:
        slow.connection.socket.sendall(b"\x81\xfe\x01\x00mask")
        assert slow.ends()[0] == 1008


def sends_too_much(door: httpx.Client) -> None:
    with device_in_time(door, "large", WHO) as large:
        large.connection.send(" " * 50_001)
        assert large.ends()[0] == 1009


def comes_from_elsewhere(door: httpx.Client) -> None:
    known = {"Authorization": f"Bearer {WHO}"}
    turned_away(door, "forbidden", additional_headers=known, origin="https://example.com")
    turned_away(door, "unauthorized", additional_headers={"Authorization": "Bearer guess"})
    turned_away(door, "unauthorized")


def come_in_crowds(door: httpx.Client) -> None:
    known = {"Authorization": f"Bearer {WHO}"}
    with contextlib.ExitStack() as crowd:
        for number in range(3):
            crowd.enter_context(device_in_time(door, f"crowd-{number}", WHO))
        turned_away(door, "too-many-connections", "?line=one-more", additional_headers=known)


def takes_over(door: httpx.Client) -> None:
    with device_in_time(door, "both", WHO) as older, device_in_time(door, "both", WHO):
        assert older.ends()[0] == 4001


def works(honest: Wire, number: int) -> None:
    assert honest.ask(number, buy_in("PG01"))["status"] == 200


def test_an_honest_device_goes_on_among_others(data: Path, tmp_path: Path) -> None:
    """It takes long: each device is waited for until its own limit ends it."""
    tokens = write_tokens(tmp_path / "tokens.toml")
    with served(data, PITLEDGER_TOKENS=str(tokens), **LIMITS) as service:
        with httpx.Client(base_url=service.url, timeout=30) as door:
            _among_others(door)
        _is_told_of_the_end(service)


def _among_others(door: httpx.Client) -> None:
    others = (
        never_reads, sends_slowly, sends_too_much, comes_from_elsewhere, takes_over,
    )  # fmt: skip
    with device(door, "honest", WHO) as honest:
        assert honest.ask(1, open_table("PG01"))["status"] == 200
        for number, other in enumerate(others, 2):
            other(door)
            works(honest, number)
        door.close()
    with httpx.Client(base_url=door.base_url, timeout=30) as again:
        wait_for(lambda: counted(again, "pitledger_http_devices") == 0)
        assert counted(again, 'pitledger_http_turned_away_total{limit="write_seconds"') >= 1
    with (
        httpx.Client(base_url=door.base_url) as unused,
        device_in_time(unused, "honest", WHO) as honest,
    ):
        come_in_crowds(unused)
        works(honest, 1 + len(others) + 1)


def _is_told_of_the_end(service: Service) -> None:
    with (
        httpx.Client(base_url=service.url) as door,
        device_in_time(door, "honest", WHO) as honest,
    ):
        assert service.stop() == 0
        assert honest.ends()[0] == 1012
