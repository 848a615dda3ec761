"""Connections to another process of the house: HTTP/1.1, one request after the other on each.

The general client looks at every connection it keeps for each request, which costs more than all
the rest of passing a command on.
"""

import asyncio
import socket
import time
from collections.abc import Mapping
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

import httptools

from services.tempo import seconds

_KEPT_SECONDS: Final = 20.0
"""Less than the other process keeps a connection that is not used."""
_CONNECT_SECONDS: Final = seconds(3.0)
_LOST_AFTER_MS: Final = 5000
"""What was sent and not even received by the other machine for so long is lost."""
_WATCHED: Final = {
    "TCP_NODELAY": 1,
    "TCP_KEEPIDLE": 3,
    "TCP_KEEPINTVL": 1,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": _LOST_AFTER_MS,
}
"""As far as the system knows them: a network that swallows everything is noticed in seconds."""


class Reply(NamedTuple):
    """What was answered; names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


class _Connection(asyncio.Protocol):
    """The parser calls what begins with `on_`."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Reply] | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._headers: dict[str, str] = {}
        self._body = bytearray()
        self.unused_since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the other side has hung up"))

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            self.connection_lost(ConnectionError(f"what was answered is not HTTP: {error}"))
            self.close()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        if self._answer is not None and not self._answer.done():
            status = self._parser.get_status_code()
            self._answer.set_result(Reply(status, self._headers, bytes(self._body)))

    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def is_good(self) -> bool:
        """For another request."""
        return self.is_open() and time.monotonic() - self.unused_since < _KEPT_SECONDS

    async def ask(self, request: bytes) -> Reply:
        assert self._transport is not None
        self._headers, self._body = {}, bytearray()
        self._parser = httptools.HttpResponseParser(self)
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class PrivateConnections:
    """To whichever process is asked; those that are not used just now are kept for a while."""

    def __init__(self) -> None:
        self._unused: dict[str, list[_Connection]] = {}

    async def ask(
        self, method: str, url: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Reply:
        """OSError where the connection cannot be made or is lost."""
        place = urlsplit(url)
        lines = [f"{method} {path} HTTP/1.1", f"host: {place.netloc}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"content-length: {len(body)}", "", ""]
        connection = await self._connection(url, place.hostname or "", place.port or 0)
        try:
            reply = await connection.ask("\r\n".join(lines).encode("latin-1") + body)
        except BaseException:
            connection.close()  # an answer that comes later is nobody's
            raise
        if connection.is_open() and reply.headers.get("connection", "").lower() != "close":
            connection.unused_since = time.monotonic()
            self._unused.setdefault(url, []).append(connection)
        else:
            connection.close()
        return reply

    async def _connection(self, url: str, host: str, port: int) -> _Connection:
        unused = self._unused.get(url, [])
        while unused:
            connection = unused.pop()
            if connection.is_good():
                return connection
            connection.close()
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(_CONNECT_SECONDS):
            transport, made = await loop.create_connection(_Connection, host, port)
        _watch(transport.get_extra_info("socket"))
        return made

    def close(self) -> None:
        for several in self._unused.values():
            for connection in several:
                connection.close()
        self._unused.clear()


def _watch(connected: socket.socket) -> None:
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _WATCHED.items():
        if hasattr(socket, name):
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
