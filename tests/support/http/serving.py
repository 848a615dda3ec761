"""An app served as it is in the field, by the service's own server, on a free port."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import httpx
from fastapi import FastAPI

from services.http.listening import start_listening, take_port
from services.http.server import Server
from services.settings import Settings

_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 30.0


class Served:
    """A running server and a client that talks to it."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self._taken = take_port(settings)
        self._server = Server(app)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._taken]}, daemon=True
        )
        self.http = httpx.Client(base_url=start_listening(self._taken), timeout=60)

    def start(self) -> None:
        self._thread.start()
        until = time.monotonic() + _START_SECONDS
        while not self._server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.005)

    def ask_to_stop(self) -> None:
        """As SIGTERM does."""
        self._server.handle_exit(15, None)

    def wait_until_stopped(self) -> None:
        self._thread.join(_STOP_SECONDS)
        assert not self._thread.is_alive(), "the server did not stop"

    def close(self) -> None:
        self.http.close()
        self.ask_to_stop()
        self.wait_until_stopped()
        self._taken.close()


@contextmanager
def served(app: FastAPI, settings: Settings) -> Iterator[Served]:
    running = Served(app, settings)
    running.start()
    try:
        yield running
    finally:
        running.close()


class Message(NamedTuple):
    """One server-sent event."""

    id: str
    name: str
    data: dict[str, Any]


@contextmanager
def listening(http: httpx.Client, last_id: int | None = None, **query: Any) -> Iterator["Stream"]:
    """A stream that has said hello, and so will miss nothing from here on."""
    headers = {} if last_id is None else {"Last-Event-ID": str(last_id)}
    with http.stream("GET", "/v1/stream", params=query, headers=headers) as response:
        stream = Stream(response)  # kept: a reader that is let go closes the connection
        yield stream


class Stream:
    """Server-sent events, one by one."""

    def __init__(self, response: httpx.Response) -> None:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        self._lines = response.iter_lines()
        assert next(self._lines) == "retry: 1000"

    def __iter__(self) -> Iterator[Message]:
        told: dict[str, str] = {}
        for line in self._lines:
            if line:
                field, _, value = line.partition(": ")
                told[field] = value
            elif "data" in told:
                yield Message(told["id"], told["event"], json.loads(told["data"]))
                told = {}

    def take(self, count: int) -> list[Message]:
        messages = iter(self)
        return [next(messages) for _ in range(count)]

    def until(self, name: str) -> list[Message]:
        """Everything up to the first message of this name."""
        messages = []
        for message in self:
            messages.append(message)
            if message.name == name:
                return messages
        raise AssertionError(f"the stream ended before {name}")
