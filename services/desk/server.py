"""The desk's server: it takes requests from other processes."""

import secrets
import socket
import threading
import time
from collections import deque
from typing import Final

import structlog

from services.desk.connection import Connection
from services.desk.desk import Desk
from services.desk.readiness import Readiness
from services.runtime.worker import Worker
from services.settings_sources import SettingsError

_log = structlog.get_logger("desk server")
_GREET_WITHIN_SECONDS: Final = 5.0
_ASK_SECONDS: Final = 0.2
_BUSY_SECONDS: Final = 0.005
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
        self._accepting: _Counter | None = None

    @property
    def address(self) -> str:
        """For the desk's lease: whoever may read the database may send requests."""
        return f"desk://:{self._secret}@{self._host}:{self._listener.getsockname()[1]}"

    def open(self, desk: Desk, epoch: int) -> None:
        self._accepting = _Counter(self._listener, desk, epoch, self._secret)
        self._accepting.start()

    def trouble(self) -> str | None:
        """What keeps clients from being accepted, if anything does."""
        return None if self._accepting is None else self._accepting.trouble()

    def close(self) -> None:
        """Take no more, let the desk finish what was taken, answer it, hang up."""
        if self._accepting is not None:
            self._accepting.close()
        self._listener.close()


class _Counter(Worker):
    """One thread that speaks with all clients. It hangs up on those that do not authenticate in
    time, and on those that take no answers."""

    def __init__(self, listener: socket.socket, desk: Desk, epoch: int, secret: str) -> None:
        super().__init__("desk server")
        self._listener = listener
        self._desk = desk
        self._epoch = epoch
        self._secret = secret
        self._connections: set[Connection] = set()
        self._trouble: str | None = None
        self._ready = Readiness()
        self._settled: deque[Connection] = deque()
        self._tended_at = 0.0
        self._reads_no_more = threading.Event()
        self._is_all_decided = threading.Event()

    def trouble(self) -> str | None:
        if not self.is_alive() and not self.closing.is_set():
            return "nobody lets callers in"
        return self._trouble

    def run(self) -> None:
        self._listener.setblocking(False)
        while not self.closing.is_set():
            self._tend()
            self._turn()
        self._end()

    def _turn(self) -> None:
        """Whatever is ready now, of everybody; if nothing is, the next that becomes so."""
        for connection in self._ready.wait(self._connections, self._patience()):
            if connection is None:
                self._let_in()
            else:
                connection.receive(self._secret, self._epoch)
        for connection in self._take_settled():
            connection.answer_all()
        for connection in self._connections:
            if connection.is_held_up():
                connection.try_again()
            elif connection.wants_a_turn():
                connection.take_turn()
            connection.send()

    def _patience(self) -> float:
        if any(one.wants_a_turn() for one in self._connections):
            return 0.0
        held_up = any(one.is_held_up() for one in self._connections)
        return _BUSY_SECONDS if held_up else _ASK_SECONDS

    def _take_settled(self) -> set[Connection]:
        settled = set()
        while self._settled:
            settled.add(self._settled.popleft())
        return settled

    def _note(self, connection: Connection) -> None:
        """In whichever thread: something of it was answered, or found."""
        self._settled.append(connection)
        self._ready.wake()

    def _tend(self) -> None:
        if time.monotonic() - self._tended_at < _ASK_SECONDS:
            return
        self._tended_at = time.monotonic()
        self._ready.listen(self._listener if self._strangers() < _MOST_STRANGERS else None)
        for connection in self._connections:
            if connection.is_deaf():
                connection.hang_up()

    def _let_in(self) -> None:
        try:
            connected, _ = self._listener.accept()
        except BlockingIOError:
            return
        except OSError as error:
            self._report(str(error))
            self._ready.listen(None)  # until it is looked after again
            return
        self._connections.add(Connection(connected, self._desk, self.closing, self._note))
        if self._strangers() >= _MOST_STRANGERS:
            self._ready.listen(None)
        if self._trouble is not None:
            _log.info("callers are let in again")
            self._trouble = None

    def _report(self, why: str) -> None:
        """Once, however often it is tried: no file is to be had, for example."""
        if self._trouble is None:
            _log.error("callers cannot be let in", why=why)
        self._trouble = f"callers cannot be let in: {why}"

    def _strangers(self) -> int:
        """How many have not authenticated yet; one that takes too long over it is hung up on."""
        strangers = [one for one in self._connections if one.is_stranger()]
        for connection in strangers:
            if connection.waiting_seconds() > _GREET_WITHIN_SECONDS:
                connection.hang_up()
        return len(strangers)

    def close(self) -> None:
        """Read nothing more, let the desk finish what was taken, answer it, hang up."""
        self.closing.set()
        self._ready.wake()
        if self.is_alive() and not self._reads_no_more.wait(_END_SECONDS):
            _log.error("not all that a client sent was submitted")
        self._desk.close()
        self._is_all_decided.set()
        self._ready.wake()
        self.ends_within(2 * _END_SECONDS)

    def _end(self) -> None:
        """What was taken is answered; whoever has asked more is for another desk."""
        self._ready.listen(None)
        until = time.monotonic() + _END_SECONDS
        while any(one.is_held_up() for one in self._connections) and time.monotonic() < until:
            self._turn()
        self._reads_no_more.set()
        while not self._is_all_decided.is_set():
            self._turn()
        until = time.monotonic() + _END_SECONDS
        for connection in self._connections:
            connection.say_goodbye()
        while any(not one.is_over for one in self._connections) and time.monotonic() < until:
            self._turn()
        if any(not one.is_over for one in self._connections):
            _log.error("a client takes no answers")
        self._ready.close(self._connections)
