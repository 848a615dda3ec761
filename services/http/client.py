"""Sending commands to a running service over HTTP, with patience."""

import http.client
import json
import time
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote, urlsplit

_PATIENCE_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.2
_ANSWER_SECONDS: Final = 30.0
_MOST_TOLD: Final = 2000
_COME_BACK: Final = (http.client.SERVICE_UNAVAILABLE, http.client.TOO_MANY_REQUESTS)


class Refused(Exception):
    """The service refuses the command for good; the problem details say why."""

    def __init__(self, told: str, status: int, body: bytes) -> None:
        super().__init__(f"{told}: {body.decode(errors='replace')[:_MOST_TOLD]}")
        self.status = status
        self.problem = _object_in(body)

    @property
    def is_by_the_rules(self) -> bool:
        """Whether a paragraph or a control refuses it, and not its shape or its sender."""
        return self.status == http.client.CONFLICT and "rule" in self.problem


class Unreachable(Exception):
    """Nobody answers, however patiently asked."""


class Sender:
    """One kept-alive connection. A command that carries its id may be sent again safely."""

    def __init__(
        self, url: str, token: str | None = None, patience_seconds: float = _PATIENCE_SECONDS
    ) -> None:
        self._patience = patience_seconds
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
        table = command.get("table")
        path = (
            "/v1/commands" if table is None else f"/v1/tables/{quote(str(table), safe='')}/commands"
        )
        may_repeat = "command_id" in command
        status, body = self._ask("POST", path, json.dumps(command), may_repeat=may_repeat)
        if status == http.client.CREATED:
            return _events_in(body)
        raise Refused(f"{command.get('command')} at {table}", status, body)

    def proof(self, command: dict[str, Any]) -> str:
        """Whoever is signed in here signs this very command, which somebody else will send."""
        status, body = self._ask("POST", "/v1/proofs", json.dumps(command), may_repeat=True)
        if status != http.client.CREATED:
            raise Refused(str(command.get("command")), status, body)
        return str(_object_in(body).get("proof"))

    def get(self, path: str) -> bytes | None:
        """What is there; None: nothing. Raises Refused where it may not be seen."""
        status, body = self._ask("GET", path, None, may_repeat=True)
        if status == http.client.NOT_FOUND:
            return None
        if status != http.client.OK:
            raise Refused(path, status, body)
        return body

    def _ask(
        self, method: str, path: str, body: str | None, *, may_repeat: bool
    ) -> tuple[int, bytes]:
        until = time.monotonic() + self._patience
        while True:
            try:
                self._connection.request(method, path, body, self._headers)
                response = self._connection.getresponse()
                status, answer = response.status, response.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                if not may_repeat or time.monotonic() > until:
                    raise Unreachable(f"the service does not answer: {error!r}") from None
            else:
                if status not in _COME_BACK or time.monotonic() > until:
                    return status, answer
            time.sleep(_PAUSE_SECONDS)


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


def _object_in(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
