"""For devices: a connection that stays, commands and answers as lines, resumed after a loss.

A device counts its lines. After a loss it connects again and sends again what was not answered:
the numbers make ids of the commands, so that nothing is done twice, and the place of each line, by
which a refusal is found that was given before.
"""

import asyncio
import time
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from services.desk import Answer, DeskBusy, Origin
from services.entry.tokens import Known
from services.http.access import Access
from services.http.command_path import Asked, CommandPath
from services.http.connection import SERVICE_ENDS
from services.http.denials import note_problem
from services.http.device_lines import (
    MOST_UNANSWERED,
    Line,
    LineOfWork,
    NotALine,
    Numbers,
    events_line,
    problem_line,
    read_line,
)
from services.http.problems import PROBLEMS, Problem, problem_of
from services.runtime.metrics import http_seconds
from services.tempo import seconds

_log = structlog.get_logger("device")
IDS: Final[UUID] = uuid5(NAMESPACE_URL, "pitledger:device")
_BUSY_SECONDS: Final = seconds(8.0)
_BUSY_PAUSE_SECONDS: Final = 0.01


class Close(NamedTuple):
    """How a connection ends: a code of RFC 6455, from 4000 on of our own, and what to do."""

    code: int
    reason: str


_ENDS: Final = Close(
    SERVICE_ENDS, "the service ends; connect again and send again what is not answered"
)
_FOLLOWED: Final = Close(4001, "a newer connection has taken over this line")
_BINARY: Final = Close(1003, "binary messages are not taken; send lines as text")
_UNKNOWN: Final = Close(1008, "the token is not taken any more; connect again with a known one")
FAILED: Final = Close(1011, "the service failed; connect again and send again what is unanswered")


class _Taken(NamedTuple):
    """A line that is to be answered."""

    number: int
    began: float
    outcome: Awaitable[Answer]


class Device:
    """One connection: its lines go to the desk as they come, and are answered in that order."""

    def __init__(
        self, connection: HTTPConnection, line: LineOfWork, receive: Receive, send: Send
    ) -> None:
        self.line = line
        self._connection = connection
        self._receive = receive
        self._send = send
        self._numbers = Numbers()
        self._turn = asyncio.Lock()
        self._room = asyncio.Semaphore(MOST_UNANSWERED)
        self._taken: asyncio.Queue[_Taken | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read_all())
        self._is_gone = False
        self._is_signed_out = asyncio.Event()

    def be_followed(self) -> None:
        """Not one more line is handed in, so that none of the newer connection is overtaken."""
        self._reading.cancel()

    def be_signed_out(self) -> None:
        """Its token is not taken any more: nothing is read or answered from here on."""
        self._is_signed_out.set()

    async def talk(self) -> Close:
        """Until no more is to be read and all that was taken is answered, or it is signed out."""
        answering = asyncio.create_task(self._answer_all())
        out = asyncio.create_task(self._is_signed_out.wait())
        try:
            await asyncio.wait({self._reading, out}, return_when=asyncio.FIRST_COMPLETED)
            self._taken.put_nowait(None)
            await asyncio.wait({answering, out}, return_when=asyncio.FIRST_COMPLETED)
            if self._is_signed_out.is_set():
                return _UNKNOWN
            await answering
        finally:
            for task in (self._reading, answering, out):
                task.cancel()
        return _FOLLOWED if self._reading.cancelled() else self._reading.result()

    async def _read_all(self) -> Close:
        closing = self._connection.app.state.closing
        while True:
            await self._room.acquire()
            message = await self._receive()
            if closing.is_set():
                return _ENDS
            if message["type"] == "websocket.disconnect":
                return Close(message.get("code") or 1000, "")
            text = message.get("text")
            if text is None:
                return _BINARY
            try:
                line = read_line(text)
            except NotALine as error:
                return Close(error.code, error.reason)
            if not await self._is_taken(line):
                return _UNKNOWN

    async def _is_taken(self, line: Line) -> bool:
        """It is answered in any case; False where nothing more is taken from this device."""
        began, is_known = time.perf_counter(), True
        outcome: asyncio.Future[Answer]
        try:
            asked = await self._take(line)
        except Exception as error:  # noqa: BLE001  it is the answer
            status = _status(error)
            is_known = status != HTTPStatus.UNAUTHORIZED
            self._numbers.answer(line.number, status)
            outcome = asyncio.get_running_loop().create_future()
            outcome.set_exception(error)
        else:
            outcome = asyncio.create_task(self._carry_out(line.number, asked))
        self._taken.put_nowait(_Taken(line.number, began, outcome))
        return is_known

    async def _take(self, line: Line) -> Asked:
        may_be_again = self._numbers.take(line.number)
        line.require_form()
        known = await self._known()
        origin = Origin(self.line.place(line.number), may_be_again, IDS)
        return Asked(line.body, None, known, origin, is_kept=True, line=self.line.turn)

    async def _known(self) -> Known | None:
        """Asked for every line, as for every request: who is out is out within a moment."""
        access: Access = self._connection.app.state.access
        identity = await access.identify_device(self._connection)
        if identity is None:
            return None
        if identity.known.actor.id != self.line.actor:
            raise Problem("unauthorized", "the token is somebody else's by now")
        return identity.known

    async def _carry_out(self, number: int, asked: Asked) -> Answer:
        """One line begins after the other, and none behind one that was not done."""
        async with self._turn:
            self._numbers.require_done_before(number)
            try:
                outcome = await self._begin(asked)
            except Exception as error:
                self._numbers.answer(number, _status(error))
                raise
        return await outcome

    async def _begin(self, asked: Asked) -> Awaitable[Answer]:
        """Waits for a full desk, so that no line overtakes another."""
        path: CommandPath = self._connection.app.state.command_path
        until = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                return await path.begin(asked)
            except DeskBusy:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(_BUSY_PAUSE_SECONDS)

    async def _answer_all(self) -> None:
        """Also for a device that has hung up: the desk has taken its lines nevertheless."""
        while (taken := await self._taken.get()) is not None:
            text = await self._answer(taken)
            if not self._is_gone:
                try:
                    await self._send({"type": "websocket.send", "text": text})
                except OSError:
                    self._is_gone = True
            self._room.release()

    async def _answer(self, taken: _Taken) -> str:
        try:
            events = (await taken.outcome).events
        except Exception as error:  # noqa: BLE001  logged where nobody foresaw it
            status = _status(error)
            self._numbers.answer(taken.number, status)
            text = problem_line(taken.number, noted_problem(error, self._connection.scope))
        else:
            status, text = 200, events_line(taken.number, events)
        path = self._connection.scope["path"]
        http_seconds("LINE", path, status).observe(time.perf_counter() - taken.began)
        return text


def _status(error: Exception) -> int:
    problem = problem_of(error)
    status, _ = PROBLEMS["internal" if problem is None else problem.kind]
    return status


def noted_problem(error: Exception, scope: Scope) -> Problem:
    """As what it is answered, and noted or logged as that of a request would be."""
    problem = problem_of(error)
    if problem is None:
        _log.error("a line failed", exc_info=error)
        return Problem("internal", "the failure was logged")
    note_problem(scope, problem)
    return problem
