"""Faults, one at a time, at random moments: each is over before the next begins."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from services.kafka.local import LocalKafka
from services.tools.bench.soak.served import Served

_BETWEEN_SECONDS: Final = (15.0, 30.0)
STOPPED_SECONDS: Final = 4.0
_DISK_FULL_SECONDS: Final = 5.0
_BROKER_AWAY_SECONDS: Final = 5.0
_CLOCK_SECONDS: Final = (-600.0, -30.0, 30.0, 240.0)
_PROCESSES: Final = ("api", "follow")


class Struck(NamedTuple):
    """Which fault, from when until when."""

    what: str
    began: float
    ended: float


class Faults(threading.Thread):
    """Strikes until it is told to stop."""

    def __init__(self, served: Served, seed: int, *, broker: LocalKafka | None, disk: bool) -> None:
        super().__init__(daemon=True)
        self._served = served
        self._broker = broker
        # S311: a soak must be repeatable; nothing here is a secret.
        self._luck = Random(f"{seed}/faults")  # noqa: S311
        self._stopping = threading.Event()
        self._kinds = dict(self._known(disk=disk))
        self.struck: list[Struck] = []

    def _known(self, *, disk: bool) -> Iterator[tuple[str, Callable[[], None]]]:
        for one in _PROCESSES:
            yield f"kill {one}", partial(self._served.signal, one, signal.SIGKILL)
            yield f"stop {one}", partial(self._halt, one)
        yield "kill database", self._served.kill_database
        yield "clock jumps", self._jump
        if disk:
            yield "disk full", self._fill
        if self._broker is not None:
            yield "broker away", self._bounce

    def run(self) -> None:
        """All kinds in a random order, then again."""
        while True:
            kinds = list(self._kinds)
            self._luck.shuffle(kinds)
            for kind in kinds:
                if self._stopping.wait(self._luck.uniform(*_BETWEEN_SECONDS)):
                    return
                began = time.monotonic()
                self._kinds[kind]()
                self.struck.append(Struck(kind, began, time.monotonic()))

    def stop(self) -> None:
        self._stopping.set()
        self.join()
        self._served.free_disk()
        self._served.set_clock(0.0)

    def _halt(self, part: str) -> None:
        self._served.signal(part, signal.SIGSTOP)
        self._stopping.wait(STOPPED_SECONDS)
        self._served.signal(part, signal.SIGCONT)

    def _jump(self) -> None:
        self._served.set_clock(self._luck.choice(_CLOCK_SECONDS))

    def _fill(self) -> None:
        self._served.fill_disk()
        self._stopping.wait(_DISK_FULL_SECONDS)
        self._served.free_disk()

    def _bounce(self) -> None:
        assert self._broker is not None
        self._broker.kill()
        self._stopping.wait(_BROKER_AWAY_SECONDS)
        self._broker.start()
