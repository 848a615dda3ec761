"""Whether a process of this machine is still there."""

import os
from pathlib import Path


def is_alive(pid: int) -> bool:
    """A zombie is not: it has ended, and only its parent has not noticed yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return _state(pid) != "Z"


def is_halted(pid: int) -> bool:
    """Stopped by a signal: there, but it does nothing."""
    return _state(pid) in {"T", "t"}


def _state(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[0]
