"""The honest floor: every table sends its own play, each command until it is answered."""

import threading
import time
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, NamedTuple

from services.http.client import Sender
from services.tools.bench.soak.staff import HONEST
from services.tools.simulator import Floor, Told

TABLES: Final = 20
_ROUNDS_A_MINUTE: Final = 20
_LEFT_TO_THE_DESK: Final = ("at", "actor")
"""Times of the simulated evening, and its people: one signs in for the whole floor."""


class Waited(NamedTuple):
    """When a command was sent for the first time, and how long until it was acknowledged."""

    began: float
    seconds: float


class HonestFloor:
    """A thread a table, spread over so many seconds."""

    def __init__(self, seed: int, seconds: float) -> None:
        rounds = max(2, int(seconds * _ROUNDS_A_MINUTE / 60))
        floor = Floor(tables=2 * TABLES, rounds=rounds, seed=seed, start=datetime.now(UTC))
        plays = ((table, list(floor.commands(table))) for table in floor.names())
        alone = ((table, commands) for table, commands in plays if _needs_one_person(commands))
        self._commands = dict(islice(alone, TABLES))
        self._seconds = seconds
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self.waited: list[Waited] = []
        self.acknowledged: list[dict[str, Any]] = []
        self.failures: list[str] = []

    def start(self, url: str) -> None:
        self._threads = [
            threading.Thread(target=self._play, args=(url, commands), daemon=True)
            for commands in self._commands.values()
        ]
        for thread in self._threads:
            thread.start()

    @property
    def tables(self) -> list[str]:
        return list(self._commands)

    def is_playing(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def finish(self) -> None:
        for thread in self._threads:
            thread.join()

    def _play(self, url: str, commands: list[Told]) -> None:
        began = time.monotonic()
        try:
            with Sender(url, HONEST) as sender:
                for number, command in enumerate(commands):
                    due = began + self._seconds * number / len(commands)
                    time.sleep(max(0.0, due - time.monotonic()))
                    self._send(sender, command)
        except Exception as error:  # noqa: BLE001  it is what the soak finds
            self.failures.append(str(error) or repr(error))

    def _send(self, sender: Sender, command: Told) -> None:
        told = {name: value for name, value in command.items() if name not in _LEFT_TO_THE_DESK}
        began = time.monotonic()
        self.acknowledged += sender.send(told)
        self.waited.append(Waited(began, time.monotonic() - began))


def _needs_one_person(commands: list[Told]) -> bool:
    """Under full controls nobody plays a table alone."""
    return bool(commands[0]["submission"].get("controls") != "full")


def percentile_ms(waited: list[Waited], percent: int) -> float:
    seconds = sorted(one.seconds for one in waited)
    return seconds[min(len(seconds) * percent // 100, len(seconds) - 1)] * 1000
