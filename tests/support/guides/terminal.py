"""A terminal of its own, in which a guide's blocks are typed one after the other."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from services.kafka.local import free_port
from tests.support.guides.page import Typed

ROOT: Final = Path(__file__).parents[3]
_PORT: Final = "8080"
"""As the pages say it: another test may have it, so the guide gets one of its own."""
_MARK: Final = "@@ block "
_MOST_SECONDS: Final = 540
_MOST_SECONDS_TO_END: Final = 60


class Outcome(NamedTuple):
    """What each block printed, and how the last one that ran ended."""

    code: int
    printed: list[str]


def typed_into_a_terminal(blocks: Sequence[Typed], folder: Path, programs: str = "") -> Outcome:
    """In one shell, in a folder beside which the project's examples lie.

    `programs` come first on its path.
    """
    (folder / "examples").symlink_to(ROOT / "examples")
    port = str(free_port())
    script = "set -euo pipefail\nexec 2>&1\n" + "".join(
        f"echo; echo '{_MARK}{number}'\n{block.commands}" for number, block in enumerate(blocks)
    )
    with (folder / "printed").open("w") as screen:
        shell = subprocess.Popen(
            ["bash", "-c", script.replace(_PORT, port)],
            cwd=folder,
            env=_surroundings(folder, port, programs),
            stdin=subprocess.DEVNULL,
            stdout=screen,
            start_new_session=True,
        )
        try:
            code = shell.wait(_MOST_SECONDS)
        finally:
            _end(shell)
    printed = (folder / "printed").read_text().replace(port, _PORT)
    return Outcome(code, [one.partition("\n")[2] for one in printed.split(f"\n{_MARK}")[1:]])


def _end(shell: subprocess.Popen[bytes]) -> None:
    """What a page started in the background ends with its terminal."""
    until = time.monotonic() + _MOST_SECONDS_TO_END
    with contextlib.suppress(ProcessLookupError):
        os.killpg(shell.pid, signal.SIGTERM)
        while time.monotonic() < until:
            shell.poll()
            os.killpg(shell.pid, 0)
            time.sleep(0.05)
        os.killpg(shell.pid, signal.SIGKILL)


def _surroundings(folder: Path, port: str, programs: str) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PITLEDGER_")}
    path = ":".join(filter(None, (programs, str(Path(sys.executable).parent), ours["PATH"])))
    # A person types more slowly than a test: what was told is sealed before the next line.
    told = {"PITLEDGER_PORT": port, "PITLEDGER_SEAL_SECONDS": "0.1"}
    return {**ours, **told, "PATH": path, "HOME": str(folder), "COLUMNS": "250"}
