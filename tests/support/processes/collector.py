"""A collector of traces: takes OTLP over HTTP, and keeps every span."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class Seen(NamedTuple):
    """A span as it came over the wire."""

    part: str
    name: str
    trace: str
    span: str
    parent: str
    facts: dict[str, str | int]
    links: list[tuple[str, str]]
    took_ns: int


class Collector:
    """Where it listens, and what it has taken."""

    def __init__(self) -> None:
        self.spans: list[Seen] = []
        self.url = ""

    def take(self, body: bytes) -> None:
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            told = {one.key: one.value.string_value for one in resource.resource.attributes}
            assert told["service.name"] == "pitledger"
            for scope in resource.scope_spans:
                for span in scope.spans:
                    facts = {
                        one.key: one.value.string_value or one.value.int_value
                        for one in span.attributes
                    }
                    links = [(one.trace_id.hex(), one.span_id.hex()) for one in span.links]
                    ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                    took = span.end_time_unix_nano - span.start_time_unix_nano
                    self.spans.append(
                        Seen(told["pitledger.part"], span.name, *ids, facts, links, took)
                    )

    def named(self, name: str) -> list[Seen]:
        return [one for one in self.spans if one.name == name]


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            packed = self.headers.get("content-encoding") == "gzip"
            assert self.path == "/v1/traces"
            assert self.headers["content-type"] == "application/x-protobuf"
            collector.take(gzip.decompress(body) if packed else body)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(ExportTraceServiceResponse().SerializeToString())

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    collector.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
