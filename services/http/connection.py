"""One connection: each step has a time limit, and the connection ends where it takes longer.

The library's protocol waits for ever for the rest of a request, and for a client that does not
read its answer. Here every state has a timer: the head of a request, its body, the pause before
the next one, the answer that is not read.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from services.http.clients import client_name
from services.http.problems import Problem
from services.http.raw_answer import raw_answer
from services.http.server_config import DEVICE, ServerConfig
from services.runtime.metrics import HTTP_TURNED_AWAY

_LINGER_SECONDS: Final = 1.0
"""So long a client that is turned away has to read why, and one that came last to ask."""
_LOOK_SECONDS: Final = 0.05
"""Long enough that what has come in over a connection is read."""
_MOST_PIPELINED: Final = 100
_OF_A_BODY: Final = frozenset({b"content-length", b"transfer-encoding"})
_MOST_UNWANTED: Final = 4
"""Times the largest body: who sent a little too much reads why, and the connection goes on."""


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
        self._reading: asyncio.TimerHandle | None = None
        """Runs while a request is awaited or comes in."""
        self._writing: asyncio.TimerHandle | None = None
        """Runs while an answer is not read."""
        self._between = True
        """No request has begun, or the last one has come in whole."""
        self._in_body = False
        self._upgrades = False
        """The request asks for a connection that stays, and gets it."""
        self._head_bytes = 0
        """Of the request that comes in, as far as it is parsed."""
        self._pending_bytes = 0
        """Of its head, parsed or not."""
        self._begun = 0
        """Requests that one piece of data is part of."""
        self._unwanted_bytes = 0
        self._turned_away = False

    # What the transport reports

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._name = client_name(self.client[0] if self.client else None)
        problem = self._open.enter(self._name)
        if problem is not None:
            self._turn_away(problem)
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_reading_timer()
        self._stop_writing_timer()
        self._unset_keepalive_if_required()
        if self._name is not None:
            self._open.leave(self._name)
            self._name = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._turned_away or self.transport.is_closing():
            return
        # Also where the parser sees no request yet, as in blank lines before one.
        if self._between and self._reading is None:
            self._await_head()
        self._begun = 0 if self._between else 1
        super().data_received(data)
        self._count_head(len(data))

    def _count_head(self, count: int) -> None:
        """The parser keeps a header until it has all of it, however long that is."""
        if self._turned_away or self._between or self._in_body:
            return
        # Behind other requests in the same piece: how much of it is head is not known.
        self._pending_bytes += count if self._begun == 1 else 0
        if max(self._pending_bytes, self._head_bytes) > self._limits.head_bytes:
            self._give_up("head_bytes", self._too_long())

    def pause_writing(self) -> None:
        super().pause_writing()
        self._abort_unless_read()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self._turned_away and not self.transport.is_closing():
            self._stop_writing_timer()

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._between = self._upgrades = False
        self._begun += 1
        self._head_bytes = self._pending_bytes = 0
        if self._reading is None:
            self._await_head()

    def on_url(self, url: bytes) -> None:
        self._head_bytes += len(url)
        if self._head_bytes <= self._limits.head_bytes:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_bytes += len(name) + len(value)
        if self._head_bytes <= self._limits.head_bytes:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._turned_away:
            return
        self._stop_reading_timer()
        self._unwanted_bytes = 0
        if self._head_bytes > self._limits.head_bytes:
            self._give_up("head_bytes", self._too_long())
            return
        self._reading = self.loop.call_later(self._limits.body_seconds, self._body_is_late)
        self._upgrades = self._may_upgrade()
        super().on_headers_complete()
        self._in_body = True
        if self._shared.is_leaving:
            self.keep_no_longer()
        if len(self.pipeline) > _MOST_PIPELINED:
            self._give_up("pipeline", None)

    def on_body(self, body: bytes) -> None:
        if self._turned_away:
            return
        super().on_body(body)
        if self.cycle.response_complete:
            self._unwanted_bytes += len(body)
            if self._unwanted_bytes > _MOST_UNWANTED * self._limits.body_bytes:
                self._give_up("body_bytes", None)

    def on_message_complete(self) -> None:
        if self._turned_away:
            return
        self._stop_reading_timer()
        self._between, self._in_body = True, False
        super().on_message_complete()

    # What becomes of it where a device asks to stay

    def _should_upgrade_to_ws(self) -> bool:
        wanted = self._upgrades and not self._turned_away
        return wanted and super()._should_upgrade_to_ws()

    def _may_upgrade(self) -> bool:
        """At the one address for it, without a body, and not before all answers are read."""
        path, _, _ = self.url.partition(b"?")
        plain = self.parser.get_method() == b"GET" and not _OF_A_BODY & {n for n, _ in self.headers}
        at_rest = self.cycle is None or self.cycle.response_complete
        return path == DEVICE and plain and at_rest and self._writing is None

    def handle_websocket_upgrade(self) -> None:
        """It stays counted: whoever has it from here on takes it off the count."""
        self._stop_reading_timer()
        super().handle_websocket_upgrade()

    # What becomes of it where the service ends

    def keep_no_longer(self) -> None:
        """The client is told with the answer that it has to connect anew."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False

    def shutdown(self) -> None:
        """Who has just come, or asks just now, is still answered; else it is hung up."""
        seconds = _LOOK_SECONDS if self.cycle is not None else _LINGER_SECONDS
        self.loop.call_later(seconds, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if self._between and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    # What the answer does

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_unless_read()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._abort_unless_read()

    def send_400_response(self, msg: str) -> None:
        """What the parser does not understand."""
        self._give_up("bad-request", Problem("bad-request", msg))

    # Timers and their ends

    def _await_head(self) -> None:
        self._stop_reading_timer()
        self._reading = self.loop.call_later(self._limits.head_seconds, self._head_is_late)

    def _stop_reading_timer(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _stop_writing_timer(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _abort_unless_read(self) -> None:
        """From now on; a closed transport still keeps what its client has not read."""
        if self._writing is None:
            self._writing = self.loop.call_later(self._limits.write_seconds, self._not_read)

    def _not_read(self) -> None:
        HTTP_TURNED_AWAY.labels("write_seconds").inc()
        self.transport.abort()

    def _head_is_late(self) -> None:
        seconds = self._limits.head_seconds
        what = f"no whole request head came within {seconds:g} seconds"
        self._give_up("head_seconds", Problem("too-slow", what))

    def _body_is_late(self) -> None:
        seconds = self._limits.body_seconds
        what = f"the request's body did not come whole within {seconds:g} seconds"
        self._give_up("body_seconds", Problem("too-slow", what))

    def _too_long(self) -> Problem:
        most = self._limits.head_bytes
        return Problem("head-too-large", f"a request's line and headers have at most {most} bytes")

    def _give_up(self, limit: str, problem: Problem | None) -> None:
        """Answers why where that is still possible: not in the middle of another answer."""
        HTTP_TURNED_AWAY.labels(limit).inc()
        if problem is not None and self._may_answer():
            self._turn_away(problem)
            return
        self._turned_away = True
        self._stop_reading_timer()
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
        self._stop_reading_timer()
        if self.cycle is not None and not self.cycle.response_complete:
            # Whoever works at the request finds that its client is gone.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(raw_answer(problem))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._writing = self.loop.call_later(_LINGER_SECONDS, self.transport.abort)

    def _unsupported_upgrade_warning(self) -> None:
        """Who asks for another protocol is answered in this one; nothing to note."""
