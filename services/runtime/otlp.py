"""Spans to an OpenTelemetry collector, by OTLP over HTTP. The one module that needs the library."""

import atexit
import socket
from importlib.metadata import version
from typing import Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, SpanKind, TraceFlags
from opentelemetry.trace.status import Status, StatusCode

from services.runtime.spans import Span, Taken
from services.settings import Settings

_TIMEOUT_SECONDS: Final = 3.0
"""A part that ends waits no longer for a collector that does not answer."""
_DELAY_MS: Final = 1000.0
_SAMPLED: Final = TraceFlags(TraceFlags.SAMPLED)
_BAD: Final = Status(StatusCode.ERROR)
_GOOD: Final = Status(StatusCode.UNSET)


def exporting(settings: Settings, part: str) -> Taken:
    """Batched in a thread of the library's; what the collector does not take is dropped."""
    address = f"{settings.otlp_endpoint.rstrip('/')}/v1/traces"
    sender = OTLPSpanExporter(endpoint=address, timeout=_TIMEOUT_SECONDS)
    batches = BatchSpanProcessor(sender, schedule_delay_millis=_DELAY_MS)
    atexit.register(batches.shutdown)
    resource = Resource(
        {
            "service.name": "pitledger",
            "service.namespace": settings.property,
            "service.version": version("pitledger"),
            "service.instance.id": socket.gethostname(),
            "pitledger.part": part,
        }
    )
    scope = InstrumentationScope("pitledger")
    return lambda span: batches.on_end(_as_the_library_has_it(span, resource, scope))


def _as_the_library_has_it(
    span: Span, resource: Resource, scope: InstrumentationScope
) -> ReadableSpan:
    return ReadableSpan(
        span.name,
        context=_context(span.trace_id, span.span_id),
        parent=None if span.parent_id is None else _context(span.trace_id, span.parent_id),
        resource=resource,
        attributes=dict(span.facts),
        links=[Link(_context(*one)) for one in span.links],
        kind=SpanKind.SERVER if span.is_entry else SpanKind.INTERNAL,
        status=_BAD if span.failed else _GOOD,
        start_time=span.began_ns,
        end_time=span.ended_ns,
        instrumentation_scope=scope,
    )


def _context(trace_id: str, span_id: str) -> SpanContext:
    return SpanContext(int(trace_id, 16), int(span_id, 16), is_remote=False, trace_flags=_SAMPLED)
