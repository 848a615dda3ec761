"""A batch of the desk as spans: one trace, linked to those of all requests that were in it."""

from collections.abc import Sequence
from typing import NamedTuple

from services.desk.request import Request
from services.runtime.spans import Span, is_tracing, links_of, new_id, new_trace_id, record


class Times(NamedTuple):
    """From when to when, in nanoseconds since 1970."""

    began: int
    ended: int


def record_batch(requests: Sequence[Request], deciding: Times, committing: Times) -> None:
    """Where somebody's request is recorded: a desk at rest, asked how it is, would fill a disk."""
    links = links_of(request.context.trail for request in requests) if is_tracing() else ()
    if not links:
        return
    trace, batch = new_trace_id(), new_id()
    facts = {"pitledger.requests": len(requests)}
    record(Span("desk batch", trace, batch, None, deciding.began, committing.ended, facts, links))
    for name, times in (("decide", deciding), ("commit", committing)):
        record(Span(f"desk {name}", trace, new_id(), batch, *times, facts))
