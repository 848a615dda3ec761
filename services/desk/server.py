"""The desk's server: where other processes hand in."""

import secrets
import socket
import time
from collections.abc import Callable
from typing import Final

import structlog

from services.desk.connection import Connection
from services.desk.desk import Desk
from services.desk.wire import Line
from services.runtime.worker import Worker
from services.settings import SettingsError
from services.store.ledger import Ledger

_log = structlog.get_logger("counter")
_GREET_WITHIN_SECONDS: Final = 5.0
_ASK_SECONDS: Final = 0.2
_END_SECONDS: Final = 3.0
_MOST_STRANGERS: Final = 64
"""So many are greeted at a time; who comes then waits at the door until one is done."""


class DeskServer:
    """A socket that is bound at once and answers from `open` on, each caller on a line."""

    def __init__(self, host: str) -> None:
        self._secret = secrets.token_urlsafe(32)
        try:
            self._listener = socket.create_server(
                (host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET
            )
        except OSError as error:
            raise SettingsError(
                f"the desk cannot listen on {host!r}: {error.strerror or error};"
                " set PITLEDGER_DESK_HOST to an address of this machine"
            ) from None
        self._host = f"[{host}]" if ":" in host else host
        self._accepting: _Accepting | None = None

    @property
    def address(self) -> str:
        """For the desk's lease: whoever may read the database may hand in."""
        return f"desk://:{self._secret}@{self._host}:{self._listener.getsockname()[1]}"

    def open(self, desk: Desk, ledger: Ledger, epoch: int) -> None:
        self._accepting = _Accepting(self._listener, desk, ledger, epoch, self._secret)
        self._accepting.start()

    def trouble(self) -> str | None:
        """What keeps callers from being let in, if anything does."""
        return None if self._accepting is None else self._accepting.trouble()

    def close(self) -> None:
        """Take no more, let the desk finish what was taken, answer it, hang up."""
        if self._accepting is not None:
            self._accepting.close()
        self._listener.close()


class _Accepting(Worker):
    """A thread that lets callers in, and shows the door to strangers that dawdle."""

    def __init__(
        self, listener: socket.socket, desk: Desk, ledger: Ledger, epoch: int, secret: str
    ) -> None:
        super().__init__("counter")
        self._listener = listener
        self._desk = desk
        self._ledger = ledger
        self._epoch = epoch
        self._secret = secret
        self._visits: set[Connection] = set()
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        if not self.is_alive() and not self.closing.is_set():
            return "nobody lets callers in"
        return self._trouble

    def run(self) -> None:
        self._listener.settimeout(_ASK_SECONDS)
        while not self.closing.is_set():
            if self._strangers() >= _MOST_STRANGERS:
                self.closing.wait(_ASK_SECONDS)
                continue
            try:
                self._let_in()
            except TimeoutError:
                continue
            except Exception as error:  # noqa: BLE001  nobody else would let anybody in
                self._complain(str(error))
                self.closing.wait(_ASK_SECONDS)

    def _let_in(self) -> None:
        connected, _ = self._listener.accept()
        try:
            connected.settimeout(_GREET_WITHIN_SECONDS)
            visit = Connection(Line(connected), self._desk, self._ledger, self.closing)
            visit.start(self._secret, self._epoch)
        except BaseException:
            connected.close()
            raise
        self._visits.add(visit)
        if self._trouble is not None:
            _log.info("callers are let in again")
            self._trouble = None

    def _complain(self, why: str) -> None:
        """Once, however often it is tried: no file or no thread is to be had, for example."""
        if self._trouble is None:
            _log.error("callers cannot be let in", why=why)
        self._trouble = f"callers cannot be let in: {why}"

    def _strangers(self) -> int:
        """How many are being greeted; one that takes too long over it is hung up on."""
        self._visits = {visit for visit in self._visits if visit.is_alive()}
        strangers = [visit for visit in self._visits if visit.is_stranger()]
        for visit in strangers:
            if visit.waiting_seconds() > _GREET_WITHIN_SECONDS:
                visit.hang_up()
        return len(strangers)

    def close(self) -> None:
        super().close()
        for visit in self._visits:
            visit.hear_no_more()
        self._wait("a caller was not heard out", Connection.is_heard_out)
        self._desk.close()
        for visit in self._visits:
            visit.finish()
        self._wait("a caller takes no answers", Connection.is_answered)

    def _wait(self, what: str, done: Callable[[Connection, float], bool]) -> None:
        """For all of them together no longer than for one."""
        until = time.monotonic() + _END_SECONDS
        for visit in self._visits:
            if not done(visit, until - time.monotonic()):
                _log.error(what)
