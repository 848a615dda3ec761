"""Waiting for what is to happen, with a limit."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

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


def is_gone(pid: int) -> bool:
    """Ended, and not even a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True
