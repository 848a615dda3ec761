"""The desk's server: it takes requests from other processes."""

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
from services.settings_sources import SettingsError

_log = structlog.get_logger("desk server")
_GREET_WITHIN_SECONDS: Final = 5.0
_ASK_SECONDS: Final = 0.2
_END_SECONDS: Final = 3.0
_MOST_STRANGERS: Final = 64
"""So many may be unauthenticated at a time; further ones wait to be accepted."""


class DeskServer:
    """A socket that is bound at once and answers from `open` on, one connection a client."""

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
        """For the desk's lease: whoever may read the database may send requests."""
        return f"desk://:{self._secret}@{self._host}:{self._listener.getsockname()[1]}"

    def open(self, desk: Desk, epoch: int) -> None:
        self._accepting = _Accepting(self._listener, desk, epoch, self._secret)
        self._accepting.start()

    def trouble(self) -> str | None:
        """What keeps clients from being accepted, if anything does."""
        return None if self._accepting is None else self._accepting.trouble()

    def close(self) -> None:
        """Take no more, let the desk finish what was taken, answer it, hang up."""
        if self._accepting is not None:
            self._accepting.close()
        self._listener.close()


class _Accepting(Worker):
    """A thread that accepts clients, and hangs up on those that do not authenticate in time."""

    def __init__(self, listener: socket.socket, desk: Desk, epoch: int, secret: str) -> None:
        super().__init__("desk server")
        self._listener = listener
        self._desk = desk
        self._epoch = epoch
        self._secret = secret
        self._connections: set[Connection] = set()
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
                self._accept()
            except TimeoutError:
                continue
            except Exception as error:  # noqa: BLE001  no other thread accepts
                self._report(str(error))
                self.closing.wait(_ASK_SECONDS)

    def _accept(self) -> None:
        connected, _ = self._listener.accept()
        try:
            connected.settimeout(_GREET_WITHIN_SECONDS)
            connection = Connection(Line(connected), self._desk, self.closing)
            connection.start(self._secret, self._epoch)
        except BaseException:
            connected.close()
            raise
        self._connections.add(connection)
        if self._trouble is not None:
            _log.info("callers are let in again")
            self._trouble = None

    def _report(self, why: str) -> None:
        """Once, however often it is tried: no file or no thread is to be had, for example."""
        if self._trouble is None:
            _log.error("callers cannot be let in", why=why)
        self._trouble = f"callers cannot be let in: {why}"

    def _strangers(self) -> int:
        """How many have not authenticated yet; one that takes too long over it is hung up on."""
        self._connections = {
            connection for connection in self._connections if connection.is_alive()
        }
        strangers = [one for one in self._connections if one.is_stranger()]
        for connection in strangers:
            if connection.waiting_seconds() > _GREET_WITHIN_SECONDS:
                connection.hang_up()
        return len(strangers)

    def close(self) -> None:
        super().close()
        for connection in self._connections:
            connection.stop_reading()
        self._wait("not all that a client sent was submitted", Connection.is_all_submitted)
        self._desk.close()
        for connection in self._connections:
            connection.finish()
        self._wait("a client takes no answers", Connection.is_answered)

    def _wait(self, what: str, done: Callable[[Connection, float], bool]) -> None:
        """For all of them together no longer than for one."""
        until = time.monotonic() + _END_SECONDS
        for connection in self._connections:
            if not done(connection, until - time.monotonic()):
                _log.error(what)
