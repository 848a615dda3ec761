"""`pitledger serve` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class Service:
    """On one port throughout, however often it is started."""

    def __init__(self, data: Path) -> None:
        self._environment = {**os.environ, "PITLEDGER_DATA": str(data), "PITLEDGER_LOG": "json"}
        self._port = "0"
        self.url = ""

    def start(self) -> None:
        """Returns once it is open."""
        self.launch()
        self.wait_until_open()

    def launch(self) -> None:
        """As a standby it may take its time to open."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "services.cli.main", "serve", "--port", self._port],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def wait_until_open(self) -> None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://127.0.0.1:(\d+)", line)
        assert found, line
        self.url, self._port = found[0], found[1]

    def signal(self, which: signal.Signals) -> None:
        self._process.send_signal(which)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.gone()

    def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return self.gone()

    def gone(self) -> int:
        """Its exit code, once it has ended."""
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code
