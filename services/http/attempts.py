"""Guessing tokens is slow: who showed too many wrong ones has to wait."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog
from starlette.requests import HTTPConnection

from services.http.clients import client_name
from services.http.problems import Problem
from services.settings import Settings

_log = structlog.get_logger("access")
_MOST_CLIENTS: Final = 10_000
"""Whose failures are remembered; beyond that the one that failed first is forgotten."""


@dataclass(slots=True)
class _Failures:
    since: float
    count: int = 0


class Attempts:
    """Failed authentications of each client, within a window of time from the first one on."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = settings.token_failures
        self._seconds = settings.token_failures_seconds
        self._clock = clock
        self._failures: dict[str, _Failures] = {}

    def require_few(self, request: HTTPConnection) -> None:
        """Before a token is looked at, so that a flood of them costs next to nothing."""
        client = _client_of(request)
        failed = self._recent(client)
        if failed is None or failed.count < self._most:
            return
        left = failed.since + self._seconds - self._clock()
        problem = Problem(
            "too-many-attempts",
            f"{failed.count} wrong tokens came from {client}; come back in {left:.0f} seconds",
        )
        problem.headers["Retry-After"] = str(max(1, math.ceil(left)))
        raise problem

    def failed(self, request: HTTPConnection) -> None:
        """A token was shown, and is not known."""
        client = _client_of(request)
        failed = self._recent(client)
        if failed is None:
            if len(self._failures) >= _MOST_CLIENTS:
                del self._failures[next(iter(self._failures))]
            failed = self._failures[client] = _Failures(self._clock())
        failed.count += 1
        if failed.count == self._most:
            _log.warning("too many wrong tokens", client=client, count=failed.count)

    def _recent(self, client: str) -> _Failures | None:
        failed = self._failures.get(client)
        if failed is not None and self._clock() - failed.since >= self._seconds:
            del self._failures[client]
            return None
        return failed


def _client_of(request: HTTPConnection) -> str:
    return client_name(request.client.host if request.client else None)
