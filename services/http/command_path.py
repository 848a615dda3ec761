"""The way of commands: to the desk in this process, or over HTTP to the process that has it."""

import asyncio
import threading
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from domain.commands import Command
from services.desk import (
    Answer,
    CommandRefused,
    DeskClosed,
    Origin,
    OtherBody,
    Request,
    RequestTaker,
)
from services.desk.request import make_probe
from services.desk.request_queue import DeskAway, DeskMoved
from services.entry.identity import require_scope
from services.entry.requests import Entry
from services.entry.tokens import Known
from services.http.answer_masking import Sender, masked_events, masked_refusal, sender_of
from services.http.bodies import read_in_turn
from services.http.problems import other_body
from services.queries import Queries
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from services.tempo import seconds

PATIENCE_SECONDS: Final = seconds(10.0)
"""So long a command waits for a desk; a standby takes over well within this."""
_BOOKS_SECONDS: Final = seconds(8.0)
_MOVES_SECONDS: Final = 0.02
"""A desk that takes no more is on its way to another process."""
DELIVERIES: Final = uuid.uuid5(uuid.NAMESPACE_URL, "pitledger:delivery")
"""Namespace of the ids that places give to commands which carry none."""


@dataclass(slots=True, eq=False)
class Asked:
    """Commands on their way: read where they are decided."""

    body: bytes
    table: str | None
    """That the path names."""
    known: Known | None
    origin: Origin
    commands: list[Command] | None = None
    is_kept: bool = False
    """It is answered as it would be answered again out of the store."""
    line: str | None = None
    """A device's line of work, which is done in its order."""
    was_sent: bool = False
    strikes: int = 0
    """How often it was sent alone to a desk that was lost then."""
    lost_epoch: int | None = None
    """Of the desk that was lost last."""

    @property
    def turn(self) -> str | None:
        """What is passed on in order."""
        table = self.table or (_table_in(self.body) if self.line is None else None)
        return self.line if table is None else f"table {table}"

    def come_again(self) -> None:
        """It may have been done: it is sent again."""
        self.origin = replace(self.origin, may_be_again=True)


class _Tabled(msgspec.Struct):
    table: str | None = None


_TABLED: Final = msgspec.json.Decoder(_Tabled)


def _table_in(body: bytes) -> str | None:
    """Of one command that names it; what is wrong with the body is told where it is read."""
    try:
        return _TABLED.decode(body).table
    except (msgspec.DecodeError, RecursionError):
        return None


class DeskElsewhere(Protocol):
    """The desk in another process."""

    async def send(self, asked: Asked, until: float) -> Answer:
        """DeskMoved where it is to be looked for again, DeskAway where its time is over."""

    async def probe(self) -> None:
        """Raises what keeps that desk from writing."""


class CommandPath:
    """Takes commands to the desk, wherever it is, and brings back what their sender may see.

    While the desk is here they go straight into its queue. Elsewhere those of one table, and those
    of one device, go one after the other. What was sent to a desk that is lost is sent again:
    the ids that its origin gives to its commands make that harmless.
    """

    def __init__(
        self,
        entry: Entry,
        ledger: Ledger,
        books: Queries,
        desk: RequestTaker | None = None,
        elsewhere: DeskElsewhere | None = None,
    ) -> None:
        self.desk = desk
        """While it is in this process."""
        self._entry = entry
        self._ledger = ledger
        self._books = books
        self._elsewhere = elsewhere
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}
        self._name = uuid.uuid4().hex
        self._number = 0

    def next_origin(self) -> Origin:
        """Of a request that names no place of its own."""
        self._number += 1
        return Origin(f"{self._name}/{self._number}", namespace=DELIVERIES, is_claimed=False)

    async def carry_out(self, asked: Asked) -> Answer:
        """All of it or nothing; as its sender may see it."""
        outcome = await self.begin(asked)
        return await outcome

    async def carry_out_here(self, asked: Asked) -> Answer:
        """What another process has passed on; DeskClosed where the desk is not here."""
        if self.desk is None:
            raise DeskClosed("the desk is not in this process")
        return await (await self._hand_in(self.desk, asked))

    async def begin(self, asked: Asked) -> Awaitable[Answer]:
        """The desk has it when this returns, and nothing that begins later overtakes it."""
        until = time.monotonic() + PATIENCE_SECONDS
        if self.desk is not None and (not self._turns or asked.turn not in self._turns):
            try:
                outcome = await self._hand_in(self.desk, asked)
            except DeskClosed:
                if self._elsewhere is None:
                    raise
            else:
                return outcome if self._elsewhere is None else self._followed(outcome, asked, until)
            asked.come_again()
        return self._followed(await self._begin_in_turn(asked, until), asked, until)

    async def _followed(self, outcome: Awaitable[Answer], asked: Asked, until: float) -> Answer:
        """Where the desk ends before it has answered, by the next one."""
        while True:
            try:
                return await outcome
            except DeskAway:
                raise
            except DeskClosed:
                if time.monotonic() >= until:
                    raise
            asked.come_again()
            outcome = await self._begin_in_turn(asked, until)

    async def _begin_in_turn(self, asked: Asked, until: float) -> Awaitable[Answer]:
        async with self._turn(asked.turn):
            while True:
                try:
                    if self.desk is not None:
                        return await self._hand_in(self.desk, asked)
                    assert self._elsewhere is not None
                    return _given(await self._elsewhere.send(asked, until))
                except DeskAway:
                    raise
                except (DeskMoved, DeskClosed) as error:
                    if time.monotonic() >= until:
                        raise DeskAway(f"{error}; send it again with its command_id") from None
                    if isinstance(error, DeskClosed):
                        await asyncio.sleep(_MOVES_SECONDS)
                    asked.come_again()

    @asynccontextmanager
    async def _turn(self, name: str | None) -> AsyncIterator[None]:
        """Whoever comes first goes first."""
        if name is None:
            yield
            return
        lock, waiting = self._turns.get(name, (asyncio.Lock(), 0))
        self._turns[name] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._turns[name]
            if waiting > 1:
                self._turns[name] = lock, waiting - 1
            else:
                del self._turns[name]

    async def _hand_in(self, desk: RequestTaker, asked: Asked) -> Awaitable[Answer]:
        commands = asked.commands
        if commands is None:
            actor = None if asked.known is None else asked.known.actor
            commands = asked.commands = await read_in_turn(asked.body, asked.table, actor)
        if asked.known is not None:
            require_scope(asked.known, commands)
        if self._entry.reads_the_books(commands):
            request = await self._prepare_by_the_books(commands, asked.origin)
        else:
            request = self._entry.prepare(commands, asked.origin)
        outcome = hand_in(desk, request)
        return self._masked(outcome, sender_of(commands, asked.known), is_kept=asked.is_kept)

    async def _prepare_by_the_books(self, commands: list[Command], origin: Origin) -> Request:
        """With what the books say, unless they do not say it in time."""
        try:
            async with asyncio.timeout(_BOOKS_SECONDS):
                return await asyncio.to_thread(self._entry.prepare, commands, origin)
        except TimeoutError:
            raise StoreUnavailable("the books cannot be read now; nothing was done") from None

    async def _masked(
        self, outcome: "asyncio.Future[Answer]", sender: Sender, *, is_kept: bool
    ) -> Answer:
        """The answer as its sender may see it, or the refusal."""
        try:
            answer = await outcome
        except CommandRefused as refused:
            raise await masked_refusal(refused, sender, self._ledger, is_kept=is_kept) from None
        except OtherBody as error:
            raise other_body(error, sender.commands) from None
        events = await masked_events(answer.events, sender, self._books)
        return answer if events is answer.events else Answer(events, answer.repeated)

    async def probe(self) -> None:
        """Raises what keeps the desk from writing, wherever it is."""
        if (desk := self.desk) is not None:
            await hand_in(desk, make_probe())
        elif self._elsewhere is not None:
            await self._elsewhere.probe()

    def probe_from_outside(self, loop: asyncio.AbstractEventLoop) -> "Future[None]":
        """The same, for who waits in a thread."""
        return asyncio.run_coroutine_threadsafe(self.probe(), loop)


T = TypeVar("T")


class _LoopAnswer:
    """For who waits in an event loop: the desk's own, or that of another thread."""

    __slots__ = ("_loop", "_thread", "future")

    def __init__(self) -> None:
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self.future: asyncio.Future[Answer] = self._loop.create_future()

    def set_result(self, result: Answer, /) -> None:
        self._tell(self.future.set_result, result)

    def set_exception(self, exception: Exception, /) -> None:
        self._tell(self.future.set_exception, exception)

    def _tell(self, settle: Callable[[T], None], outcome: T) -> None:
        if threading.get_ident() != self._thread:
            with suppress(RuntimeError):  # the loop has closed, and nobody waits any more
                self._loop.call_soon_threadsafe(self._tell_here, settle, outcome)
        else:
            self._tell_here(settle, outcome)

    def _tell_here(self, settle: Callable[[T], None], outcome: T) -> None:
        """Unless its client has hung up: what the desk has taken is done nevertheless."""
        if not self.future.done():
            settle(outcome)


def hand_in(desk: RequestTaker, request: Request) -> "asyncio.Future[Answer]":
    """What comes of it, for who waits in this event loop."""
    request.answer = answer = _LoopAnswer()
    desk.hand_in(request)
    return answer.future


async def _given(answer: Answer) -> Answer:
    return answer
