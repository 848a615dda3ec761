"""Streams and devices end within a second of the sign-in that they were opened with."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from services.bootstrap import Service
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.at_provider import serving
from tests.support.http.devices import device
from tests.support.http.pages import browser
from tests.support.http.playing import Table
from tests.support.http.provider import Provider
from tests.support.http.serving import Served
from tests.support.http.staff import STAFF, write_tokens

PROMISED_SECONDS = 1.0
VIEWS = ("events", "floor")


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return write_tokens(tmp_path / "tokens.toml")


@pytest.fixture
def locked(house: Service, settings: Settings, tokens: Path) -> Iterator[Served]:
    with serving(house, settings.model_copy(update={"auth": "on", "tokens": tokens})) as running:
        yield running


class Watched:
    """A stream read to its end by a thread of its own."""

    def __init__(self, response: httpx.Response) -> None:
        assert response.status_code == 200
        self._lines = response.iter_lines()
        assert next(self._lines) == "retry: 1000"
        self.lines: list[str] = []
        self.ended_at: float | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(httpx.HTTPError):  # the test has hung up
            self.lines.extend(self._lines)
        self.ended_at = time.monotonic()

    def ends_in_time(self, since: float) -> None:
        self._thread.join(10)
        assert self.ended_at is not None, "it goes on"
        assert self.ended_at - since < PROMISED_SECONDS

    def goes_on(self) -> bool:
        return self.ended_at is None


@contextmanager
def watching(http: httpx.Client, headers: dict[str, str], view: str) -> Iterator[Watched]:
    url = http.base_url.join("/v1/stream")
    with httpx.stream("GET", url, params={"view": view}, headers=headers, timeout=60) as response:
        yield Watched(response)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def remove(path: Path) -> None:
    write_tokens(path, {who: role for who, role in STAFF.items() if who != "vic"})


def change_role(path: Path) -> None:
    write_tokens(path, {**STAFF, "vic": "dealer"})


def confine(path: Path) -> None:
    path.write_text(path.read_text().replace('id = "vic"', 'id = "vic"\ntables = ["PG01"]'))


CHANGES: dict[str, Callable[[Path], None]] = {
    "removed": remove,
    "another role": change_role,
    "confined": confine,
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_stream_ends_with_its_token(
    locked: Served, tokens: Path, table: Table, change: str, view: str
) -> None:
    with (
        watching(locked.http, bearer("vic"), view) as stream,
        watching(locked.http, bearer("ada"), view) as other,
    ):
        CHANGES[change](tokens)
        stream.ends_in_time(time.monotonic())
        assert other.goes_on()
        before = len(stream.lines)
        table.buy_in()
        assert len(stream.lines) == before


@pytest.mark.parametrize("change", CHANGES)
def test_a_session_s_stream_ends_with_its_token(locked: Served, tokens: Path, change: str) -> None:
    with browser(locked.http.base_url) as vic:
        assert vic.sign_in("vic").status_code == 303
        cookie = {"Cookie": f"pitledger_session={vic.http.cookies['pitledger_session']}"}
        with watching(locked.http, cookie, "events") as stream:
            CHANGES[change](tokens)
            stream.ends_in_time(time.monotonic())
        answer = httpx.get(locked.http.base_url.join("/v1/tables"), headers=cookie)
        assert answer.status_code == 401


@pytest.mark.parametrize("view", VIEWS)
def test_signing_out_at_one_process_ends_the_streams_at_another(
    house: Service, settings: Settings, locked: Served, tokens: Path, view: str
) -> None:
    same = settings.model_copy(update={"auth": "on", "tokens": tokens})
    with serving(house, same) as another, browser(locked.http.base_url) as vic:
        assert vic.sign_in("vic").status_code == 303
        cookie = {"Cookie": f"pitledger_session={vic.http.cookies['pitledger_session']}"}
        with browser(locked.http.base_url) as elsewhere:
            assert elsewhere.sign_in("vic").status_code == 303
            kept = {"Cookie": f"pitledger_session={elsewhere.http.cookies['pitledger_session']}"}
        with (
            watching(locked.http, cookie, view) as here,
            watching(another.http, cookie, view) as there,
            watching(another.http, kept, view) as other_session,
        ):
            assert vic.post("/logout").status_code == 303
            began = time.monotonic()
            here.ends_in_time(began)
            there.ends_in_time(began)
            assert other_session.goes_on()


def test_a_session_s_stream_ends_when_the_session_expires(
    house: Service, settings: Settings, tokens: Path
) -> None:
    short = {"auth": "on", "tokens": tokens, "session_hours": 3 / 3600}
    with (
        serving(house, settings.model_copy(update=short)) as running,
        browser(running.http.base_url) as vic,
    ):
        signed_in = time.monotonic()
        assert vic.sign_in("vic").status_code == 303
        cookie = {"Cookie": f"pitledger_session={vic.http.cookies['pitledger_session']}"}
        with watching(running.http, cookie, "floor") as stream:
            stream.ends_in_time(signed_in + 3)


@pytest.mark.parametrize("change", CHANGES)
def test_a_silent_device_is_hung_up_with_its_token(
    locked: Served, tokens: Path, change: str
) -> None:
    with device(locked.http, "a", "vic") as wire, device(locked.http, "a", "ada") as other:
        CHANGES[change](tokens)
        began = time.monotonic()
        code, reason = wire.ends()
        assert time.monotonic() - began < PROMISED_SECONDS
        assert (code, "token" in reason) == (1008, True)
        assert other.ask(1, {"table": "PG01", **asked.buy_in()})["status"] in (403, 409)


def expires_at(seconds: float) -> dict[str, Any]:
    return {"exp": int(time.time()) + seconds, "sub": "vic", "roles": ["surveillance"]}


def test_streams_and_devices_end_when_their_jwt_expires(
    by_provider: Served, provider: Provider
) -> None:
    claims = expires_at(3)
    token = provider.jwt(**claims)
    over = time.monotonic() + claims["exp"] - time.time()
    with (
        watching(by_provider.http, bearer(token), "events") as stream,
        device(by_provider.http, "a", token) as wire,
    ):
        with pytest.raises(ConnectionClosed):
            wire.connection.recv(10)
        assert 0 <= time.monotonic() - over < PROMISED_SECONDS
        stream.ends_in_time(over)
    answer = by_provider.http.get("/v1/tables", headers=bearer(token))
    assert answer.status_code == 401
