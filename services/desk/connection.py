"""One client's connection to the desk's server."""

import contextlib
import hmac
import threading
import time
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final

import msgspec
import structlog

from domain.commands import CommandError, parse_written
from services.desk import wire
from services.desk.desk import PATIENCE_SECONDS, Desk
from services.desk.request import (
    Answer,
    CommandRefused,
    OtherBody,
    Request,
    make_probe,
    streams_of,
)
from services.desk.request_queue import DeskBusy, DeskClosed
from services.desk.wire import Line, LineLost, Unreadable, checked, frame
from services.store.archived import ArchiveAway
from services.store.database import StoreUnavailable
from services.store.ledger import is_outage

_log = structlog.get_logger("desk server")
_BUSY_SECONDS: Final = 0.005
_MOST_UNANSWERED: Final = 10_000
"""More than a client sends at a time; one that reads no answers fills no memory."""

_Outcome = tuple[int, "Future[Answer]"]


class Connection:
    """A thread reads and submits requests, another writes answers as they come.

    Whatever cannot be read or submitted is answered with why, to its number, and the connection
    goes on. It ends when the client ends it, or at a frame that does not even show its number.
    """

    def __init__(self, line: Line, desk: Desk, closing: threading.Event) -> None:
        self._line = line
        self._desk = desk
        self._closing = closing
        self._outcomes: SimpleQueue[_Outcome | wire.Spoken | wire.Goodbye | None] = SimpleQueue()
        self._taken = 0
        self._answered = 0
        self._began = time.monotonic()
        self._authenticated = False
        self._reader: threading.Thread | None = None
        self._writer: threading.Thread | None = None

    def start(self, secret: str, epoch: int) -> None:
        self._reader = threading.Thread(target=self._read_all, args=(secret, epoch), daemon=True)
        self._reader.start()

    def is_alive(self) -> bool:
        threads = (self._reader, self._writer)
        return any(thread is not None and thread.is_alive() for thread in threads)

    def is_stranger(self) -> bool:
        """It has not shown the secret yet."""
        return not self._authenticated and self.is_alive()

    def waiting_seconds(self) -> float:
        return time.monotonic() - self._began

    def hang_up(self) -> None:
        self._line.hang_up()

    def stop_reading(self) -> None:
        self._line.stop_reading()

    def is_all_submitted(self, within_seconds: float) -> bool:
        """Whether everything that was read has been submitted."""
        if self._reader is not None:
            self._reader.join(max(0.0, within_seconds))
        return self._reader is None or not self._reader.is_alive()

    def finish(self) -> None:
        """After the desk has closed: every outcome is in the queue by now."""
        self._outcomes.put(wire.Goodbye())

    def is_answered(self, within_seconds: float) -> bool:
        """Whether everything was answered; a client that does not read is hung up on."""
        if self._writer is not None:
            self._writer.join(max(0.0, within_seconds))
        self._line.hang_up()
        return self._writer is None or not self._writer.is_alive()

    def _read_all(self, secret: str, epoch: int) -> None:
        end: wire.Goodbye | None = None
        try:
            self._authenticate(secret, epoch)
            while not self._closing.is_set():
                if self._is_answering():
                    self._take_next()
        except (LineLost, Unreadable):
            pass  # answers that are due are still tried; the client asks again elsewhere
        except DeskClosed as error:
            _log.warning("a client was sent away", why=str(error))
            end = wire.Goodbye()
        except Exception:  # noqa: BLE001  the connection ends, and nothing else
            _log.exception("a connection failed; the client asks again over a new one")
        if self._writer is None:
            self._line.hang_up()
            self._line.close()
        elif not self._closing.is_set():
            self._outcomes.put(end)

    def _authenticate(self, secret: str, epoch: int) -> None:
        word = self._line.receive()
        shown = word.secret.encode() if isinstance(word, wire.Hello) else b""
        if not hmac.compare_digest(shown, secret.encode()):
            _log.warning("somebody without the secret was turned away")
            raise LineLost("no secret")
        self._authenticated = True
        self._line.trust()
        self._line.send(frame(wire.Welcome(epoch)))
        self._writer = threading.Thread(target=self._answer_all, daemon=True)
        self._writer.start()

    def _is_answering(self) -> bool:
        """Whether the client reads its answers; while it does not, nothing more is read from it."""
        if self._taken - self._answered <= _MOST_UNANSWERED:
            return True
        if self._writer is None or not self._writer.is_alive():
            raise LineLost("answers are not taken")
        time.sleep(_BUSY_SECONDS)
        return False

    def _take_next(self) -> None:
        try:
            word = self._line.receive()
        except Unreadable as error:
            _log.error("a request cannot be read; its sender is told", why=str(error))
            self._answer(wire.Failure(error.number, f"cannot be read: {error}", store=False))
            return
        if not isinstance(word, wire.Asked | wire.Probe):
            raise LineLost("only requests are taken here")
        try:
            self._take(word)
        except DeskClosed:
            raise
        except CommandError as error:
            _log.error("a command that its sender could read is none here", why=str(error))
            self._answer(wire.Invalid(word.number, error.problems))
        except Exception as error:  # noqa: BLE001  the connection outlives any one request
            _log.exception("a request could not be taken; its sender is told")
            self._answer(failure(word.number, error))

    def _answer(self, word: wire.Spoken) -> None:
        self._taken += 1
        self._outcomes.put(word)

    def _take(self, word: wire.Asked | wire.Probe) -> None:
        request = make_probe() if isinstance(word, wire.Probe) else read_request(word)
        self._submit(request)
        self._taken += 1
        request.answer.add_done_callback(lambda done: self._outcomes.put((word.number, done)))

    def _submit(self, request: Request) -> None:
        """Waits for a full desk and reads nothing more, so that no request overtakes another."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self._desk.submit(request)
            except DeskBusy:
                if self._closing.is_set():
                    raise DeskClosed("the desk is closing; nothing was done") from None
                if time.monotonic() > until:
                    raise
            else:
                return
            time.sleep(_BUSY_SECONDS)

    def _answer_all(self) -> None:
        try:
            while self._answer_some():
                pass
        except LineLost:
            pass  # the client will ask again, and be answered again
        except Exception:  # noqa: BLE001  the connection ends, and nothing else
            _log.exception("a connection failed; the client asks again over a new one")
        self._line.hang_up()
        if self._reader is not None:
            self._reader.join()
        self._line.close()

    def _answer_some(self) -> bool:
        """All that wait now in one write; False after the last."""
        outcomes = [self._outcomes.get()]
        with contextlib.suppress(Empty):
            while True:
                outcomes.append(self._outcomes.get_nowait())
        frames: list[bytes] = []
        last = False
        for outcome in outcomes:
            word = answer_of(*outcome) if isinstance(outcome, tuple) else outcome
            if word is not None:
                frames.append(as_frame(word))
            last = word is None or isinstance(word, wire.Goodbye)
            if last:
                break
        self._line.send(b"".join(frames))
        self._answered += len(frames)
        return not last


def read_request(asked: wire.Asked) -> Request:
    written = tuple(bytes(one) for one in asked.commands)
    commands = tuple(parse_written(one) for one in written)
    return Request(
        commands=commands,
        ids=tuple(asked.ids),
        streams=streams_of(commands),
        body=asked.body,
        written=written,
        delivery=asked.delivery,
        again=asked.again,
        place_id=asked.place_id,
        context=asked.context,
    )


def as_frame(word: wire.Spoken | wire.Goodbye) -> bytes:
    """As a frame; an answer that cannot be one becomes a failure."""
    try:
        return checked(frame(word))
    except Exception as error:  # noqa: BLE001  one answer does not stop the others
        assert not isinstance(word, wire.Goodbye)
        _log.exception("an answer could not be given")
        why = f"it was done, but its answer cannot be written: {error!r}"
        return frame(wire.Failure(word.number, why, store=False))


def answer_of(number: int, done: "Future[Answer]") -> wire.Spoken | wire.Goodbye:
    """Goodbye where another desk is to be asked."""
    if done.cancelled():
        return wire.Failure(number, "it was called off", store=False)
    error = done.exception()
    match error:
        case None:
            return wire.Accepted(number, [msgspec.Raw(state) for state in done.result().events])
        case CommandRefused():
            return refusal_of(number, error)
        case OtherBody():
            return wire.UsedBefore(number, error.command_id)
        case DeskClosed():
            return wire.Goodbye()
        case _:
            return failure(number, error)


def refusal_of(number: int, refused: CommandRefused) -> wire.Refusal:
    why = refused.refusal
    return wire.Refusal(number, type(why).__name__, why.rule, why.reason, refused.index)


def failure(number: int, error: BaseException) -> wire.Failure:
    later = isinstance(error, StoreUnavailable | DeskBusy | ArchiveAway) or (
        isinstance(error, Exception) and is_outage(error)
    )
    return wire.Failure(number, str(error) if later else repr(error), later)
