"""The embedded server's processes, to be killed and halted."""

import os
import signal
from pathlib import Path

from tests.support.processes.waiting import is_gone, wait_for


def postmaster(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def family(pid: int) -> list[int]:
    """A process and its children; the server's children have none."""
    return [pid, *_children(pid)]


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    return found


def signal_all(pids: list[int], which: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, which)
        except ProcessLookupError:
            continue


def kill_family(first: int) -> None:
    """Returns once none of them is left, be they stopped or not."""
    signal_all([first], signal.SIGSTOP)  # it makes no more
    everybody = family(first)  # before it dies: its children have another parent then
    segments = set().union(*map(_shared_memory, everybody))
    signal_all(everybody, signal.SIGKILL)
    wait_for(lambda: all(map(is_gone, everybody)))
    for segment in segments:
        segment.unlink(missing_ok=True)


def _shared_memory(pid: int) -> set[Path]:
    """A server that is killed leaves it behind on the machine, until it is started again."""
    try:
        mapped = Path(f"/proc/{pid}/maps").read_text().split()
    except OSError:
        return set()
    return {Path(one) for one in mapped if one.startswith("/dev/shm/PostgreSQL.")}


def kill_servers(folder: Path) -> None:
    """Every server whose files lie below, however the test has ended."""
    for file in folder.rglob("postmaster.pid"):
        try:
            first = int(file.read_text().split()[0])
            is_server = "postgres" in Path(f"/proc/{first}/cmdline").read_text()
        except (OSError, ValueError, IndexError):
            continue
        if is_server:
            kill_family(first)
