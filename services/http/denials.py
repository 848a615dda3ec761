"""Denied attempts: each is counted by its reason and logged with who asked, and from where."""

import time
from collections.abc import Callable
from typing import Any, Final

import structlog
from starlette.types import Scope

from services.http.clients import client_name
from services.http.problems import Problem, shorten
from services.runtime.metrics import HTTP_DENIED

_log = structlog.get_logger("access")
_KINDS: Final = {
    "unauthorized": "unauthorized",
    "forbidden": "forbidden",
    "sign-in-failed": "sign_in",
    "too-many-attempts": "throttled",
}
"""Problems that deny something, and what they are counted as unless they say so themselves."""
_LINES_A_SECOND: Final = 20


class _Pace:
    """The log is no place for a flood: beyond so many lines a second the rest is only counted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._second = 0
        self._lines = 0
        self.unlogged = 0

    def permits(self) -> bool:
        second = int(self._clock())
        if second != self._second:
            self._second, self._lines = second, 0
        self._lines += 1
        if self._lines > _LINES_A_SECOND:
            self.unlogged += 1
            return False
        return True


_pace = _Pace()


def note_problem(scope: Scope, problem: Problem) -> None:
    """If it denies something; whatever was shown to prove who asks is never written down."""
    kind = _KINDS.get(problem.kind)
    # Whoever shows nothing at a page is not denied it, but led to where one signs in.
    first_visit = problem.why == "anonymous" and not scope["path"].startswith("/v1/")
    if kind is not None and not first_visit:
        note_denied(scope, problem.why or kind, problem.detail)


def client_of(scope: Scope) -> str:
    client = scope.get("client")
    return client_name(client[0] if client else None)


def note_denied(scope: Scope, why: str, detail: str) -> None:
    HTTP_DENIED.labels(why).inc()
    if not _pace.permits():
        return
    unlogged, _pace.unlogged = _pace.unlogged, 0
    more: dict[str, Any] = {"unlogged": unlogged} if unlogged else {}
    _log.warning(
        "denied",
        why=why,
        detail=shorten(detail),
        who=scope.get("pitledger.who"),
        client=client_of(scope),
        method=scope.get("method", "GET"),
        path=shorten(scope["path"]),
        **more,
    )
