"""Devices as others would write them, with a library's own client: lines out, lines in."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from services.http.problems import PROBLEMS
from tests.support.http.playing import Told

_SECONDS = 30
_TURNED_AWAY = (ConnectionClosed, InvalidHandshake, OSError)


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
        address(http, query), additional_headers=headers, proxy=None, max_size=None, **more
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


def turned_away(http: httpx.Client, kind: str, query: str = "?line=a", **more: Any) -> Told:
    """Before the handshake, with problem details of this type."""
    response = _refusal(address(http, query), **more)
    status, title = PROBLEMS[kind]
    told: Told = json.loads(response.body or b"{}")
    assert (response.status_code, told["status"], told["title"]) == (status, status, title)
    assert response.headers["content-type"] == "application/problem+json"
    return told


def _refusal(at: str, **more: Any) -> Response:
    """Asked again where it was answered before it had asked, which the library's client takes for
    a connection that was lost."""
    for _ in range(20):
        with suppress(ConnectionClosed, InvalidMessage, OSError):
            with pytest.raises(InvalidStatus) as refused, connect(at, proxy=None, **more):
                pass
            return refused.value.response
    raise AssertionError("it was never told why")
