"""Probing: whether the desk can write, measured by a request that writes nothing."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from services.tempo import seconds

_KEPT_SECONDS: Final = seconds(1.0)
_WAIT_SECONDS: Final = 1.5
"""Less than readiness has for all of its checks."""


class Probing:
    """One probe at a time goes through the desk's queue, its epoch and a commit of nothing.

    Whoever asks within a second of it shares its answer.
    """

    def __init__(self, probe: "Callable[[], Future[Any]]") -> None:
        self._begin = probe
        self._lock = threading.Lock()
        self._asked_at = 0.0
        self._asked: Future[Any] | None = None

    def trouble(self) -> str | None:
        """What keeps the desk from writing, if anything does."""
        try:
            self._probe().result(_WAIT_SECONDS)
        except TimeoutError:
            return f"the desk has not answered for {time.monotonic() - self._asked_at:.1f} s"
        except Exception as error:  # noqa: BLE001  it is the answer
            return str(error) or repr(error)
        return None

    def _probe(self) -> "Future[Any]":
        with self._lock:
            old = time.monotonic() - self._asked_at > _KEPT_SECONDS
            if self._asked is None or (old and self._asked.done()):
                self._asked = None
                self._asked_at = time.monotonic()
                self._asked = self._begin()
            return self._asked
