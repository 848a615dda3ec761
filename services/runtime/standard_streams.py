"""Standard streams that never stop a process: what cannot be written is dropped and counted."""

import contextlib
import io
import json
import logging
import os
import select
import stat
import sys
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_STANDARD_ERROR: Final = 2
_PATIENCE_SECONDS: Final = 1.0
"""How long a line waits for a slow reader; while lines are being lost none waits."""
_RETRY_SECONDS: Final = 1.0


class LogSink(io.RawIOBase):
    """Standard error. A write never raises and never waits long; lost lines are reported later."""

    def __init__(self) -> None:
        self.form = "text"
        self._lock = threading.RLock()
        self._lost = 0
        self._why = ""
        self._is_retrying = False
        is_file = stat.S_ISREG(os.fstat(_STANDARD_ERROR).st_mode)
        # A pipe that is ready takes so much without blocking; a file keeps a line in one piece.
        self._most = None if is_file else select.PIPE_BUF

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return _STANDARD_ERROR

    def isatty(self) -> bool:
        return os.isatty(_STANDARD_ERROR)

    def write(self, data: "ReadableBuffer", /) -> int:
        text = bytes(data)
        if text and not self._is_written(text):
            count_dropped_lines(text.count(b"\n") or 1)
        return len(text)

    def _is_written(self, text: bytes) -> bool:
        # Not for ever: another thread may hang in a write, or have ended in it at the exit.
        if not self._lock.acquire(timeout=2 * _PATIENCE_SECONDS):
            return False
        try:
            if self._report_loss() and self._put(text):
                return True
            self._lost += text.count(b"\n") or 1
            if not self._is_retrying:
                with contextlib.suppress(RuntimeError):  # no thread can be had
                    threading.Thread(target=self._retry, name="lost log lines", daemon=True).start()
                    self._is_retrying = True
            return False
        finally:
            self._lock.release()

    def _put(self, text: bytes) -> bool:
        left = memoryview(text)
        try:
            while left:
                self._wait_for_room()
                left = left[os.write(_STANDARD_ERROR, left[: self._most]) :]
        except OSError as error:
            self._why = error.strerror or repr(error)
            return False
        return True

    def _wait_for_room(self) -> None:
        room = select.poll()
        room.register(_STANDARD_ERROR, select.POLLOUT)
        if not room.poll(0 if self._lost else 1000 * _PATIENCE_SECONDS):
            raise BlockingIOError(0, "nobody reads standard error")

    def _report_loss(self) -> bool:
        """Whether nothing is left to report: one line, before any other."""
        if self._lost:
            note = _loss_note(self.form, self._lost, self._why)
            # On a line of its own: the last one, of this process or another, may be torn.
            if not self._put(b"\n" + note.encode() + b"\n"):
                return False
            self._lost = 0
        return True

    def _retry(self) -> None:
        while True:
            time.sleep(_RETRY_SECONDS)
            with self._lock:
                if self._report_loss():
                    self._is_retrying = False
                    return


def _loss_note(form: str, lines: int, why: str) -> str:
    now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    event = "log lines were lost"
    if form == "json":
        told = {"lines": lines, "why": why, "event": event, "level": "warning", "timestamp": now}
        return json.dumps(told)
    return f"{now} [warning  ] {event:<30} lines={lines} why={why!r} pid={os.getpid()}"


def count_dropped_lines(lines: int) -> None:
    with contextlib.suppress(Exception):  # at the exit nothing can be imported
        from services.runtime.metrics import LOG_LINES_DROPPED  # noqa: PLC0415  not for each command

        LOG_LINES_DROPPED.inc(lines)


def guard_standard_streams(form: str = "text") -> None:
    """Once a process, before it opens anything; where tests put another stream, that one stays.

    A standard stream that is closed would be the number of the next socket or file, and log lines
    would go there. Opened for reading, the number is taken and a write to it still fails.
    """
    for number in range(_STANDARD_ERROR + 1):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)
    if sys.stderr is sys.__stderr__:
        logging.raiseExceptions = False
        encoding = sys.stderr.encoding if sys.stderr else "utf-8"
        sys.stderr = io.TextIOWrapper(
            # As `python -u` does it, without a buffer.
            LogSink(),
            encoding, "backslashreplace", line_buffering=True,
        )  # fmt: skip
    sink = getattr(sys.stderr, "buffer", None)
    if isinstance(sink, LogSink):
        sink.form = form


def say(line: str) -> None:
    """A line on standard output that nobody has to take, and that is kept in no buffer."""
    with contextlib.suppress(OSError):
        os.write(1, f"{line}\n".encode())
