"""The service under the soak: real processes, a disk of their own, and what is done to them."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from services.tools.bench.soak.staff import TokensFile

_DISK_MIB: Final = 2048
_OPENS_WITHIN_SECONDS: Final = 60


@contextmanager
def small_disk() -> Iterator[tuple[Path, bool]]:
    """A folder, and whether it is a disk of its own that can be filled."""
    folder = Path(tempfile.mkdtemp(prefix="pitledger-soak-"))
    folder.chmod(0o755)
    size = f"size={_DISK_MIB}m"
    mounted = (
        subprocess.run(  # noqa: S603
            ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)],  # noqa: S607
            check=False,
            capture_output=True,
        ).returncode
        == 0
    )
    try:
        yield folder, mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)  # noqa: S603, S607
        shutil.rmtree(folder, ignore_errors=True)


class Served:
    """`pitledger serve` on one port, with a clock that can be set and a disk that can be filled."""

    def __init__(self, folder: Path, bootstrap: str) -> None:
        self._data = folder / "data"
        self._ballast = folder / "ballast"
        self._clock = folder / "clock"
        self._log = folder / "serve.log"
        self.tokens = TokensFile(folder / "tokens.toml")
        self._environment = {
            **os.environ,
            "PITLEDGER_DATA": str(self._data),
            "PITLEDGER_KAFKA_BOOTSTRAP": bootstrap,
            "PITLEDGER_LOG": "json",
            "PITLEDGER_PORT": "0",
            "PITLEDGER_AUTH": "on",
            "PITLEDGER_TOKENS": self.tokens.path,
        }
        self.set_clock(0.0)
        self.url = ""

    @property
    def data(self) -> Path:
        return self._data

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  arguments of our own
                [sys.executable, "-m", "services.tools.clocked", "serve", self._clock],
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found is not None, f"the service did not open; see {self._log}"
        self.url = found[0]

    def stop(self) -> int:
        """Its exit code, after SIGTERM."""
        self._process.terminate()
        code = self._process.wait(_OPENS_WITHIN_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def parts(self) -> dict[str, int]:
        """Name and process id of every part that runs now."""
        return dict(parts_of(self._process.pid))

    def memory(self) -> dict[str, int]:
        """Bytes that each part holds now."""
        return {name: _resident(pid) for name, pid in self.parts().items()}

    def signal(self, part: str, which: signal.Signals) -> None:
        if pid := self.parts().get(part):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, which)

    def kill_database(self) -> None:
        """The embedded server's first process, as the out-of-memory killer would."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = (self._data / "postgres" / "postmaster.pid").read_text().splitlines()
            os.kill(int(lines[0]), signal.SIGKILL)

    def leases_lost(self) -> int:
        """By a process that was there and did not renew it in time."""
        return self._log.read_text(errors="replace").count('"the lease is lost"')

    def set_clock(self, ahead_seconds: float) -> None:
        """How far the desk's clock is ahead of the true one; replaced whole, never half written."""
        fresh = self._clock.with_suffix(".new")
        with contextlib.suppress(OSError):  # the disk may be full just now
            fresh.write_text(str(ahead_seconds))
            fresh.replace(self._clock)

    def fill_disk(self) -> None:
        with contextlib.suppress(OSError), self._ballast.open("wb") as ballast:
            while True:
                ballast.write(bytes(1 << 20))

    def free_disk(self) -> None:
        self._ballast.unlink(missing_ok=True)


def parts_of(supervisor: int) -> list[tuple[str, int]]:
    """Name and process id of every part that a supervisor runs now."""
    return [(name, pid) for pid in _children(supervisor) if (name := _part_of(pid))]


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _part_of(pid: int) -> str | None:
    try:
        told = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return None
    return told[told.index("--supervised") - 1] if "--supervised" in told else None
