"""A connection to the service that is kept, and plain: what is measured is the other end."""

import asyncio
import json
import re
import struct
from typing import Any, Final, Self
from urllib.parse import urlsplit

_UPGRADE: Final = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: cGl0bGVkZ2VyIGJlbmNoLg==\r\n\r\n"
)
_TEXT_HEAD: Final = struct.Struct(">BBHI")
"""Of a message of up to 65,535 bytes; a mask of zero leaves it as it is."""
_LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Connection:
    """One request after the other."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self._writer: asyncio.StreamWriter | None = None
        self._reader: asyncio.StreamReader | None = None

    async def __aenter__(self) -> Self:
        await self._connected()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def post(self, table: str, command: dict[str, Any]) -> bytes:
        """A command to a table; the events it made."""
        body = json.dumps(command).encode()
        path = f"POST /v1/tables/{table}/commands HTTP/1.1\r\nContent-Length: {len(body)}"
        return await self._ask(path, body, b"HTTP/1.1 201")

    async def get(self, path: str) -> bytes:
        return await self._ask(f"GET {path} HTTP/1.1\r\nAccept: text/html", b"", b"HTTP/1.1 200")

    async def stream(self, path: str) -> asyncio.StreamReader:
        """What follows the answer's head."""
        reader, writer = await self._connected()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self._parts.netloc}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        return reader

    async def stay(self, line: str) -> None:
        """From here on there are lines instead of requests."""
        reader, writer = await self._connected()
        head = f"GET /v1/device?line={line} HTTP/1.1\r\nHost: {self._parts.netloc}\r\n{_UPGRADE}"
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer

    async def tell(self, number: int, command: dict[str, Any]) -> bytes:
        """A command as a line; the line that answers it."""
        reader, writer = await self._connected()
        line = json.dumps({"number": number, "command": command}).encode()
        writer.write(_TEXT_HEAD.pack(0x81, 0x80 | 126, len(line), 0) + line)
        while True:
            kind, length = await reader.readexactly(2)
            if length >= 126:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
            answer = await reader.readexactly(length)
            if kind == 0x81:
                assert answer.startswith(b'{"number":%d,"status":200,' % number), answer
                return answer
            # The service asks whether anybody is here.
            writer.write(bytes((0x8A, 0x80 | length, 0, 0, 0, 0)) + answer)

    async def _ask(self, head: str, body: bytes, wanted: bytes) -> bytes:
        reader, writer = await self._connected()
        writer.write(f"{head}\r\nHost: {self._parts.netloc}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(wanted), answer
        length = _LENGTH.search(answer)
        assert length is not None
        return await reader.readexactly(int(length[1]))

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            host, port = self._parts.hostname, self._parts.port
            self._reader, self._writer = await asyncio.open_connection(host, port)
        return self._reader, self._writer

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
