"""Running one part as a process: until it is told to end, or cannot go on."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, Protocol

import structlog

from services.roster import Heartbeat, Post, Roster

_log = structlog.get_logger("part")
UP: Final = "up"
"""What a supervised part says on standard output once it works or stands by."""
_SIGNALS: Final = frozenset({signal.SIGTERM, signal.SIGINT})
_END_WITHIN_SECONDS: Final = 20.0


class Part(Post, Protocol):
    """One of desk, api, ingest, relay and project."""

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        """Work until closing is set, finish what was taken, return the exit code."""


def heed_signals() -> threading.Event:
    """Set once SIGTERM or SIGINT came. A thread waits for them, so that nothing is interrupted."""
    closing = threading.Event()
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)

    def wait() -> None:
        signal.sigwait(_SIGNALS)
        closing.set()

    threading.Thread(target=wait, name="signals", daemon=True).start()
    return closing


def end_in_time(closing: threading.Event) -> None:
    """The last resort: a thread that hangs does not keep the process for ever."""

    def wait() -> None:
        closing.wait()
        threading.Event().wait(_END_WITHIN_SECONDS)
        _log.error("did not end in time; ending as it is", seconds=_END_WITHIN_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="end in time", daemon=True).start()


def hold_the_lifeline(closing: threading.Event) -> None:
    """Standard input ends when the supervisor does, however that came about: so do we."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        if not closing.is_set():
            _log.warning("the supervisor is gone; ending")
        closing.set()

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


def run_part(part: Part, roster: Roster, closing: threading.Event, *, supervised: bool) -> int:
    """Its exit code. While it runs it signs the roster."""

    heartbeat = Heartbeat(roster, part)

    def up() -> None:
        heartbeat.beat()
        _log.info("up", part=part.name)
        if supervised:
            print(UP, flush=True)  # noqa: T201  the supervisor reads it

    with ExitStack() as stack:
        heartbeat.start()
        stack.callback(heartbeat.close)
        code = part.run(closing, up)
    _log.info("ended", part=part.name, code=code)
    return code
