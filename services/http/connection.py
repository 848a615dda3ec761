"""The limits of one connection, over HTTP and as a WebSocket, where the library has none.

`server.py` sets what the library has settings for: the pause between requests, the size of a
message, pings. A house without a proxy has nobody else for these attacks; beside each its test in
`tests/integration/http`, of `test_slow_clients.py` and for messages of `test_device_limits.py`:

- half a request, or a byte now and then: test_a_request_that_does_not_come_is_given_up
- a head without end: test_a_head_without_end_is_refused
- answers that are not read: test_an_answer_that_is_not_read_is_dropped
- thousands of requests in one piece: test_so_many_requests_in_one_piece_are_cut_off
- all connections taken by idle ones: test_one_client_cannot_take_all_the_room
- half a message, fragments without end: test_half_a_message_is_not_awaited_for_ever
- pings whose pongs are not read: test_pings_that_are_not_read_are_not_answered_for_ever, and
  test_pings_that_are_not_read_fill_no_memory
- a body that hides in an upgrade: test_an_upgrade_with_a_body_stays_http
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from services.http.answer_writer import AnswerWriter, last_answer
from services.http.clients import Connections, client_name
from services.http.problems import Problem
from services.runtime.metrics import HTTP_TURNED_AWAY
from services.settings import Settings

DEVICE: Final = b"/v1/device"
"""The address at which a connection may stay; at all others HTTP is spoken to the end."""
SERVICE_ENDS: Final = 1012
_POLICY: Final = 1008
_LINGER_SECONDS: Final = 1.0
"""So long a client has to read why it is turned away, and to hang up where the service ends."""
_LOOK_SECONDS: Final = 0.05
"""Long enough that what has come in over a connection is read."""
_MOST_PIPELINED: Final = 100
_OF_A_BODY: Final = frozenset({b"content-length", b"transfer-encoding"})
_SILENT: Final = logging.getLogger("pitledger.connection")
_SILENT.setLevel(logging.CRITICAL + 1)
"""What a client sends wrong is told to the client alone."""


class ServerConfig(uvicorn.Config):
    """What all connections of one web server share."""

    def __init__(self, app: ASGIApp, settings: Settings, **more: Any) -> None:
        self.limits = settings
        self.open_connections = Connections(settings)
        self.is_leaving = False
        """No connection is kept for a next request."""
        super().__init__(app, **more)


class _Timer:
    """Runs from `start` to `stop`; whoever is late is told so."""

    __slots__ = ("_handle", "_late", "_loop", "_seconds")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, late: Callable[[], None]
    ) -> None:
        self._loop, self._seconds, self._late = loop, seconds, late
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._handle is None:
            self._handle = self._loop.call_later(self._seconds, self._late)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    @property
    def runs(self) -> bool:
        return self._handle is not None


class Connection(HttpToolsProtocol):
    """The library's, with limits."""

    def __init__(
        self,
        config: ServerConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._shared = config
        self._limits = config.limits
        self._open = config.open_connections
        self._name: str | None = None
        self._head = _Timer(self.loop, config.limits.head_seconds, self._head_is_late)
        self._body = _Timer(self.loop, config.limits.body_seconds, self._body_is_late)
        self._unread = _Timer(self.loop, config.limits.write_seconds, self._not_read)
        self._between = True
        """No request has begun, or the last one has come in whole."""
        self._in_body = False
        self._upgrades = False
        """The request asks for a connection that stays, and gets it."""
        self._head_bytes = 0
        """Of a head that has not come in whole: the parser keeps what there is of it."""
        self._begun = 0
        """Requests that one piece of data is part of."""
        self._turned_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._answers = AnswerWriter(transport)
        self._name = client_name(self.client[0] if self.client else None)
        problem = self._open.enter(self._name)
        if problem is not None:
            self._turn_away(problem)
        else:
            self._head.start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_reading_timers()
        self._unread.stop()
        self._unset_keepalive_if_required()
        if self._name is not None:
            self._open.leave(self._name)
            self._name = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._turned_away or self.transport.is_closing():
            return
        # Also where the parser sees no request yet, as in blank lines before one.
        if self._between:
            self._head.start()
        self._begun = 0 if self._between else 1
        super().data_received(data)
        # Behind other requests in the same piece it is not known how much of that is its head.
        if not (self._turned_away or self._between or self._in_body) and self._begun == 1:
            self._head_bytes += len(data)
            self._is_too_long(self._head_bytes)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self._turned_away and not self.transport.is_closing():
            self._unread.stop()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._between = self._upgrades = False
        self._begun += 1
        self._head_bytes = 0
        self._head.start()

    def on_headers_complete(self) -> None:
        if self._turned_away:
            return
        self._head.stop()
        if self._is_too_long(len(self.url) + sum(len(n) + len(v) for n, v in self.headers)):
            return
        self._body.start()
        self._upgrades = self._may_upgrade()
        super().on_headers_complete()
        if self.cycle is not None:  # as where a connection is upgraded at once
            self.cycle.transport = self._answers
        self._in_body = True
        if self._shared.is_leaving:
            self.keep_no_longer()
        if len(self.pipeline) > _MOST_PIPELINED:
            self._give_up("pipeline", None)

    def on_body(self, body: bytes) -> None:
        if not self._turned_away:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._turned_away:
            return
        self._body.stop()
        self._between, self._in_body = True, False
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What the parser does not understand."""
        self._give_up("bad-request", Problem("bad-request", msg))

    def _unsupported_upgrade_warning(self) -> None:
        """Who asks for another protocol is answered in this one; nothing to note."""

    def _should_upgrade_to_ws(self) -> bool:
        return self._upgrades and not self._turned_away and super()._should_upgrade_to_ws()

    def _may_upgrade(self) -> bool:
        """At the one address for it, without a body, and not before all answers are read."""
        path, _, _ = self.url.partition(b"?")
        plain = self.parser.get_method() == b"GET" and not _OF_A_BODY & {n for n, _ in self.headers}
        at_rest = self.cycle is None or self.cycle.response_complete
        return path == DEVICE and plain and at_rest and not self._unread.runs

    def handle_websocket_upgrade(self) -> None:
        """It stays counted: whoever has it from here on takes it off the count."""
        self._stop_reading_timers()
        super().handle_websocket_upgrade()

    def keep_no_longer(self) -> None:
        """The client is told with the answer that it has to connect anew."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False

    def shutdown(self) -> None:
        """Who has just come, or asks just now, is still answered; else it is hung up."""
        self.loop.call_later(_LOOK_SECONDS if self.cycle else _LINGER_SECONDS, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if self._between and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    def on_response_complete(self) -> None:
        self._answers.finish()
        super().on_response_complete()
        if self.transport.is_closing():  # it still keeps what its client has not read
            self._unread.start()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._unread.start()

    def _stop_reading_timers(self) -> None:
        self._head.stop()
        self._body.stop()

    def _not_read(self) -> None:
        HTTP_TURNED_AWAY.labels("write_seconds").inc()
        self.transport.abort()

    def _head_is_late(self) -> None:
        what = f"no whole request head came within {self._limits.head_seconds:g} seconds"
        self._give_up("head_seconds", Problem("too-slow", what))

    def _body_is_late(self) -> None:
        what = f"the body did not come whole within {self._limits.body_seconds:g} seconds"
        self._give_up("body_seconds", Problem("too-slow", what))

    def _is_too_long(self, head_bytes: int) -> bool:
        """Then it is given up."""
        if head_bytes <= self._limits.head_bytes:
            return False
        what = f"a request's line and headers have at most {self._limits.head_bytes} bytes"
        self._give_up("head_bytes", Problem("head-too-large", what))
        return True

    def _give_up(self, limit: str, problem: Problem | None) -> None:
        """Answers why where that is still possible: not in the middle of another answer."""
        HTTP_TURNED_AWAY.labels(limit).inc()
        if problem is not None and self._may_answer():
            self._turn_away(problem)
            return
        self._turned_away = True
        self._stop_reading_timers()
        self.transport.abort()

    def _may_answer(self) -> bool:
        """Every earlier request is answered, and this one is not."""
        if self.pipeline:
            return False
        if self._in_body:
            return not self.cycle.response_started
        return self.cycle is None or self.cycle.response_complete

    def _turn_away(self, problem: Problem) -> None:
        """Answer, hang up, and let go soon after: what else comes in is not looked at."""
        self._turned_away = True
        self._stop_reading_timers()
        self._unread.stop()
        if self.cycle is not None and not self.cycle.response_complete:
            # Whoever works at the request finds that its client is gone.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(last_answer(problem))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._unread = _Timer(self.loop, _LINGER_SECONDS, self.transport.abort)
        self._unread.start()


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
        self._open = config.open_connections
        self._message_seconds = config.limits.body_seconds
        self._message = _Timer(self.loop, self._message_seconds, self._message_is_late)
        self._unread = _Timer(self.loop, config.limits.write_seconds, self._not_read)

    def connection_lost(self, exc: Exception | None) -> None:
        self._message.stop()
        self._unread.stop()
        self._open.leave(client_name(self.client[0] if self.client else None))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.handshake_initiated:
            self._watch_message()
            return
        # A head comes whole, or not at all: this one cannot be read as a handshake.
        what = f"this asks for a connection that stays, but: {self.conn.handshake_exc}"
        self.transport.write(last_answer(Problem("bad-request", what)))
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._pause_reading()
        self._unread.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.transport.is_closing():
            return
        self._unread.stop()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    def _pause_reading(self) -> None:
        """Who does not read is not read from: also a ping is answered."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

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
        if not self.disconnected:
            self._unread.start()

    def shutdown(self) -> None:
        """Tells the app to end: it reads no more, and hangs up when all it took is answered."""
        self.close_timeout = _LINGER_SECONDS
        if self.handshake_complete and not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": SERVICE_ENDS})
        else:
            super().shutdown()

    def _watch_message(self) -> None:
        """Its time runs while we read, from its first byte on, however slowly more of it comes."""
        begun = bool(self.conn.reader.buffer) or self.conn.current_size is not None
        if self.read_paused or not begun or self.transport.is_closing():
            self._message.stop()
        else:
            self._message.start()

    def _message_is_late(self) -> None:
        HTTP_TURNED_AWAY.labels("body_seconds").inc()
        what = f"a message did not come whole within {self._message_seconds:g} seconds"
        self.conn.fail(_POLICY, what)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self._unread.start()

    def _not_read(self) -> None:
        HTTP_TURNED_AWAY.labels("write_seconds").inc()
        self.transport.abort()
