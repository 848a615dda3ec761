"""One client takes no more than its share: others are let in and answered all the while."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from services.bootstrap import Service
from services.settings import Settings
from tests.support.http.at_provider import serving
from tests.support.http.devices import device, turned_away
from tests.support.http.playing import expect_problem
from tests.support.http.serving import Served, listening
from tests.support.http.staff import write_tokens

GREEDY, OTHER = "127.0.0.3", "127.0.0.2"
IDLE = 300
FEW = {"viewers": 8, "viewers_per_client": 2}


@contextmanager
def client(running: Served, address: str, **more: Any) -> Iterator[httpx.Client]:
    transport = httpx.HTTPTransport(
        local_address=address, limits=httpx.Limits(max_connections=None)
    )
    with httpx.Client(
        base_url=running.http.base_url, transport=transport, timeout=30, **more
    ) as http:
        yield http


def test_idle_connections_of_one_client_cost_another_nothing(
    house: Service, settings: Settings
) -> None:
    small = settings.model_copy(update={"connections": 400, "connections_per_client": 100})
    with serving(house, small) as running, ExitStack() as opened:
        url = running.http.base_url
        for _ in range(IDLE):
            line = opened.enter_context(socket.socket())
            line.bind((GREEDY, 0))
            line.connect((url.host, url.port))
        with client(running, OTHER) as http, listening(http) as stream:
            assert http.get("/livez").status_code == 200
            assert stream is not None
        with client(running, GREEDY) as http:
            expect_problem(http.get("/livez"), "too-many-connections")


def test_one_address_has_a_share_of_the_streams(house: Service, settings: Settings) -> None:
    with (
        serving(house, settings.model_copy(update=FEW)) as running,
        client(running, GREEDY) as greedy,
        client(running, OTHER) as other,
        ExitStack() as opened,
    ):
        for view in ("events", "floor"):
            opened.enter_context(listening(greedy, view=view))
        told = expect_problem(greedy.get("/v1/stream"), "too-many-connections")
        assert GREEDY in told["detail"]
        assert greedy.get("/livez").status_code == 200
        with listening(other) as stream:
            assert stream is not None


def test_one_person_has_a_share_wherever_they_are(
    house: Service, settings: Settings, tmp_path: Path
) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    locked = settings.model_copy(update={"auth": "on", "tokens": tokens, **FEW})
    with serving(house, locked) as running, ExitStack() as opened:
        vic, ada = ({"Authorization": f"Bearer {who}"} for who in ("vic", "ada"))
        for address in ("127.0.0.4", "127.0.0.5"):
            http = opened.enter_context(client(running, address, headers=vic))
            opened.enter_context(listening(http))
        with client(running, GREEDY, headers=vic) as http:
            expect_problem(http.get("/v1/stream"), "too-many-connections")
        with client(running, GREEDY, headers=ada) as http, listening(http) as stream:
            assert stream is not None


def test_behind_a_proxy_each_client_has_a_share_of_its_own(
    house: Service, settings: Settings
) -> None:
    behind = settings.model_copy(
        update={**FEW, "proxies": "127.0.0.1", "connections_per_client": 2}
    )
    with serving(house, behind) as running, ExitStack() as opened:
        greedy, other = ({"X-Forwarded-For": name} for name in ("192.0.2.1", "192.0.2.2"))
        with httpx.Client(base_url=running.http.base_url, headers=greedy) as http:
            for _ in range(2):
                opened.enter_context(listening(http))
                opened.enter_context(device(http, told=greedy))
            expect_problem(http.get("/v1/stream"), "too-many-connections")
            turned_away(http, "too-many-connections", additional_headers=greedy)
        with httpx.Client(base_url=running.http.base_url, headers=other) as http:
            opened.enter_context(listening(http))
            opened.enter_context(device(http, told=other))


def test_by_default_one_client_has_a_quarter(settings: Settings) -> None:
    assert settings.connections_per_client * 4 <= settings.connections
    assert settings.viewers_per_client * 4 <= settings.viewers
