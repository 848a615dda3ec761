"""A connection that stays: from here on it has lines instead of requests, with limits as well.

The library's protocol waits for ever for the rest of a message, and for a device that does not
read its answers; and where the service ends it hangs up in the middle of them.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from services.http.clients import client_name
from services.http.problems import Problem
from services.http.raw_answer import raw_answer
from services.http.server_config import ServerConfig
from services.runtime.metrics import HTTP_TURNED_AWAY

SERVICE_ENDS: Final = 1012
_POLICY: Final = 1008
_LINGER_SECONDS: Final = 1.0
"""So long a device has to answer that it hangs up too, where the service ends."""
_SILENT: Final = logging.getLogger("pitledger.upgraded")
_SILENT.setLevel(logging.CRITICAL + 1)
"""What a client sends wrong is told to the client; what fails here is logged by the app."""


class Upgraded(WebSocketsSansIOProtocol):
    """The library's, with limits. It is among the connections since it was one of HTTP."""

    def __init__(
        self,
        config: ServerConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = _SILENT
        self._limits = config.limits
        self._open = config.open_connections
        self._message: asyncio.TimerHandle | None = None
        """Runs while the rest of a message is awaited."""
        self._writing: asyncio.TimerHandle | None = None
        """Runs while answers are not read."""

    # What the transport reports

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_message_timer()
        self._stop_writing_timer()
        self._open.leave(client_name(self.client[0] if self.client else None))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.handshake_initiated:
            self._watch_message()
        else:
            self._turn_away()

    def _turn_away(self) -> None:
        """A head comes whole, or not at all: this one cannot be read as a handshake."""
        what = f"this asks for a connection that stays, but: {self.conn.handshake_exc}"
        self.transport.write(raw_answer(Problem("bad-request", what)))
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._pause_reading()
        self._abort_unless_read()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.transport.is_closing():
            return
        self._stop_writing_timer()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    def _pause_reading(self) -> None:
        """Who does not read is not read from: also a ping is answered."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    # What the app does

    async def send(self, message: Any) -> None:
        """Also a connection that this end has given up is gone for the app."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self._pause_reading()
        self._watch_message()
        return message

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Nothing is said any more: what was said is read soon, or never."""
        super().on_task_complete(task)
        self._abort_unless_read()

    def shutdown(self) -> None:
        """Tells the app to end: it reads no more, and hangs up when all it took is answered."""
        self.close_timeout = _LINGER_SECONDS
        if self.handshake_complete and not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": SERVICE_ENDS})
        else:
            super().shutdown()

    # Timers and their ends

    def _watch_message(self) -> None:
        """Its time runs while we read, from its first byte on, however slowly more of it comes."""
        begun = bool(self.conn.reader.buffer) or self.conn.current_size is not None
        if self.read_paused or not begun or self.transport.is_closing():
            self._stop_message_timer()
        elif self._message is None:
            self._message = self.loop.call_later(self._limits.body_seconds, self._message_is_late)

    def _message_is_late(self) -> None:
        HTTP_TURNED_AWAY.labels("body_seconds").inc()
        what = f"a message did not come whole within {self._limits.body_seconds:g} seconds"
        self.conn.fail(_POLICY, what)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self._abort_unless_read()

    def _stop_message_timer(self) -> None:
        if self._message is not None:
            self._message.cancel()
            self._message = None

    def _abort_unless_read(self) -> None:
        if self._writing is None and not self.disconnected:
            self._writing = self.loop.call_later(self._limits.write_seconds, self._not_read)

    def _stop_writing_timer(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _not_read(self) -> None:
        HTTP_TURNED_AWAY.labels("write_seconds").inc()
        self.transport.abort()
