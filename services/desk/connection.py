"""One client's connection to the desk's server: nothing in here waits."""

import hmac
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, NamedTuple

import structlog

from domain.commands import CommandError
from services.desk import wire
from services.desk.desk import PATIENCE_SECONDS, Desk
from services.desk.request import Answer, Request, make_probe
from services.desk.request_queue import DeskBusy, DeskClosed
from services.desk.wire import LineLost, Unreadable, frame, read_word, split_frames
from services.desk.wording import answer_of, as_frame, failure, read_request
from services.runtime.trail import marks_of

_log = structlog.get_logger("desk server")
_RECEIVED_BYTES: Final = 256 * 1024
_MOST_AT_ONCE: Final = 200
"""Requests of one client before another one's turn."""
_MOST_UNANSWERED: Final = 10_000
"""More than a client sends at a time; one that reads no answers fills no memory."""


class _Held(NamedTuple):
    """A request that could not be handed in yet; none behind it overtakes it."""

    number: int
    request: Request
    until: float


class Connection:
    """Reads and submits requests, and writes answers as they come, whenever its socket is ready.

    Whatever cannot be read or submitted is answered with why, to its number, and the connection
    goes on. It ends when the client ends it, or at a frame that does not even show its number.
    """

    def __init__(
        self,
        connected: socket.socket,
        desk: Desk,
        closing: threading.Event,
        settled: "Callable[[Connection], None]",
    ) -> None:
        connected.setblocking(False)
        wire.set_up(connected)
        self.socket = connected
        self._desk = desk
        self._closing = closing
        self._settled = settled
        self._outcomes: deque[tuple[int, Future[Answer]]] = deque()
        self._received = bytearray()
        self._bodies: deque[bytes] = deque()
        self._held: _Held | None = None
        self._unsent = bytearray()
        self._frames_unsent = 0
        self._moved_at = time.monotonic()
        """When something was last written, or nothing was left to write."""
        self._taken = 0
        self._answered = 0
        self._began = time.monotonic()
        self._authenticated = False
        self._is_leaving = False
        self.is_over = False

    def is_stranger(self) -> bool:
        """It has not shown the secret yet."""
        return not self._authenticated and not self.is_over

    def waiting_seconds(self) -> float:
        return time.monotonic() - self._began

    def _may_take(self) -> bool:
        """Not while one is held up, or its client takes no answers; nothing more at the end."""
        if self._is_leaving or self._held is not None or self._closing.is_set():
            return False
        return self._taken - self._answered <= _MOST_UNANSWERED

    def wants_to_read(self) -> bool:
        return not self._bodies and self._may_take()

    def wants_to_write(self) -> bool:
        return bool(self._unsent)

    def wants_a_turn(self) -> bool:
        """It has requests in hand that nothing keeps from being taken."""
        return bool(self._bodies) and self._may_take()

    def is_held_up(self) -> bool:
        """A request waits for a full desk."""
        return self._held is not None

    def receive(self, secret: str, epoch: int) -> None:
        try:
            received = self.socket.recv(_RECEIVED_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            received = b""
        if not received:
            self.leave()  # answers that are due are still tried; the client asks again elsewhere
            return
        self._received += received
        try:
            # A stranger's greeting is short; who has greeted may send what it likes.
            most = wire.MOST_BYTES if self._authenticated else wire.MOST_BYTES_OF_A_STRANGER
            self._bodies.extend(split_frames(self._received, most))
            if not self._authenticated and self._bodies:
                self._authenticate(self._bodies.popleft(), secret, epoch)
        except (LineLost, Unreadable):
            self.leave()
        except Exception:  # noqa: BLE001  the connection ends, and nothing else
            self._break_off()
        self.take_turn()

    def _authenticate(self, body: bytes, secret: str, epoch: int) -> None:
        word = read_word(body)
        shown = word.secret.encode() if isinstance(word, wire.Hello) else b""
        if not hmac.compare_digest(shown, secret.encode()):
            _log.warning("somebody without the secret was turned away")
            raise LineLost("no secret")
        self._authenticated = True
        self._unsent += frame(wire.Welcome(epoch))
        self.send()

    def take_turn(self) -> None:
        """Of what has come in as much as may be taken now."""
        try:
            for _ in range(_MOST_AT_ONCE):
                if not self.wants_a_turn():
                    return
                self._take_next(self._bodies.popleft())
        except LineLost:
            self.leave()
        except DeskClosed as error:
            self._send_away(error)
        except Exception:  # noqa: BLE001  the connection ends, and nothing else
            self._break_off()

    def _break_off(self) -> None:
        _log.exception("a connection failed; the client asks again over a new one")
        self.leave()

    def _send_away(self, error: DeskClosed) -> None:
        _log.warning("a client was sent away", why=str(error))
        self.say_goodbye()

    def _take_next(self, body: bytes) -> None:
        try:
            word = read_word(body)
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
            marks = _marks(word)
            _log.error("a command that its sender could read is none here", why=str(error), **marks)
            self._answer(wire.Invalid(word.number, error.problems))
        except Exception as error:  # noqa: BLE001  the connection outlives any one request
            self._fail(word.number, error, _marks(word))

    def _fail(self, number: int, error: Exception, marks: dict[str, str]) -> None:
        _log.error("a request could not be taken; its sender is told", exc_info=error, **marks)
        self._answer(failure(number, error))

    def _take(self, word: wire.Asked | wire.Probe) -> None:
        request = make_probe() if isinstance(word, wire.Probe) else read_request(word)
        self._held = _Held(word.number, request, time.monotonic() + PATIENCE_SECONDS)
        self.hand_in()

    def hand_in(self) -> None:
        """What is held up, if nothing keeps it any more; then those behind it have their turn."""
        held = self._held
        if held is None or self._is_leaving:
            return
        try:
            self._desk.submit(held.request)
        except DeskBusy as error:
            # It waits for a full desk and reads nothing more, so that none overtakes another.
            if self._closing.is_set():
                raise DeskClosed("the desk is closing; nothing was done") from None
            if time.monotonic() > held.until:
                self._held = None
                self._fail(held.number, error, marks_of(held.request.context.trail))
            return
        except DeskClosed:
            raise
        except Exception as error:  # noqa: BLE001  the connection outlives any one request
            self._held = None
            self._fail(held.number, error, marks_of(held.request.context.trail))
            return
        self._held = None
        self._taken += 1
        number = held.number
        held.request.answer.add_done_callback(lambda done: self._note(number, done))

    def try_again(self) -> None:
        """What was held up, and what waits behind it."""
        try:
            self.hand_in()
        except DeskClosed as error:
            self._send_away(error)
        self.take_turn()

    def _note(self, number: int, done: "Future[Answer]") -> None:
        """In the desk's thread: told by the one that speaks with the clients."""
        self._outcomes.append((number, done))
        self._settled(self)

    def _answer(self, word: wire.Spoken) -> None:
        self._taken += 1
        self._put(word)

    def _put(self, word: wire.Spoken | wire.Goodbye) -> None:
        self._unsent += as_frame(word)
        self._frames_unsent += 1

    def answer_all(self) -> None:
        """All that wait now in one write."""
        try:
            while self._outcomes and not self._is_leaving:
                word = answer_of(*self._outcomes.popleft())
                self._put(word)
                self._is_leaving = isinstance(word, wire.Goodbye)
        except Exception:  # noqa: BLE001  the connection ends, and nothing else
            self._break_off()
        self.send()

    def say_goodbye(self) -> None:
        """After whatever is answered by now; what is not is for another desk."""
        self.answer_all()
        if not self._is_leaving:
            self._put(wire.Goodbye())
            self.leave()

    def leave(self) -> None:
        """Take nothing more; what is answered is still written, if the client takes it."""
        self._is_leaving = True
        self.send()

    def send(self) -> None:
        """As much as the client takes now."""
        try:
            while self._unsent:
                sent = self.socket.send(self._unsent)
                del self._unsent[:sent]
                self._moved_at = time.monotonic()
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.hang_up()  # the client will ask again, and be answered again
            return
        self._answered += self._frames_unsent
        self._frames_unsent = 0
        self._moved_at = time.monotonic()
        if self._is_leaving:
            self.hang_up()

    def is_deaf(self) -> bool:
        """Its client has taken nothing of what was to be written for too long."""
        silent = time.monotonic() - self._moved_at
        return bool(self._unsent) and silent > wire.SEND_WITHIN_SECONDS

    def hang_up(self) -> None:
        self._is_leaving = self.is_over = True
        self._unsent.clear()


def _marks(word: wire.Asked | wire.Probe) -> dict[str, str]:
    return marks_of(word.context.trail) if isinstance(word, wire.Asked) else {}
