"""The part that seals, as a process."""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Final

from services.bootstrap import Storage, make_sealer

_NICENESS: Final = 10


def give_way() -> None:
    """Where processors are scarce, whoever answers tables goes first: the log does not run away."""
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)


class SealPart:
    """One at a time holds the lease; another stands by."""

    name: Final = "seal"

    def __init__(self, storage: Storage) -> None:
        self._sealer = make_sealer(storage)

    def duties(self) -> list[str]:
        return self._sealer.duties()

    def trouble(self) -> str | None:
        return self._sealer.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        give_way()
        self._sealer.start()
        up()
        closing.wait()
        self._sealer.close()
        return 0
