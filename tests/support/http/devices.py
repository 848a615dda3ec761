"""Devices as others would write them, with a library's own client: lines out, lines in."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from services.http.problems import PROBLEMS
from tests.support.http.playing import Told

_SECONDS = 30
_CLOSED_WITHIN_SECONDS = 2
"""A service that has hung up already answers no farewell."""
_TURNED_AWAY = (ConnectionClosed, InvalidHandshake, OSError, AssertionError)
"""What the library's client makes of it; the last is its own, where it was answered too soon."""
_UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def address(http: httpx.Client, query: str) -> str:
    return f"ws{str(http.base_url).removeprefix('http').rstrip('/')}/v1/device{query}"


class Wire:
    """One connection of a device."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, number: int, *commands: Told) -> None:
        told = {"command": commands[0]} if len(commands) == 1 else {"commands": commands}
        self.connection.send(json.dumps({"number": number, **told}))

    def hear(self) -> Told:
        told: Told = json.loads(self.connection.recv(_SECONDS))
        return told

    def ask(self, number: int, *commands: Told) -> Told:
        self.say(number, *commands)
        return self.hear()

    def ends(self) -> tuple[int, str]:
        """Code and reason, after which nothing more is heard."""
        with pytest.raises(ConnectionClosed) as closed:
            self.connection.recv(_SECONDS)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason


@contextmanager
def device(
    http: httpx.Client,
    line: str | None = None,
    token: str | None = None,
    told: dict[str, str] | None = None,
    **more: Any,
) -> Iterator[Wire]:
    """At a line of work that nobody else has, unless it is named."""
    headers = (told or {}) | ({} if token is None else {"Authorization": f"Bearer {token}"})
    query = f"?{urlencode({'line': line or uuid.uuid4().hex})}"
    with connect(
        address(http, query),
        additional_headers=headers,
        proxy=None,
        max_size=None,
        close_timeout=_CLOSED_WITHIN_SECONDS,
        **more,
    ) as connection:
        yield Wire(connection)


@contextmanager
def device_in_time(
    http: httpx.Client, line: str | None = None, token: str | None = None
) -> Iterator[Wire]:
    """As soon as there is room: who has hung up is counted until the service has heard of it."""
    until = time.monotonic() + _SECONDS
    with ExitStack() as connected:
        while True:
            try:
                wire = connected.enter_context(device(http, line, token))
                break
            except _TURNED_AWAY:
                assert time.monotonic() < until, "there is no room for it"
                time.sleep(0.05)
        yield wire


def turned_away(
    http: httpx.Client,
    kind: str,
    query: str = "?line=a",
    additional_headers: dict[str, str] | None = None,
    origin: str | None = None,
) -> Told:
    """Before the handshake, with problem details of this type.

    By hand: who is one too many is answered before it has asked, and the library's client fails at
    that in ways of its own.
    """
    asked = {**_UPGRADE, **(additional_headers or {}), **({"Origin": origin} if origin else {})}
    with closing(HTTPConnection(http.base_url.host, http.base_url.port, timeout=_SECONDS)) as line:
        line.request("GET", f"/v1/device{query}", headers=asked)
        response = line.getresponse()
        told: Told = json.loads(response.read() or b"{}")
    status, title = PROBLEMS[kind]
    assert (response.status, told["status"], told["title"]) == (status, status, title)
    assert response.headers["content-type"] == "application/problem+json"
    return told
