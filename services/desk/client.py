"""The desk's client: sends requests to a desk in another process as if it were here."""

import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore

from domain.commands import CommandError
from domain.refusals import Refused
from services.desk import wire
from services.desk.deadlines import Deadlines
from services.desk.pending import Asked, Pending
from services.desk.refused_before import KINDS
from services.desk.request import Answer, CommandRefused, OtherBody, Request, settle
from services.desk.request_queue import DeskBusy, DeskClosed
from services.desk.wire import Line, LineLost, Unreadable, checked, frame
from services.runtime.lease import Holder, find_holder
from services.runtime.worker import Worker
from services.store.database import StoreUnavailable

_log = structlog.get_logger("desk client")
_CONNECT_WITHIN_SECONDS: Final = 3.0
_LOOK_SECONDS: Final = 0.1
_SILENCE_SECONDS: Final = 1.0
_END_SECONDS: Final = 3.0
_NOT_KNOWN: Final = "whether it was done is not known: send it again with its command_id"


class DeskAway(DeskClosed):
    """No desk has answered for a while."""


class DeskFailed(Exception):
    """The desk itself failed at the request; it has logged why, and nothing was done."""


class NotTaken(DeskFailed):
    """The request broke the connection to the desk again and again; it is not sent any more."""


class _InOrder(LineLost):
    """The desk has ended, or another is in charge: no request is to blame."""


class DeskClient(Worker):
    """Finds the desk by its lease, keeps a connection to it, and sends again over a new one.

    Requests go out in the order they were submitted, the unanswered ones first after a loss, so
    that the order at a table holds. Sending twice is harmless: every command has its id, and a
    refusal is found by its delivery. At most `most` are unanswered. A request that breaks the
    connection whenever it is sent is found and fails alone: see `Pending` for the rule.

    Where no desk answers for `patience_seconds` all of them fail at once; one that is not answered
    for so long by a desk that is there fails by itself. Without a limit they wait.
    """

    def __init__(
        self, datastore: PostgresDatastore, *, most: int, patience_seconds: float | None
    ) -> None:
        super().__init__("desk client")
        self._datastore = datastore
        self._most = most
        self._name = uuid.uuid4().hex
        self._change = threading.Condition()
        self._pending = Pending()
        self._patience: Deadlines | None = None
        if patience_seconds is not None:
            self._patience = Deadlines(patience_seconds, self._give_up_one)
        self._away_since: float | None = time.monotonic()
        self._why_away = "no desk was found yet"
        self._given_up = False
        self._last_received = 0.0
        self._epoch: int | None = None

    def start(self) -> None:
        super().start()
        if self._patience is not None:
            self._patience.start()

    def submit(self, request: Request) -> "Future[Answer]":
        with self._change:
            if self.closing.is_set():
                raise DeskClosed("the service is closing; nothing was done")
            if self._given_up:
                raise DeskAway(f"{self._why_away}; nothing was done")
            if len(self._pending) >= self._most and not request.is_probe:
                raise DeskBusy(f"{self._most} requests wait at the desk")
            self._pending.add(request)
            if self._patience is not None:
                self._patience.watch(request)
            self._wake()
        return request.answer

    def _wake(self) -> None:
        """There may be something to send."""
        self._change.notify()

    def trouble(self) -> str | None:
        """What keeps requests from the desk, if anything does."""
        if not self.is_alive():
            return "the line to the desk has stopped"
        away = self._away_since
        return None if away is None else f"no desk since {time.monotonic() - away:.0f} s"

    def cut_off(self) -> str | None:
        """Longer than a request waits: each is turned away at once."""
        away = self._away_since
        if not self._given_up or away is None:
            return None
        return f"no desk for {time.monotonic() - away:.0f} s: {self._why_away}"

    def close(self) -> None:
        """What is unanswered stays so; to be called when nobody waits any more."""
        with self._change:
            self.closing.set()
            self._change.notify()
        if not self.ends_within(_END_SECONDS):
            _log.error("the store does not answer; the line is left as it is")
        self._fail_all(DeskClosed, "the service is closing")
        if self._patience is not None:
            self._patience.ends_within(_END_SECONDS)

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                self._serve_connection()
            except Exception as error:  # noqa: BLE001  this thread is the only one that sends
                self._lose(error)
                self.closing.wait(_LOOK_SECONDS)

    def _lose(self, error: Exception) -> None:
        if not isinstance(error, LineLost | OSError | PersistenceError):
            _log.exception("the line to the desk failed; trying again")
        if self._away_since is None:
            _log.warning("the desk is lost; looking for it", why=str(error))
            self._away_since = time.monotonic()
        with self._change:
            self._why_away = str(error)
            self._pending.lose(in_order=isinstance(error, _InOrder))
        self._give_up_all_if_late()

    def _give_up_all_if_late(self) -> None:
        with self._change:
            away, patience = self._away_since, self._patience
            if away is None or patience is None or time.monotonic() - away < patience.seconds:
                return
            self._given_up = True
        self._fail_all(DeskAway, self._why_away)

    def _fail_all(self, kind: type[DeskClosed], why: str) -> None:
        """All at once: none that was submitted later may still be done after one that failed."""
        with self._change:
            failed = self._pending.take_all()
        for one in failed:
            settle(one.request, kind(f"{why}; {_fate(one)}"))

    def _give_up_one(self, request: Request) -> None:
        self._give_up_all_if_late()
        with self._change:
            one = self._pending.take_request(request)
            self._wake()
        if one is not None:
            settle(request, DeskAway(f"the desk does not answer; {_fate(one)}"))

    def _serve_connection(self) -> None:
        """Over one connection, until it is lost or another desk is in charge."""
        holder = find_holder(self._datastore, "desk")
        if holder is None or not holder.address:
            raise LineLost("no desk holds the lease")
        line = greet(holder)
        lost = Loss(self._change)
        try:
            self._connected(holder)
            threading.Thread(target=self._watch_epoch, args=(holder, lost), daemon=True).start()
            _log.info("at the desk", epoch=holder.epoch)
            self._converse(line, lost)
        finally:
            lost.set(_InOrder("the line is not used any more"))
            line.close()

    def _converse(self, line: Line, lost: "Loss") -> None:
        """Send what is submitted and take what is answered, this thread and another."""
        receiving = threading.Thread(target=self._receive_all, args=(line, lost), daemon=True)
        receiving.start()
        try:
            while not self.closing.is_set():
                self._send_next(line, lost)
        finally:
            line.hang_up()
            receiving.join()

    def _connected(self, holder: Holder) -> None:
        with self._change:
            guilty = self._pending.judge(same_desk=holder.epoch == self._epoch)
            self._epoch = holder.epoch
            self._away_since, self._given_up = None, False
            self._last_received = time.monotonic()
        if guilty is not None:
            _log.error("a request breaks every line it is sent on; it is given up")
            settle(guilty.request, NotTaken(f"the desk could not take this request; {_NOT_KNOWN}"))

    def _send_next(self, line: Line, lost: "Loss") -> None:
        with self._change:
            self._change.wait_for(
                lambda: self._pending.sendable() or lost.why or self.closing.is_set(),
                _SILENCE_SECONDS,
            )
            if lost.why is not None:
                raise lost.why
            asked = self._pending.next()
        if frames := self._frames(asked):
            line.send(frames)

    def _frames(self, asked: list[Asked]) -> bytes:
        return b"".join(made for one in asked if (made := self._framed(one)) is not None)

    def _framed(self, one: Asked) -> bytes | None:
        """As a frame; a request that cannot be one fails, and no other."""
        try:
            return checked(frame(self._message(one)))
        except Exception as error:  # noqa: BLE001  its sender gets it
            _log.exception("a request cannot be sent")
            with self._change:
                self._pending.take(one.number)
            settle(one.request, error)
            return None

    def _message(self, one: Asked) -> wire.Asked | wire.Probe:
        request, again, one.sent = one.request, one.sent, True
        if request.is_probe:
            return wire.Probe(one.number)
        return wire.Asked(
            number=one.number,
            commands=[msgspec.Raw(one) for one in request.written],
            ids=list(request.ids),
            body=request.body,
            delivery=request.delivery or f"{self._name}/{one.number}",
            again=again or request.again,
            place_id=request.place_id,
            context=request.context,
        )

    def _watch_epoch(self, holder: Holder, lost: "Loss") -> None:
        """A desk that was stopped keeps its connection open; the epoch shows another took over.

        In a thread of its own: a store that does not answer us may well answer the desk.
        """
        while lost.why is None:
            lost.wait(_SILENCE_SECONDS)
            silent = time.monotonic() - self._last_received > _SILENCE_SECONDS
            if not silent or not len(self._pending):
                continue
            try:
                now = find_holder(self._datastore, "desk")
            except Exception:  # noqa: BLE001, S112  a store that is away is the desk's to report
                continue
            if now is not None and now.epoch != holder.epoch:
                lost.set(_InOrder("another desk is in charge"))

    def _receive_all(self, line: Line, lost: "Loss") -> None:
        with lost.if_it_fails():
            while True:
                self._heed(line.receive)

    def _heed(self, receive: Callable[[], wire.Word]) -> None:
        try:
            word = receive()
        except Unreadable as error:
            word = wire.Failure(error.number, f"the answer cannot be read; {_NOT_KNOWN}", False)
        self._last_received = time.monotonic()
        if isinstance(word, wire.Goodbye):
            raise _InOrder("the desk has ended")
        if not isinstance(word, wire.Spoken):
            raise LineLost("the desk answers with an answer")
        with self._change:
            one = self._pending.take(word.number)
            if self._pending.is_careful:
                self._wake()
        if one is not None:
            settle(one.request, _outcome_or_failure(word, one.request))


class Loss:
    """Why a connection is of no more use; the first reason counts."""

    def __init__(self, change: threading.Condition) -> None:
        self._change = change
        self._lost = threading.Event()
        self.why: LineLost | None = None

    def set(self, why: LineLost) -> None:
        with self._change:
            self.why = self.why or why
            self._lost.set()
            self._change.notify()

    def wait(self, seconds: float) -> None:
        self._lost.wait(seconds)

    @contextmanager
    def if_it_fails(self) -> Iterator[None]:
        """What fails in here loses the connection, and nothing else."""
        try:
            yield
        except (LineLost, OSError) as error:
            self.set(error if isinstance(error, LineLost) else LineLost(str(error)))
        except Exception as error:  # noqa: BLE001  the connection is given up for it
            _log.exception("what the desk says cannot be taken")
            self.set(LineLost(repr(error)))


def _fate(one: Asked) -> str:
    return _NOT_KNOWN if one.sent else "nothing was done"


def greet(holder: Holder) -> Line:
    """A connection to the desk, authenticated by the secret of its lease."""
    place = urlsplit(holder.address)
    host, port = place.hostname or "", place.port or 0
    try:
        connected = socket.create_connection((host, port), timeout=_CONNECT_WITHIN_SECONDS)
    except OSError as error:
        raise LineLost(f"the desk at {host} cannot be reached from here: {error}") from None
    line = Line(connected)
    try:
        _authenticate(line, place.password or "", holder.epoch)
    except BaseException:
        line.close()
        raise
    line.trust()
    return line


def _authenticate(line: Line, secret: str, epoch: int) -> None:
    line.send(frame(wire.Hello(secret)))
    if line.receive() != wire.Welcome(epoch):
        raise LineLost("somebody else answers where the desk was")


def _outcome_or_failure(word: wire.Spoken, request: Request) -> Answer | Exception:
    try:
        return outcome(word, request)
    except Exception as error:  # noqa: BLE001  its sender gets it
        _log.exception("an answer of the desk cannot be understood")
        return DeskFailed(f"the desk's answer cannot be understood: {error!r}; {_NOT_KNOWN}")


def outcome(word: wire.Spoken, request: Request) -> Answer | Exception:
    match word:
        case wire.Accepted():
            return Answer(tuple(bytes(state) for state in word.events), word.repeated)
        case wire.Refusal():
            refusal = KINDS.get(word.kind, Refused)(word.rule, word.reason)
            return CommandRefused(refusal, word.index, request.commands[word.index])
        case wire.UsedBefore():
            return OtherBody(word.command_id)
        case wire.Invalid():
            one = request.commands[0].command_id if len(request.commands) == 1 else None
            return CommandError(word.problems, one)
        case wire.Failure(store=True):
            return StoreUnavailable(word.why)
        case wire.Failure():
            return DeskFailed(word.why)
