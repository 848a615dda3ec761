"""Around every request: its ids, its time, and an answer where something failed unforeseen."""

import time
from typing import Final

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.http.headers import headers_of
from services.http.problems import Problem, problem_response
from services.runtime.logs import logs_debug
from services.runtime.metrics import http_seconds
from services.runtime.spans import Span, is_tracing, record
from services.runtime.trail import REQUEST_ID, TRACEPARENT, Trail, following, take_trail

_log = structlog.get_logger("http")
_FAILED: Final = 500
_METHODS: Final = frozenset(
    {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}
)
_OTHER: Final = "_OTHER"
"""As OpenTelemetry calls all the rest."""
_REQUEST_ID: Final = REQUEST_ID.lower()
_REQUEST_ID_NAME: Final = _REQUEST_ID.encode()
_TRACEPARENT_NAME: Final = TRACEPARENT.encode()


class Watching:
    """Plain ASGI, because streams pass through here too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope)
        trail = take_trail(headers.get(TRACEPARENT), headers.get(_REQUEST_ID))
        with following(trail):
            if scope["type"] == "http":
                await self._watch(trail, scope, receive, send)
            else:  # all that comes over a connection that stays is of its trace
                await self._app(scope, receive, send)

    async def _watch(self, trail: Trail, scope: Scope, receive: Receive, send: Send) -> None:
        began, began_ns = time.perf_counter(), time.time_ns()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                took = time.perf_counter() - began
                http_seconds(_method(scope), _route(scope), status).observe(took)
                if logs_debug():
                    _log.debug("answered", method=_method(scope), path=scope["path"], status=status)
                message["headers"] = [*message["headers"], *ids_of(trail)]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except ClientDisconnect:
            return  # nobody is left to answer
        except Exception as error:  # noqa: BLE001  logged in full, answered in one line
            _log.error("request failed", path=scope["path"], exc_info=error)
            if status == 0:
                answer = problem_response(Problem("internal", "the failure was logged"))
                await answer(scope, receive, watched)
        finally:
            if trail.sampled and is_tracing():
                record(_span(trail, scope, status, began_ns))


def ids_of(trail: Trail) -> list[tuple[bytes, bytes]]:
    """So that whoever asked can name it, also where the ids were made here."""
    return [
        (_REQUEST_ID_NAME, trail.request_id.encode()),
        (_TRACEPARENT_NAME, trail.traceparent.encode()),
    ]


def _span(trail: Trail, scope: Scope, status: int, began_ns: int) -> Span:
    return Span(
        f"{_method(scope)} {_route(scope)}",
        trail.trace_id,
        trail.span_id,
        trail.parent_id,
        began_ns,
        time.time_ns(),
        {
            "http.request.method": _method(scope),
            "http.route": _route(scope),
            "http.response.status_code": status,
            "pitledger.request_id": trail.request_id,
        },
        is_entry=True,
        failed=status >= _FAILED,
    )


def _method(scope: Scope) -> str:
    """One that HTTP has: a client may make up as many others as it likes."""
    return scope["method"] if scope["method"] in _METHODS else _OTHER


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", "none"))
