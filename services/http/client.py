"""Sending commands to a running service over HTTP, with patience."""

import http.client
import json
import time
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

_PATIENCE_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.2
_ANSWER_SECONDS: Final = 30.0
_MOST_TOLD: Final = 2000
_COME_BACK: Final = (http.client.SERVICE_UNAVAILABLE, http.client.TOO_MANY_REQUESTS)


class Refused(Exception):
    """The service refuses the command for good."""


class Unreachable(Exception):
    """Nobody answers, however patiently asked."""


class Sender:
    """One kept-alive connection. A command that carries its id may be sent again safely."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._connection = _connection_to(url)
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            if not (token.isascii() and token.isprintable()):
                raise Unreachable("the token is not one that a header can carry")
            self._headers["Authorization"] = f"Bearer {token}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def send(self, command: dict[str, Any]) -> list[dict[str, Any]]:
        """The events of an accepted command; waits out a busy desk and a restart."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                status, body = self._post(command)
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                if "command_id" not in command or time.monotonic() > until:
                    raise Unreachable(f"the service does not answer: {error!r}") from None
                time.sleep(_PAUSE_SECONDS)
                continue
            if status == http.client.CREATED:
                return _events_in(body)
            if status in _COME_BACK and time.monotonic() < until:
                time.sleep(_PAUSE_SECONDS)
                continue
            told = body.decode(errors="replace")[:_MOST_TOLD]
            raise Refused(f"{command['command']} at {command['table']}: {told}")

    def _post(self, command: dict[str, Any]) -> tuple[int, bytes]:
        path = f"/v1/tables/{command['table']}/commands"
        self._connection.request("POST", path, json.dumps(command), self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()


def _connection_to(url: str) -> http.client.HTTPConnection:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Unreachable(f"{url!r} is no address: {error}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise Unreachable(f"{url!r} is no address such as http://127.0.0.1:8080")
    secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    return kind(host, port, timeout=_ANSWER_SECONDS)


def _events_in(body: bytes) -> list[dict[str, Any]]:
    try:
        events: list[dict[str, Any]] = json.loads(body)["events"]
    except (ValueError, KeyError, TypeError):
        raise Unreachable("what answers there is not Pitledger") from None
    return events
