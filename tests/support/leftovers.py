"""What a test run leaves behind on the machine: it should be nothing."""

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.support.shared import is_of_another_run

_PLACES: Final = (Path(tempfile.gettempdir()), Path("/dev/shm"))
_OURS: Final = ("pitledger", "PostgreSQL.")
"""How the names of our files and folders begin there."""
_ENDS_WITHIN_SECONDS: Final = 10.0


def files() -> set[Path]:
    """Ours in the machine's folders for passing things; not pytest's own, which it keeps."""
    return {
        path
        for place in _PLACES
        if place.is_dir()
        for path in place.iterdir()
        if path.name.startswith(_OURS) and not is_of_another_run(path)
    }


def clear_shared_memory(before: set[Path]) -> set[Path]:
    """All of it that came since; what servers left that a test killed is removed."""
    mapped: set[str] = set()
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):
            mapped.update(maps.read_text().split())
    found = {path for path in files() - before if path.name.startswith("PostgreSQL.")}
    for path in found:
        if str(path) not in mapped:
            path.unlink(missing_ok=True)
    return found


def processes(mark: str) -> list[str]:
    """Those that were started with this in their environment and go on, each with what it is."""
    until = time.monotonic() + _ENDS_WITHIN_SECONDS
    while (found := _running(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    return found


def _running(mark: str) -> list[str]:
    if not Path("/proc/self/environ").exists():
        return []
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = mark.encode() in (entry / "environ").read_bytes().split(b"\0")
            told = (entry / "cmdline").read_text().replace("\0", " ").strip()
        except OSError:
            continue
        if is_ours and told and int(entry.name) != os.getpid():
            found.append(f"{entry.name} {told[:120]}")
    return found
