"""Devices as others would write them, with a library's own client: lines out, lines in."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from services.http.problems import PROBLEMS
from tests.support.http.playing import Told

_SECONDS = 30


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


def turned_away(http: httpx.Client, kind: str, query: str = "?line=a", **more: Any) -> Told:
    """Before the handshake, with problem details of this type."""
    with pytest.raises(InvalidStatus) as refused, connect(address(http, query), proxy=None, **more):
        pass
    response = refused.value.response
    status, title = PROBLEMS[kind]
    told: Told = json.loads(response.body or b"{}")
    assert (response.status_code, told["status"], told["title"]) == (status, status, title)
    assert response.headers["content-type"] == "application/problem+json"
    return told
