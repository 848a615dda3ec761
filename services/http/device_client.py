"""A device's side of the connection that stays: keeps what is unanswered, resumes after a loss."""

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.parse import urlencode, urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from services.http.device_lines import MOST_UNANSWERED

_PATIENCE_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.2
_FOLLOWED: Final = 4001
_COME_BACK: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
_SCHEMES: Final = {"http": "ws", "https": "wss"}


class LineAnswer(NamedTuple):
    """What became of a line: its events, or the problem."""

    status: int
    events: list[dict[str, Any]]
    problem: dict[str, Any]


class Turned(Exception):
    """The service does not let this device in, or lets another take its place: no use in trying."""


@dataclass(slots=True)
class _Unanswered:
    text: str
    answer: "asyncio.Future[LineAnswer]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    until: float = field(default_factory=lambda: time.monotonic() + _PATIENCE_SECONDS)


class DeviceClient:
    """Lines go out in their order, after a loss all that are unanswered first.

    Whoever starts again where numbers were used before goes on with `first`.
    """

    def __init__(self, url: str, line: str, token: str | None = None, first: int = 1) -> None:
        parts = urlsplit(url)
        query = urlencode({"line": line})
        scheme = _SCHEMES.get(parts.scheme, parts.scheme)
        self._uri = urlunsplit((scheme, parts.netloc, "/v1/device", query, ""))
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._next = first
        self._unanswered: dict[int, _Unanswered] = {}
        self._room = asyncio.Semaphore(MOST_UNANSWERED)
        self._line: ClientConnection | None = None
        self._talking: asyncio.Task[None] | None = None
        self._later: set[asyncio.Task[None]] = set()
        self.connected = 0
        """How often, from the first time on."""

    async def __aenter__(self) -> Self:
        self._talking = asyncio.create_task(self._talk())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._talking is not None
        self._talking.cancel()
        with suppress(asyncio.CancelledError, Turned):
            await self._talking

    async def send(self, *commands: dict[str, Any]) -> LineAnswer:
        """One command, or several done as one; the answer, however often it takes to get it."""
        async with self._room:
            number, self._next = self._next, self._next + 1
            told = {"command": commands[0]} if len(commands) == 1 else {"commands": commands}
            one = _Unanswered(json.dumps({"number": number, **told}))
            self._unanswered[number] = one
            self._require_talk()
            if self._line is not None:
                await self._write(self._line, one)
            return await one.answer

    async def _write(self, line: ClientConnection, one: _Unanswered) -> None:
        """What a lost connection does not take goes out over the next one."""
        with suppress(ConnectionClosed):
            await line.send(one.text)

    def _require_talk(self) -> None:
        """It ends only where there is no use in trying again."""
        assert self._talking is not None, "it is used as a context"
        if self._talking.done():
            self._talking.result()

    async def _talk(self) -> None:
        since = time.monotonic()
        try:
            while True:
                try:
                    await self._talk_once()
                    since = time.monotonic()
                except InvalidStatus as error:
                    status = error.response.status_code
                    if status not in _COME_BACK or _is_over(since):
                        raise Turned(f"not let in: {bytes(error.response.body).decode()}") from None
                except (OSError, WebSocketException) as error:
                    if _is_over(since):
                        raise Turned(f"the service does not answer: {error!r}") from None
                await asyncio.sleep(_PAUSE_SECONDS)
        except Exception as error:
            for one in self._unanswered.values():
                if not one.answer.done():
                    one.answer.set_exception(error)
            raise

    async def _talk_once(self) -> None:
        """Over one connection, until it is lost."""
        async with connect(
            self._uri,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            proxy=None,
        ) as line:
            self.connected += 1
            await self._send_again(line)
            self._line = line
            try:
                async for text in line:
                    self._heed(line, json.loads(text))
            except ConnectionClosed:
                pass  # what is unanswered goes out over the next one
            finally:
                self._line = None
        if line.close_code == _FOLLOWED:
            raise Turned(str(line.close_reason))

    async def _send_again(self, line: ClientConnection) -> None:
        """All that is unanswered in its order, with what is added meanwhile."""
        sent = 0
        while left := [number for number in self._unanswered if number > sent]:
            sent = left[0]
            await self._write(line, self._unanswered[sent])

    def _heed(self, line: ClientConnection, told: dict[str, Any]) -> None:
        one = self._unanswered.get(told["number"])
        if one is None:
            return  # sent twice, and answered twice
        if told["status"] in _COME_BACK and time.monotonic() < one.until:
            later = asyncio.create_task(self._write_later(line, one))
            self._later.add(later)
            later.add_done_callback(self._later.discard)
            return
        del self._unanswered[told["number"]]
        if not one.answer.done():
            one.answer.set_result(
                LineAnswer(told["status"], told.get("events", []), told.get("problem", {}))
            )

    async def _write_later(self, line: ClientConnection, one: _Unanswered) -> None:
        """Over the same connection, if it is there still: over another one it went out again."""
        await asyncio.sleep(_PAUSE_SECONDS)
        await self._write(line, one)


def _is_over(since: float) -> bool:
    return time.monotonic() - since > _PATIENCE_SECONDS
