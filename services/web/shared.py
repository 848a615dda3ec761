"""What many pages show at once is read once, and kept for a moment."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """However many ask, the reading is done by one of them, and not more often than said."""

    def __init__(self, read: Callable[[], T], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        self._kept: tuple[float, T] | None = None

    def get(self) -> T:
        with self._lock:
            if self._kept is None or time.monotonic() - self._kept[0] > self._seconds:
                self._kept = (time.monotonic(), self._read())
            return self._kept[1]
