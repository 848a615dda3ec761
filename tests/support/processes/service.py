"""The service, or one part of it, as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from services.tools.bench.soak.served import parts_of
from tests.support import shared
from tests.support.processes import preloaded

Answer = TypeVar("Answer")


def promptly(ask: Callable[[], Answer], seconds: float) -> Answer:
    """An answer that came in time: a busy machine delays one, a broken promise delays them all."""
    for _ in range(3):
        began = time.monotonic()
        answer = ask()
        if time.monotonic() - began < seconds:
            return answer
    raise AssertionError(f"three times there was no answer within {seconds} seconds")


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


class Process:
    """`pitledger SOMETHING`, with its log in a file that a failing test shows."""

    _before: tuple[str, ...] = ()
    """What starts it, where that is not this process itself."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._arguments = arguments
        self._environment = {**os.environ, "PITLEDGER_LOG": "json", **environment}
        # Another build's packages lie there: those of the folder it is started in would go first.
        self._folder = environment.get("PYTHONPATH")

    def launch(self) -> None:
        how: dict[str, Any] = {
            "env": self._environment,
            "cwd": self._folder,
            "stdout": subprocess.PIPE,
        }
        if self._folder is None and not self._before:
            self.process = preloaded.start(self._arguments, **how)
            return
        command = [*self._before, sys.executable, "-m", preloaded.CLI, *self._arguments]
        self.process = subprocess.Popen(command, text=True, **how)

    def signal(self, which: signal.Signals) -> None:
        self.process.send_signal(which)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.gone()

    def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return self.gone()

    def gone(self) -> int:
        """Its exit code, once it has ended."""
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Service(Process):
    """`pitledger serve`, on one port throughout, however often it is started."""

    def __init__(self, data: Path, **environment: str) -> None:
        super().__init__("serve", PITLEDGER_DATA=str(data), **environment)
        self._port = "0"
        self.url = ""

    def start(self) -> None:
        """Returns once every part is up."""
        if self._folder is None and "PITLEDGER_DATABASE_URL" not in self._environment:
            shared.prepare(Path(self._environment["PITLEDGER_DATA"]))
        self._arguments = ("serve", "--port", self._port)
        self.launch()
        self.wait_until_open()

    def wait_until_open(self) -> None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", line)
        assert found, line
        self.url, self._port = found[0], found[1]

    def parts(self) -> dict[str, int]:
        """Name and process id of every part that runs now."""
        return preloaded.children_of(self.process.pid) or parts_of(self.process.pid)


@contextmanager
def served(data: Path, **environment: str) -> Iterator[Service]:
    service = Service(data, **environment)
    service.start()
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.stop()


@contextmanager
def running_part(*arguments: str, **environment: str) -> Iterator[Process]:
    part = Process(*arguments, **environment)
    part.launch()
    try:
        yield part
    finally:
        if part.process.poll() is None:
            part.stop()


def is_gone(pid: int) -> bool:
    """Ended, and not even a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True
