"""Many streams held by a process of its own, which reads and counts and does no more.

Its first line says who they are. It prints `ready`, begins the storm when another line comes in,
and tells what came of it when no more lines do. Whoever is refused or cut off comes back after a
second, as a browser does.
"""

import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, cast
from urllib.parse import urlsplit

import msgspec
import uvloop

from services.tools.bench.figures import own_cpu_seconds

_AT_ONCE_BEFORE: Final = 20
"""Viewers that come together before the storm."""
_BACK_AFTER_SECONDS: Final = 1.0
_SPARE_FILES: Final = 100


class Crowd(msgspec.Struct, frozen=True, kw_only=True):
    """How many streams of what; whether they watch before the storm, and so come again."""

    address: str
    path: str
    many: int
    watches_before: bool


class Outcome(msgspec.Struct, kw_only=True):
    """What became of a storm, from its beginning until the crowd was told to end."""

    seconds: float = 0.0
    begun: int = 0
    """Streams that were being served again."""
    begun_seconds: float | None = None
    """Until the last of them had its first message; None: some had none."""
    messages: int = 0
    bytes: int = 0
    refused: int = 0
    dropped: int = 0
    cpu_seconds: float = 0.0


class Storm:
    """The crowd as whoever measures sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def begin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("begin\n")
        self._process.stdin.flush()

    def end(self) -> Outcome:
        told, _ = self._process.communicate()
        return msgspec.json.decode(told, type=Outcome)


@contextmanager
def waiting_crowd(crowd: Crowd) -> Iterator[Storm]:
    """It stands ready."""
    with subprocess.Popen(
        [sys.executable, "-m", "services.tools.bench.crowd"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(crowd).decode() + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == "ready\n", "the crowd could not come"
            yield Storm(process)
        finally:
            process.terminate()


class _Stream(asyncio.Protocol):
    """One of the crowd."""

    def __init__(self, crowd: "_Running") -> None:
        self._crowd = crowd
        self._status = b""
        self._transport: asyncio.Transport | None = None
        self._has_begun = False
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._crowd.request)

    def data_received(self, data: bytes) -> None:
        self._status = self._status or data[9:12]
        messages = data.count(b"\nevent: ")
        self._crowd.outcome.bytes += len(data)
        self._crowd.outcome.messages += messages
        if messages and not self._has_begun:
            self._has_begun = True
            self._crowd.one_has_begun()
            if not self.begun.done():
                self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self not in self._crowd.streams:
            return
        self._crowd.streams.discard(self)
        if self._status == b"200":
            self._crowd.outcome.dropped += 1
        else:
            self._crowd.outcome.refused += 1
        self._crowd.comes_back()

    def hang_up(self) -> None:
        assert self._transport is not None
        self._transport.close()


class _Running:
    """The crowd in its own process."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        where = urlsplit(crowd.address)
        self._host, self._port = str(where.hostname), int(where.port or 0)
        self.request = f"GET {crowd.path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode()
        self.streams: set[_Stream] = set()
        self.outcome = Outcome()
        self._began = 0.0
        self._coming: set[asyncio.Task[_Stream]] = set()

    async def run(self) -> Outcome:
        if self._crowd.watches_before:
            for start in range(0, self._crowd.many, _AT_ONCE_BEFORE):
                few = range(start, min(start + _AT_ONCE_BEFORE, self._crowd.many))
                came = await asyncio.gather(*(self._come() for _ in few))
                await asyncio.gather(*(one.begun for one in came))
        print("ready", flush=True)  # noqa: T201  whoever started it reads
        await asyncio.to_thread(sys.stdin.readline)
        self._began, used = time.monotonic(), own_cpu_seconds()
        self._storm()
        await asyncio.to_thread(sys.stdin.readline)
        self.outcome.seconds = time.monotonic() - self._began
        self.outcome.cpu_seconds = own_cpu_seconds() - used
        return self.outcome

    def _storm(self) -> None:
        """All hang up, and all come at once."""
        self.outcome = Outcome()
        before, self.streams = self.streams, set()
        for one in before:
            one.hang_up()
        for _ in range(self._crowd.many):
            self._send_one()

    def one_has_begun(self) -> None:
        self.outcome.begun += 1
        if self.outcome.begun == self._crowd.many:
            self.outcome.begun_seconds = time.monotonic() - self._began

    def comes_back(self) -> None:
        asyncio.get_running_loop().call_later(_BACK_AFTER_SECONDS, self._send_one)

    def _send_one(self) -> None:
        coming = asyncio.create_task(self._come())
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _come(self) -> _Stream:
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: _Stream(self), self._host, self._port)
        self.streams.add(stream)
        return stream


def main() -> None:
    crowd = msgspec.json.decode(sys.stdin.readline(), type=Crowd)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * crowd.many + _SPARE_FILES, most), most))
    outcome = uvloop.run(_Running(crowd).run())
    print(msgspec.json.encode(outcome).decode())  # noqa: T201


if __name__ == "__main__":
    main()
