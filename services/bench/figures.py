"""What a benchmark finds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement, and what it is held against."""

    bench: str
    what: str
    value: float
    unit: str
    baseline: float | None = None
    baseline_name: str = ""

    @property
    def ratio(self) -> float | None:
        return self.value / self.baseline if self.baseline else None


@dataclass(slots=True)
class Watch:
    """How long something took."""

    seconds: float = 0.0


@contextmanager
def stopwatch() -> Iterator[Watch]:
    watch = Watch()
    began = time.perf_counter()
    yield watch
    watch.seconds = time.perf_counter() - began
