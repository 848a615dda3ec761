"""The caller: hands in at a desk of another process as if it were here."""

import socket
import threading
import time
import uuid
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore

from domain.refusals import Refused
from services.desk import wire
from services.desk.request import Answer, CommandRefused, OtherBody, Request
from services.desk.verdicts import KINDS
from services.desk.waiting import DeskBusy, DeskClosed
from services.desk.wire import Line, LineLost, frame
from services.store.database import StoreUnavailable
from services.store.lease import Holder, find_holder
from services.worker import Worker

_log = structlog.get_logger("caller")
_CONNECT_WITHIN_SECONDS: Final = 3.0
_LOOK_SECONDS: Final = 0.1
_SILENCE_SECONDS: Final = 1.0
_MOST_IN_A_WRITE: Final = 200


class DeskAway(DeskClosed):
    """No desk has answered for a while."""


class DeskFailed(Exception):
    """The desk itself failed at the request; it has logged why, and nothing was done."""


@dataclass(slots=True, eq=False)
class _Pending:
    request: Request
    sent: bool = False


class Caller(Worker):
    """Finds the desk by its lease, keeps a line to it, and asks again over a new one.

    Requests go out in the order they were handed in, the unanswered ones first after a loss, so
    that the order at a table holds. Sending twice is harmless: every command has its id, and a
    refusal is found by its delivery. At most `most` are unanswered. Where no desk answers for
    `patience_seconds` all of them fail at once; without a limit they wait.
    """

    def __init__(
        self, datastore: PostgresDatastore, *, most: int, patience_seconds: float | None
    ) -> None:
        super().__init__("caller")
        self._datastore = datastore
        self._most = most
        self._patience_seconds = patience_seconds
        self._name = uuid.uuid4().hex
        self._change = threading.Condition()
        self._pending: dict[int, _Pending] = {}
        self._unsent: deque[int] = deque()
        self._number = 0
        self._away_since: float | None = time.monotonic()
        self._given_up = False
        self._heard = 0.0

    def submit(self, request: Request) -> "Future[Answer]":
        with self._change:
            if self.closing.is_set():
                raise DeskClosed("the service is closing; nothing was done")
            if self._given_up:
                raise DeskAway("no desk is at work; nothing was done")
            if len(self._pending) >= self._most:
                raise DeskBusy(f"{self._most} requests wait at the desk")
            self._number += 1
            self._pending[self._number] = _Pending(request)
            self._unsent.append(self._number)
            self._change.notify()
        return request.answer

    def trouble(self) -> str | None:
        """What keeps requests from the desk, if anything does."""
        away = self._away_since
        return None if away is None else f"no desk since {time.monotonic() - away:.0f} s"

    def close(self) -> None:
        """What is unanswered stays so; to be called when nobody waits any more."""
        with self._change:
            self.closing.set()
            self._change.notify()
        super().close()
        self._fail_all(DeskClosed, "the service is closing")

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                self._talk()
            except (LineLost, OSError, PersistenceError) as error:
                if self._away_since is None:
                    _log.warning("the desk is lost; looking for it", why=str(error))
                    self._away_since = time.monotonic()
                self._lose_patience(self._away_since)
                self.closing.wait(_LOOK_SECONDS)

    def _lose_patience(self, away_since: float) -> None:
        patience = self._patience_seconds
        if patience is None or time.monotonic() - away_since < patience:
            return
        with self._change:
            self._given_up = True
        self._fail_all(DeskAway, "no desk is at work")

    def _fail_all(self, kind: type[DeskClosed], why: str) -> None:
        """All at once: none that was handed in later may still be done after one that failed."""
        with self._change:
            failed, self._pending = list(self._pending.values()), {}
            self._unsent.clear()
        for one in failed:
            fate = (
                "whether it was done is not known: send it again with its command_id"
                if one.sent
                else "nothing was done"
            )
            _resolve(one.request, kind(f"{why}; {fate}"))

    def _talk(self) -> None:
        """Over one line, until it is lost or another desk is in charge."""
        holder = find_holder(self._datastore, "desk")
        if holder is None or not holder.address:
            raise LineLost("no desk holds the lease")
        line = greet(holder)
        lost = threading.Event()
        listener = threading.Thread(target=self._listen, args=(line, lost), daemon=True)
        listener.start()
        try:
            self._begin_anew()
            _log.info("at the desk", epoch=holder.epoch)
            while not self.closing.is_set():
                self._say(line, lost, holder)
        finally:
            line.hang_up()
            listener.join()
            line.close()

    def _begin_anew(self) -> None:
        with self._change:
            self._unsent = deque(self._pending)
            self._away_since, self._given_up = None, False
            self._heard = time.monotonic()

    def _say(self, line: Line, lost: threading.Event, holder: Holder) -> None:
        with self._change:
            self._change.wait_for(
                lambda: self._unsent or lost.is_set() or self.closing.is_set(), _SILENCE_SECONDS
            )
            asked = [self._next() for _ in range(min(len(self._unsent), _MOST_IN_A_WRITE))]
        if lost.is_set():
            raise LineLost("the desk has hung up")
        if asked:
            line.send(b"".join(map(frame, asked)))
        elif self._pending and time.monotonic() - self._heard > _SILENCE_SECONDS:
            self._check_in_charge(holder)

    def _next(self) -> wire.Asked:
        number = self._unsent.popleft()
        one = self._pending[number]
        request, again, one.sent = one.request, one.sent, True
        return wire.Asked(
            number=number,
            commands=[msgspec.Raw(told.model_dump_json().encode()) for told in request.commands],
            ids=list(request.ids),
            body=request.body,
            delivery=request.delivery or f"{self._name}/{number}",
            again=again,
            context=request.context,
        )

    def _check_in_charge(self, holder: Holder) -> None:
        """A desk that was stopped keeps its line open but is passed over; its epoch tells."""
        self._heard = time.monotonic()
        try:
            now = find_holder(self._datastore, "desk")
        except PersistenceError:
            return  # the desk itself tells of a store that does not answer
        if now is not None and now.epoch != holder.epoch:
            raise LineLost("another desk is in charge")

    def _listen(self, line: Line, lost: threading.Event) -> None:
        try:
            while True:
                word = line.receive()
                self._heard = time.monotonic()
                self._hear(word)
        except LineLost:
            with self._change:
                lost.set()
                self._change.notify()

    def _hear(self, word: wire.Word) -> None:
        if not isinstance(word, wire.Accepted | wire.Refusal | wire.UsedBefore | wire.Failure):
            raise LineLost("the desk answers with an answer")
        with self._change:
            one = self._pending.pop(word.number, None)
        if one is not None:
            _resolve(one.request, outcome(word, one.request))


def greet(holder: Holder) -> Line:
    """A line to the desk, which has let us in."""
    place = urlsplit(holder.address)
    connected = socket.create_connection(
        (place.hostname or "", place.port or 0), timeout=_CONNECT_WITHIN_SECONDS
    )
    line = Line(connected)
    try:
        _shake_hands(line, place.password or "", holder.epoch)
    except LineLost:
        line.close()
        raise
    line.trust()
    return line


def _shake_hands(line: Line, secret: str, epoch: int) -> None:
    line.send(frame(wire.Hello(secret)))
    if line.receive() != wire.Welcome(epoch):
        raise LineLost("somebody else answers where the desk was")


def outcome(word: wire.Word, request: Request) -> Answer | Exception:
    match word:
        case wire.Accepted():
            return Answer(tuple(bytes(state) for state in word.events))
        case wire.Refusal():
            refusal = KINDS.get(word.kind, Refused)(word.rule, word.reason)
            return CommandRefused(refusal, word.index, request.commands[word.index])
        case wire.UsedBefore():
            return OtherBody(word.command_id)
        case wire.Failure(store=True):
            return StoreUnavailable(word.why)
        case _:
            return DeskFailed(getattr(word, "why", "the desk's answer cannot be read"))


def _resolve(request: Request, told: Answer | Exception) -> None:
    if not request.answer.set_running_or_notify_cancel():
        return
    if isinstance(told, Answer):
        request.answer.set_result(told)
    else:
        request.answer.set_exception(told)
