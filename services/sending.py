"""Sending commands to a running service over HTTP, with patience."""

import http.client
import json
import time
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

_PATIENCE_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.2


class Refused(Exception):
    """The service refuses the command for good."""


class Unreachable(Exception):
    """Nobody answers, however patiently asked."""


class Sender:
    """One kept-alive connection. A command that carries its id may be sent again safely."""

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unreachable(f"{url!r} is no address such as http://127.0.0.1:8080")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self._connection = kind(parts.hostname, parts.port, timeout=30)
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
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
                events: list[dict[str, Any]] = json.loads(body)["events"]
                return events
            if status == http.client.SERVICE_UNAVAILABLE and time.monotonic() < until:
                time.sleep(_PAUSE_SECONDS)
                continue
            raise Refused(f"{command['command']} at {command['table']}: {body.decode()}")

    def _post(self, command: dict[str, Any]) -> tuple[int, bytes]:
        path = f"/v1/tables/{command['table']}/commands"
        self._connection.request("POST", path, json.dumps(command), self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()
