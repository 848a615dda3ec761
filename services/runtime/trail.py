"""By what a request is found again in everybody's logs: its id, and the trace that it is part of.

Both are taken from whoever asks, W3C's `traceparent` and `X-Request-ID`, or made here. They decide
nothing and are in no event: anybody may claim any id, so they are held to their form and no more.
"""

import os
import re
from contextvars import ContextVar, Token
from typing import Final

import msgspec
from opentelemetry.context import Context
from opentelemetry.trace import SpanContext, format_span_id, format_trace_id, get_current_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

TRACEPARENT: Final = "traceparent"
REQUEST_ID: Final = "X-Request-ID"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}")
_MOST_CHARACTERS: Final = 512
"""Of a traceparent. The library logs a line for a longer one, and anybody may send it."""
_TRACE_BYTES: Final = 16
_SPAN_BYTES: Final = 8
_W3C: Final = TraceContextTextMapPropagator()


class Trail(msgspec.Struct, frozen=True, array_like=True):
    """One request on its way through the service."""

    request_id: str
    trace_id: str
    span_id: str
    """Of what the service does for it; `parent_id` is that of whoever asked."""
    parent_id: str | None = None
    sampled: bool = True

    @property
    def traceparent(self) -> str:
        """For whoever comes next in the trace."""
        return f"00-{self.trace_id}-{self.span_id}-{'01' if self.sampled else '00'}"

    def marks(self) -> dict[str, str]:
        """What a log line says of it."""
        return {"request_id": self.request_id, "trace_id": self.trace_id}


_current: Final[ContextVar[Trail | None]] = ContextVar("trail", default=None)


def take_trail(traceparent: str | None, request_id: str | None) -> Trail:
    """What was sent, where it has the form; a request without an id is called by its trace."""
    made = os.urandom(_SPAN_BYTES + _TRACE_BYTES).hex()
    span, trace, parent, sampled = made[: 2 * _SPAN_BYTES], made[2 * _SPAN_BYTES :], None, True
    given = None if traceparent is None else _read(traceparent)
    if given is not None and given.is_valid:
        trace, parent = format_trace_id(given.trace_id), format_span_id(given.span_id)
        sampled = given.trace_flags.sampled
    if request_id is None or not _REQUEST_ID.fullmatch(request_id):
        request_id = trace
    return Trail(request_id, trace, span, parent, sampled)


def _read(traceparent: str) -> SpanContext:
    """An invalid one where it has not the form."""
    sent = {TRACEPARENT: traceparent} if len(traceparent) <= _MOST_CHARACTERS else {}
    return get_current_span(_W3C.extract(sent, Context())).get_span_context()


def current_trail() -> Trail | None:
    """Of the request that is being answered here, if it is one."""
    return _current.get()


def marks_of(trail: Trail | None) -> dict[str, str]:
    return {} if trail is None else trail.marks()


class _Following:
    """Between its beginning and its end the trail is the current one."""

    __slots__ = ("_before", "_trail")

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def __enter__(self) -> None:
        self._before: Token[Trail | None] = _current.set(self._trail)

    def __exit__(self, *_: object) -> None:
        _current.reset(self._before)


def following(trail: Trail) -> _Following:
    """Log lines in here name it, and what goes to a desk from here carries it."""
    return _Following(trail)
