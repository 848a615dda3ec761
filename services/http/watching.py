"""Around every request: measures its time, and answers where something failed unforeseen."""

import time

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.http.problems import Problem, problem_response
from services.runtime.metrics import http_seconds

_log = structlog.get_logger("http")


class Watching:
    """Plain ASGI, because streams pass through here too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                took = time.perf_counter() - began
                http_seconds(scope["method"], _route(scope), status).observe(took)
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


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", "none"))
