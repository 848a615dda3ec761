"""The counter: where other processes hand in at the desk."""

import contextlib
import hmac
import secrets
import socket
import threading
import time
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError

from domain.commands import CommandError, parse_command
from services.desk import wire
from services.desk.desk import Desk
from services.desk.request import Answer, CommandRefused, OtherBody, Request, streams_of
from services.desk.verdicts import refused_before
from services.desk.waiting import DeskBusy, DeskClosed
from services.desk.wire import Line, LineLost, frame
from services.settings import SettingsError
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from services.worker import Worker

_log = structlog.get_logger("counter")
_GREET_WITHIN_SECONDS: Final = 5.0
_ASK_SECONDS: Final = 0.2
_BUSY_SECONDS: Final = 0.005

_Outcome = tuple[int, "Future[Answer]"]


class Counter:
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

    def close(self) -> None:
        """Take no more, let the desk finish what was taken, answer it, hang up."""
        if self._accepting is not None:
            self._accepting.close()
        self._listener.close()


class _Accepting(Worker):
    """A thread that lets callers in."""

    def __init__(
        self, listener: socket.socket, desk: Desk, ledger: Ledger, epoch: int, secret: str
    ) -> None:
        super().__init__("counter")
        self._listener = listener
        self._desk = desk
        self._ledger = ledger
        self._epoch = epoch
        self._secret = secret
        self._visits: set[_Visit] = set()

    def run(self) -> None:
        self._listener.settimeout(_ASK_SECONDS)
        while not self.closing.is_set():
            try:
                connected, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError as error:
                _log.warning("a caller could not be let in", why=str(error))
                self.closing.wait(_ASK_SECONDS)
                continue
            connected.settimeout(_GREET_WITHIN_SECONDS)
            visit = _Visit(Line(connected), self._desk, self._ledger, self.closing)
            self._visits = {one for one in self._visits if one.is_alive()} | {visit}
            visit.start(self._secret, self._epoch)

    def close(self) -> None:
        super().close()
        for visit in self._visits:
            visit.hear_no_more()
        self._desk.close()
        for visit in self._visits:
            visit.finish()


class _Visit:
    """One caller: a thread reads and hands in, another writes answers as they come."""

    def __init__(self, line: Line, desk: Desk, ledger: Ledger, closing: threading.Event) -> None:
        self._line = line
        self._desk = desk
        self._ledger = ledger
        self._closing = closing
        self._outcomes: SimpleQueue[_Outcome | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def start(self, secret: str, epoch: int) -> None:
        reader = threading.Thread(target=self._visit, args=(secret, epoch), daemon=True)
        writer = threading.Thread(target=self._answer_all, daemon=True)
        self._threads = [reader, writer]
        for thread in self._threads:
            thread.start()

    def is_alive(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def hear_no_more(self) -> None:
        self._line.hear_no_more()
        self._threads[0].join()

    def finish(self) -> None:
        """After the desk has closed: every outcome is in the queue by now."""
        self._outcomes.put(None)
        self._threads[1].join()

    def _visit(self, secret: str, epoch: int) -> None:
        try:
            self._greet(secret, epoch)
            while not self._closing.is_set():
                self._take(self._line.receive())
        except LineLost:
            pass  # answers that are due are still tried; the caller asks again elsewhere
        except (DeskClosed, PersistenceError, CommandError) as error:
            _log.warning("a caller was sent away", why=str(error))
        if not self._closing.is_set():
            self._outcomes.put(None)

    def _greet(self, secret: str, epoch: int) -> None:
        word = self._line.receive()
        shown = word.secret.encode() if isinstance(word, wire.Hello) else b""
        if not hmac.compare_digest(shown, secret.encode()):
            _log.warning("somebody without the secret was turned away")
            raise LineLost("no secret")
        self._line.trust()
        self._line.send(frame(wire.Welcome(epoch)))

    def _take(self, word: wire.Word) -> None:
        if not isinstance(word, wire.Asked):
            raise LineLost("only requests are taken here")
        request = read_request(word)
        refused = refused_before(self._ledger, request) if word.again else None
        request.answer.add_done_callback(lambda done: self._outcomes.put((word.number, done)))
        if refused is not None:
            request.answer.set_exception(refused)
            return
        # A full desk is not told of: nobody reads on, so that nobody is overtaken.
        while not self._closing.is_set():
            with contextlib.suppress(DeskBusy):
                self._desk.submit(request)
                return
            time.sleep(_BUSY_SECONDS)

    def _answer_all(self) -> None:
        try:
            while self._answer_some():
                pass
        except LineLost:
            pass  # the caller will ask again, and be told again
        self._line.hang_up()
        self._threads[0].join()
        self._line.close()

    def _answer_some(self) -> bool:
        """All that wait now in one write; False after the last."""
        outcomes = [self._outcomes.get()]
        with contextlib.suppress(Empty):
            while True:
                outcomes.append(self._outcomes.get_nowait())
        frames: list[bytes] = []
        for outcome in outcomes:
            word = None if outcome is None else answer_of(*outcome)
            if word is None:
                break
            frames.append(frame(word))
        self._line.send(b"".join(frames))
        return len(frames) == len(outcomes)


def read_request(asked: wire.Asked) -> Request:
    commands = tuple(parse_command(bytes(told)) for told in asked.commands)
    return Request(
        commands,
        tuple(asked.ids),
        streams_of(commands),
        asked.body,
        asked.delivery,
        asked.context,
    )


def answer_of(number: int, done: "Future[Answer]") -> wire.Word | None:
    """None where another desk is to be asked, which hanging up tells best."""
    error = done.exception()
    match error:
        case None:
            return wire.Accepted(number, [msgspec.Raw(state) for state in done.result().events])
        case CommandRefused():
            why = error.refusal
            return wire.Refusal(number, type(why).__name__, why.rule, why.reason, error.index)
        case OtherBody():
            return wire.UsedBefore(number, error.command_id)
        case DeskClosed():
            return None
        case _:
            store = isinstance(error, StoreUnavailable)
            return wire.Failure(number, str(error) if store else repr(error), store)
