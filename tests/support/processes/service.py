"""The service, or one part of it, as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from services.kafka.local import free_port
from services.tools.bench.soak.served import parts_of
from tests.support import shared
from tests.support.processes import preloaded
from tests.support.processes.waiting import is_gone, wait_for


class Process:
    """`pitledger SOMETHING`, with its log in a file that a failing test shows."""

    _before: tuple[str, ...] = ()
    """What starts it, where that is not this process itself."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._arguments = arguments
        self._environment = {**os.environ, "PITLEDGER_LOG": "json", **environment}
        # Another build's packages lie there: those of the folder it is started in would go first.
        self._folder = environment.get("PYTHONPATH")
        self._files: dict[str, Any] = {"stdout": subprocess.PIPE}

    def launch(self) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [*self._before, sys.executable, "-m", preloaded.CLI, *self._arguments],
            env=self._environment,
            cwd=self._folder,
            text=True,
            **self._files,
        )

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
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


class Service(Process):
    """`pitledger serve`, on one port throughout, however often it is started."""

    def __init__(self, data: Path, **environment: str) -> None:
        self._port = str(free_port())
        super().__init__("serve", "--port", self._port, PITLEDGER_DATA=str(data), **environment)
        self.url = ""

    def launch(self) -> None:
        if self._folder is None and "PITLEDGER_DATABASE_URL" not in self._environment:
            shared.prepare(Path(self._environment["PITLEDGER_DATA"]))
        super().launch()

    def start(self) -> None:
        """Returns once every part is up."""
        self.launch()
        self.wait_until_open()

    def wait_until_open(self) -> None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        assert found, line
        self.url = found[0]

    def kill(self) -> None:
        """The supervisor; its parts see that and end. Then the port is free again."""
        parts = self.processes()
        super().kill()
        wait_for(lambda: all(is_gone(pid) for _, pid in parts))

    def parts(self) -> dict[str, int]:
        """Name and process id of every part that runs now."""
        return dict(self.processes())

    def processes(self) -> list[tuple[str, int]]:
        """The same, also where a part has several."""
        return parts_of(self.process.pid)


@contextmanager
def running_part(*arguments: str, **environment: str) -> Iterator[Process]:
    part = Process(*arguments, **environment)
    part.launch()
    with ending(part):
        yield part


@contextmanager
def ending(one: Process) -> Iterator[None]:
    """It ends with the block, however that ends; what does not end in time is killed."""
    try:
        yield
    finally:
        if one.process.poll() is None:
            try:
                one.stop()
            except subprocess.TimeoutExpired:
                for pid in (*dict(parts_of(one.process.pid)).values(), one.process.pid):
                    os.kill(pid, signal.SIGKILL)
                one.gone()
                raise


def end_process(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(30)
    finally:
        process.kill()
        process.wait()


@contextmanager
def served(data: Path, **environment: str) -> Iterator[Service]:
    service = Service(data, **environment)
    service.launch()
    with ending(service):
        service.wait_until_open()
        yield service
