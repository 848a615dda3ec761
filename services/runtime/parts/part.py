"""Running one part as a process: until it is asked to end, or cannot go on."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, NoReturn, Protocol

import structlog

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.runtime.parts.schema_watch import SchemaWatch
from services.runtime.roster import Heartbeat, Post, Roster
from services.runtime.standard_streams import say
from services.store.database import Datastore
from services.tempo import seconds

_log = structlog.get_logger("part")
UP: Final = "up"
"""What a supervised part says on standard output once it works or stands by."""
OUTGROWN: Final = "outgrown"
"""And when a later build has changed the tables: none of this build is of use any more."""
_SIGNALS: Final = frozenset({signal.SIGTERM, signal.SIGINT})
_END_WITHIN_SECONDS: Final = 22.0
"""Sooner than the supervisor kills it. What was taken has been answered long before."""
_COLLECTING: Final = (10_000, 20, 20)
"""Almost all that a command makes is gone with its answer, before it is looked for."""
_SIGN_OFF_SECONDS: Final = seconds(2.0)


class Part(Post, Protocol):
    """What a process is: an api or a follow."""

    def posts(self) -> list[Post]:
        """What it does now, each for itself; the first stands for the process."""

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        """Work until closing is set, finish what was taken, return the exit code."""


def heed_signals(leave_seconds: float = 0.0) -> threading.Event:
    """Set once SIGTERM or SIGINT came. A thread waits for them, so that nothing is interrupted."""
    closing = threading.Event()
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)

    def wait() -> None:
        signal.sigwait(_SIGNALS)
        closing.set()
        _end_in_time(leave_seconds)

    threading.Thread(target=wait, name="signals", daemon=True).start()
    return closing


def hold_the_lifeline(closing: threading.Event, leave_seconds: float = 0.0) -> None:
    """Standard input ends when the supervisor does, however that came about: so do we."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        if not closing.is_set():
            _log.warning("the supervisor is gone; ending")
        closing.set()
        _end_in_time(leave_seconds)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


def _end_in_time(leave_seconds: float) -> NoReturn:
    """The last resort: something hangs, as in a database that does not answer, and nobody waits."""
    seconds = leave_seconds + _END_WITHIN_SECONDS
    threading.Event().wait(seconds)
    _log.error("did not end in time", seconds=seconds)
    os._exit(1)


def run_part(
    part: Part,
    roster: Roster,
    closing: threading.Event,
    *,
    datastore: Datastore,
    supervised: bool,
) -> int:
    """Its exit code. While it runs it signs the roster, and looks whether it still may."""

    heartbeat = Heartbeat(roster, part.posts)
    watch = SchemaWatch(datastore, closing)

    def up() -> None:
        # What is there by now stays: it need not be gone through again and again for what is not.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECTING)
        heartbeat.beat()
        _log.info("up", part=part.name)
        if supervised:
            say(UP)

    with ExitStack() as stack:
        heartbeat.start()
        stack.callback(heartbeat.ends_within, _SIGN_OFF_SECONDS)
        watch.start()
        stack.callback(watch.ends_within, _SIGN_OFF_SECONDS)
        code = part.run(closing, up)
    if watch.outgrown:
        code = UNUSABLE_DATABASE
        if supervised:
            say(OUTGROWN)
    _log.info("ended", part=part.name, code=code)
    return code
