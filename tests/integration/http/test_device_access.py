"""With AUTH on: a device is let in by its token, and does what its token may do, line by line."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.domain import asked
from tests.support.http.devices import device, turned_away
from tests.support.http.staff import STAFF, Staff, at_work, write_tokens

TABLE = {"table": "PG01"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("devices")


@pytest.fixture(scope="module")
def staff(server: str, folder: Path) -> Iterator[Staff]:
    with at_work(server, folder, token_failures=5, token_failures_seconds=2) as staff:
        staff.done("paula", asked.open_table())
        yield staff


@pytest.fixture
def door(staff: Staff) -> httpx.Client:
    return staff.clients["dana"]


def test_a_token_says_who_it_is(door: httpx.Client) -> None:
    with device(door, "a", "table-7") as wire:
        (event,) = wire.ask(1, {**TABLE, **asked.buy_in()})["events"]
        assert event["actor"] == {"id": "table-7", "role": "device"}
        told = wire.ask(2, {**TABLE, **asked.buy_in(), "actor": {"id": "dana", "role": "dealer"}})
        assert (told["status"], "another actor" in told["problem"]["detail"]) == (403, True)


def test_each_has_lines_of_their_own(door: httpx.Client) -> None:
    with device(door, "b", "table-7") as one, device(door, "b", "dana") as other:
        first, second = (wire.ask(1, {**TABLE, **asked.buy_in()}) for wire in (one, other))
        assert (first["status"], second["status"]) == (200, 200)
        assert first["events"] != second["events"]


def test_without_a_known_token_nobody_is_let_in(door: httpx.Client) -> None:
    told = turned_away(door, "unauthorized")
    assert "Bearer" in told["detail"]
    for _ in range(5):
        turned_away(door, "unauthorized", additional_headers={"Authorization": "Bearer guess"})
    guessed = {"Authorization": "Bearer dana"}
    turned_away(door, "too-many-attempts", additional_headers=guessed)
    time.sleep(2.1)
    with device(door, "c", "dana") as wire:
        assert wire.ask(1, {**TABLE, **asked.buy_in()})["status"] == 200


def test_a_cookie_lets_no_device_in(door: httpx.Client) -> None:
    cookie = {"Cookie": "pitledger_session=whatever; pitledger_role=dealer"}
    turned_away(door, "unauthorized", additional_headers=cookie)


def test_who_is_taken_out_is_out(staff: Staff, door: httpx.Client, folder: Path) -> None:
    left = {who: role for who, role in STAFF.items() if who != "sid"}
    with device(door, "d", "sid") as wire, device(door, "d", "table-7") as other:
        assert wire.ask(1, {**TABLE, **asked.buy_in()})["status"] == 200
        write_tokens(folder / "tokens.toml", left)
        assert wire.ends()[0] == 1008
        assert other.ask(1, {**TABLE, **asked.buy_in()})["status"] == 200
    write_tokens(folder / "tokens.toml")
