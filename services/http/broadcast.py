"""Reading once, sending to all: what many watch is read by one and encoded once."""

import asyncio
import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Final

import msgspec
import structlog
from starlette.concurrency import run_in_threadpool

from domain.commands.fields import Actor
from projections.floor.view import TableView
from services.http.log_pages import PAGE, LogPage, LogPages
from services.http.pace import Pace
from services.http.viewers import Viewer
from services.store.ledger import Ledger, Logged
from services.tempo import seconds

_log = structlog.get_logger("stream")
_POLL_SECONDS: Final = seconds(0.25)
_SHORTEST_PAUSE_SECONDS: Final = 0.05
_KEEP_ALIVE_POLLS: Final = 60
STILL_HERE: Final = b": still here\n\n"


class Broadcast(ABC):
    """Reads while somebody watches; nobody watching, nobody reading."""

    def __init__(self, closing: threading.Event, pace: Pace) -> None:
        self.viewers: set[Viewer] = set()
        self._pace = pace
        self._closing = closing
        self._reading: asyncio.Task[None] | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._asked = asyncio.Event()

    @abstractmethod
    async def begin(self) -> None:
        """Before the first reading."""

    @abstractmethod
    async def read(self) -> bool:
        """Read, and offer what is new to all; whether there was any."""

    async def enter(self, viewer: Viewer) -> None:
        """Returns after a reading that began later than this call."""
        self.viewers.add(viewer)
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        self._asked.set()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_on())
        try:
            await done
        except BaseException:
            self.leave(viewer)
            raise

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)

    async def _read_on(self) -> None:
        try:
            await self.begin()
            idle = 0
            while self.viewers and not self._closing.is_set():
                await self._pace.turn()  # after what was offered before
                self._asked.clear()
                waiting, self._waiting = self._waiting, []
                began = time.monotonic()
                try:
                    idle = 0 if await self.read() else idle + 1
                except BaseException:
                    self._waiting += waiting
                    raise
                _settle(waiting, None)
                if idle and idle % _KEEP_ALIVE_POLLS == 0:
                    self.offer_all(STILL_HERE)
                took = time.monotonic() - began
                await asyncio.sleep(min(max(took, _SHORTEST_PAUSE_SECONDS), _POLL_SECONDS))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._asked.wait(), _POLL_SECONDS)
            self._end(None)
        except Exception as error:  # noqa: BLE001  the viewers come back and get it
            _log.warning("streams end: the books cannot be read", why=str(error))
            self._end(error)

    def _end(self, error: Exception | None) -> None:
        """Nothing is awaited here: whoever enters next finds no reading, and begins one."""
        self._reading = None
        for viewer in self.viewers:
            viewer.end()
        self.viewers.clear()
        waiting, self._waiting = self._waiting, []
        _settle(waiting, error)

    def audience(self) -> Iterable[Viewer]:
        """Those who are sent what is new."""
        return self.viewers

    def offer_all(self, messages: bytes) -> None:
        for viewer in self.audience():
            viewer.offer(messages)


def _settle(waiting: list[asyncio.Future[None]], error: Exception | None) -> None:
    for one in waiting:
        if one.done():
            continue
        if error is None:
            one.set_result(None)
        else:
            one.set_exception(error)


class FloorBroadcast(Broadcast):
    """The rows of the floor; every viewer gets all of them once, then each that changed."""

    def __init__(
        self,
        closing: threading.Event,
        pace: Pace,
        changed: Callable[[Mapping[str, int]], list[TableView]],
    ) -> None:
        super().__init__(closing, pace)
        self._changed = changed
        self._rows: dict[str, tuple[int, bytes]] = {}
        self._whole = b""

    async def begin(self) -> None:
        self._rows = {}

    async def enter(self, viewer: Viewer) -> None:
        await super().enter(viewer)
        viewer.begin_with(self._whole if viewer.table is None else self._of(viewer.table))

    def _of(self, table: str) -> bytes:
        return self._rows[table][1] if table in self._rows else b""

    async def read(self) -> bool:
        changed = await run_in_threadpool(self._read_changed)
        self._rows |= changed
        if changed:
            self._whole = _joined(self._rows)
            self._offer(changed)
        return bool(changed)

    def _offer(self, changed: dict[str, tuple[int, bytes]]) -> None:
        every = _joined(changed)
        for viewer in self.audience():
            if viewer.table is None:
                viewer.offer(every)
            elif viewer.table in changed:
                viewer.offer(changed[viewer.table][1])

    def _read_changed(self) -> dict[str, tuple[int, bytes]]:
        known = {table: seq for table, (seq, _) in self._rows.items()}
        return {row.table: (row.seq, _row_message(row)) for row in self._changed(known)}


def _joined(rows: dict[str, tuple[int, bytes]]) -> bytes:
    return b"".join(message for _, message in rows.values())


def _row_message(row: TableView) -> bytes:
    return message(f"{row.table}/{row.seq}", "table", msgspec.json.encode(row))


class LogBroadcast(Broadcast):
    """The end of the log; who is behind reads up to it alone."""

    def __init__(
        self,
        closing: threading.Event,
        pace: Pace,
        ledger: Ledger,
        visible: Callable[[list[Logged], Actor | None], list[bytes]],
    ) -> None:
        super().__init__(closing, pace)
        self._ledger = ledger
        self._visible = visible
        self.position = 0
        """Everything up to here has been offered."""
        self._pages = LogPages(self._read_page)

    async def begin(self) -> None:
        self.position = await run_in_threadpool(self._ledger.head)

    async def read(self) -> bool:
        any_new = False
        while logged := await run_in_threadpool(self._ledger.log_after, self.position, PAGE):
            any_new = True
            await self._offer(logged)
            if len(logged) < PAGE:
                break
        return any_new

    def page_for(self, viewer: Viewer, position: int) -> asyncio.Future[LogPage | None]:
        """What comes after a position, for who is behind."""
        page = self._pages.behind(position, self.position, viewer.sight, viewer.actor)
        viewer.awaits(page)
        return page

    async def _read_page(self, after: int, actor: Actor | None) -> LogPage:
        def read() -> LogPage:
            logged = self._ledger.log_after(after, PAGE)
            return LogPage.of(logged, self._messages(logged, actor))

        return await run_in_threadpool(read)

    def _messages(self, logged: list[Logged], actor: Actor | None) -> list[bytes]:
        return [
            message(str(entry.position), entry.topic.split(".")[1], body)
            for entry, body in zip(logged, self._visible(logged, actor), strict=True)
        ]

    def audience(self) -> list[Viewer]:
        return [viewer for viewer in self.viewers if viewer.position is not None]

    async def _offer(self, logged: list[Logged]) -> None:
        """Once for all who have the same sight."""
        made: dict[Hashable, list[bytes]] = {}
        while without := [one for one in self.audience() if one.sight not in made]:
            made[without[0].sight] = await run_in_threadpool(
                self._messages, logged, without[0].actor
            )
        joined = {sight: b"".join(messages) for sight, messages in made.items()}
        for viewer in self.audience():
            assert viewer.position is not None
            if viewer.position < logged[0].position:
                viewer.offer(joined[viewer.sight])
            else:
                self._offer_rest(viewer, logged, made[viewer.sight])
        self.position = logged[-1].position

    @staticmethod
    def _offer_rest(viewer: Viewer, logged: list[Logged], messages: list[bytes]) -> None:
        """Who came while this was being read has had the beginning of it."""
        assert viewer.position is not None
        rest = [
            message
            for entry, message in zip(logged, messages, strict=True)
            if entry.position > viewer.position
        ]
        if rest:
            viewer.offer(b"".join(rest))


def message(identity: str, name: str, data: bytes) -> bytes:
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (identity.encode(), name.encode(), data)
