"""By what a request is found again in everybody's logs: its id, and the trace that it is part of.

Both are taken from whoever asks, W3C's `traceparent` and `X-Request-ID`, or made here. They decide
nothing and are in no event: anybody may claim any id, so they are held to their form and no more.
"""

import os
import re
from contextvars import ContextVar
from typing import Final

import msgspec

TRACEPARENT: Final = "traceparent"
REQUEST_ID: Final = "X-Request-ID"
_TRACEPARENT: Final = re.compile(
    r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})"
)
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}")
_TRACE_BYTES: Final = 16
_SPAN_BYTES: Final = 8


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
    given = None if traceparent is None else _TRACEPARENT.fullmatch(traceparent)
    made = os.urandom(_TRACE_BYTES + _SPAN_BYTES).hex()
    trace, span = made[: 2 * _TRACE_BYTES], made[2 * _TRACE_BYTES :]
    parent, sampled = None, True
    if given is not None:
        trace, parent, sampled = given[1], given[2], bool(int(given[3], 16) & 1)
    if request_id is None or not _REQUEST_ID.fullmatch(request_id):
        request_id = trace
    return Trail(request_id, trace, span, parent, sampled)


def current_trail() -> Trail | None:
    """Of the request that is being answered here, if it is one."""
    return _current.get()


def marks_of(trail: Trail | None) -> dict[str, str]:
    return {} if trail is None else trail.marks()


class following:  # noqa: N801  read as a word: with following(trail)
    """Log lines in here name it, and requests that are made in here carry it."""

    __slots__ = ("_before", "_trail")

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def __enter__(self) -> None:
        self._before = _current.set(self._trail)

    def __exit__(self, *_: object) -> None:
        _current.reset(self._before)
