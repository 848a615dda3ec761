"""The web server: it leaves before it ends, and whoever came is answered."""

import asyncio
import contextlib
import functools
import resource
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType
from typing import Any, Final, TypeAlias

import uvicorn
from fastapi import FastAPI

from services.http.connection import Connection, ServerConfig, Upgraded
from services.settings import Settings
from services.tempo import seconds

_FINISH_WITHIN_SECONDS: Final = round(seconds(12))
"""Longer than a request waits for a desk, so that whatever was taken is answered."""
_PING_SECONDS: Final = seconds(20.0)
"""How often a device that stays is asked whether it is there, and how long it has to answer."""
_OTHER_FILES: Final = 500
"""Beside the connections: the database, the desk, logs, and those just being turned away."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def _allow_files(wanted: int) -> None:
    """Every connection is an open file; the process may have as many as the limits allow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        most = wanted if hard == unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


Step: TypeAlias = Callable[[], Awaitable[None]]


async def _nothing() -> None:
    pass


class Server(uvicorn.Server):
    """Leaves before it ends: so long it says so and takes everything, but keeps no connection.

    Then it takes those that wait to be let in, closes its port, tells streams and devices to end,
    and answers what it has taken.
    """

    def __init__(
        self,
        app: FastAPI,
        on_start: Step = _nothing,
        on_leave: Step = _nothing,
        on_end: Step = _nothing,
    ) -> None:
        settings: Settings = app.state.settings
        shared = ServerConfig(
            app,
            settings,
            http=Connection,
            ws=Upgraded,
            ws_max_size=settings.body_bytes,
            ws_ping_interval=_PING_SECONDS,
            ws_ping_timeout=_PING_SECONDS,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="error",
            access_log=False,
            timeout_keep_alive=settings.idle_seconds,
            timeout_graceful_shutdown=_FINISH_WITHIN_SECONDS,
            proxy_headers=False,  # the app's own `Forwarded` reads them, and the host with them
            server_header=False,
            lifespan="on",
        )
        super().__init__(shared)
        self._shared = shared
        self._app = app
        self._on_start, self._on_leave, self._on_end = on_start, on_leave, on_end
        self._leave_seconds = settings.leave_seconds

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        _allow_files(self._app.state.settings.connections + _OTHER_FILES)
        await super().startup(sockets)
        await self._on_start()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike the library's, it does not raise the signal again: the desk is yet to drain."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in _SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> Any:
        self._app.state.leaving.set()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._shared.is_leaving = True
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection):
                connection.keep_no_longer()
        if not self.force_exit:
            await asyncio.gather(self._on_leave(), asyncio.sleep(self._leave_seconds))
        await self._let_in_the_last(sockets or [])
        self._app.state.closing.set()
        await super().shutdown(sockets)
        await self._on_end()

    async def _let_in_the_last(self, sockets: list[socket.socket]) -> None:
        """A connection that waits to be accepted is reset where the port is simply closed."""
        loop = asyncio.get_running_loop()
        protocol = functools.partial(
            Connection, self._shared, self.server_state, self.lifespan.state, loop
        )
        for taken in sockets:
            taken.setblocking(False)
            with contextlib.suppress(OSError):  # also where nobody is left
                while True:
                    came, _ = taken.accept()
                    came.setblocking(False)
                    await loop.connect_accepted_socket(protocol, came)

    def serve_until(self, closing: threading.Event, taken: socket.socket) -> None:
        """Answer until SIGTERM or SIGINT, or until closing is set."""
        threading.Thread(target=self._end_when, args=(closing,), daemon=True).start()
        with taken:
            self.run(sockets=[taken])

    def _end_when(self, closing: threading.Event) -> None:
        closing.wait()
        self.handle_exit(signal.SIGTERM, None)
