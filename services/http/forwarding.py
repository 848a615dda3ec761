"""Commands passed on to the process that has the desk, over HTTP."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import httpx
import structlog
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore

from services.desk import Answer, DeskBusy
from services.desk.request_queue import DeskAway, DeskFailed, DeskMoved
from services.http.command_path import PATIENCE_SECONDS, Asked
from services.http.private_connection import PrivateConnections, Reply
from services.http.private_messages import (
    ALIVE,
    COMMANDS,
    NONCE,
    PROBE,
    PROOF,
    Door,
    headers_to,
    is_proof,
    read_answer,
)
from services.runtime.lease import Holder, find_holder
from services.tempo import seconds

_log = structlog.get_logger("forwarding")
_LOOK_SECONDS: Final = seconds(1.0)
_LOOK_WHILE_AWAY_SECONDS: Final = 0.1
_ALIVE_SECONDS: Final = seconds(3.0)
_NOTHING_TO_SAY: Final = 204
_MOST_STRIKES: Final = 20
"""A request that was alone on the way so often when the connection broke is the one to blame."""
_A_DEAD_DESK: Final = 5
"""Weighs as much as so many broken connections to one that goes on."""
_NOT_KNOWN: Final = "whether it was done is not known: send it again with its command_id"


class Forwarding:
    """Knows which process has the desk, looks every second whether that still answers, and sends.

    Where it is lost those that were sent are sent again to the next one; where none is found for
    so long as a command waits, commands are turned away at once until there is one.
    """

    def __init__(self, datastore: PostgresDatastore, own_address: str, most: int) -> None:
        """`most` commands are unanswered at a time."""
        self._most = most
        self._unanswered = 0
        self._datastore = datastore
        self._own_address = own_address
        self._connections = PrivateConnections()
        self._holder: Holder | None = None
        self._epoch = 0
        self._away_since: float | None = time.monotonic()
        self._why = "no desk was found yet"
        self._changed = asyncio.Event()
        self._look_now = asyncio.Event()
        self._under_way: dict[asyncio.Task[Answer], int] = {}
        self._watching: asyncio.Task[None] | None = None
        self._is_here = False

    def start(self) -> None:
        """In the event loop that sends."""
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        self._connections.close()

    def note_here(self, *, is_here: bool) -> None:
        """Whether the desk is in this process."""
        self._is_here = is_here
        if is_here:
            self._holder, self._away_since = None, None
            self._give_up_under_way()
            self._changed.set()
        else:
            self._away_since, self._why = time.monotonic(), "the desk has left this process"
            self._changed.clear()
            self._look_now.set()

    def trouble(self) -> str | None:
        """What keeps commands from the desk, if anything does."""
        away = self._away_since
        return None if away is None else f"no desk since {time.monotonic() - away:.0f} s"

    def cut_off(self) -> str | None:
        """Longer than a command waits: each is turned away at once."""
        away = self._away_since
        if away is None or time.monotonic() - away < PATIENCE_SECONDS:
            return None
        return f"no desk for {time.monotonic() - away:.0f} s: {self._why}"

    # Looking for it

    async def _watch(self) -> None:
        while True:
            away = self._away_since is not None
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_WHILE_AWAY_SECONDS if away else _LOOK_SECONDS):
                    await self._look_now.wait()
            self._look_now.clear()
            if self._is_here:
                continue
            try:
                await self._look()
            except (DeskMoved, PersistenceError, OSError) as error:
                self._lose(str(error) or repr(error))
            except Exception as error:  # noqa: BLE001  nobody else looks for it
                _log.exception("the desk cannot be looked for")
                self._lose(repr(error))

    async def _look(self) -> None:
        try:
            holder = await asyncio.to_thread(find_holder, self._datastore, "desk")
        except PersistenceError:
            holder = self._holder  # who has it may reach the database all the same
            if holder is None:
                raise
        if holder is None:
            raise DeskMoved("no desk holds the lease")
        if holder.epoch != self._epoch:
            # Whoever had it keeps its connections open, if it is only stopped.
            self._epoch = holder.epoch
            if self._holder is not None:
                self._lose("another desk is in charge")
            self._give_up_under_way()
        if self._is_here or holder.address == self._own_address:
            return  # it is being opened here
        try:
            async with asyncio.timeout(_ALIVE_SECONDS):
                await self._ask("GET", Door.of(holder), ALIVE)
        except OSError as error:  # among them TimeoutError
            raise DeskMoved(_unreachable(holder, error)) from None
        if self._away_since is not None:
            _log.info("at the desk", epoch=holder.epoch)
        self._holder, self._away_since = holder, None
        self._changed.set()

    def _give_up_under_way(self) -> None:
        """Sent to a desk that is passed over: they are sent again, to the new one."""
        for task, epoch in self._under_way.items():
            if epoch != self._epoch or self._is_here:
                task.cancel()

    def _lose(self, why: str) -> None:
        if self._is_here:
            return
        if self._away_since is None:
            _log.warning("the desk is lost; looking for it", why=why)
            self._away_since = time.monotonic()
        self._why, self._holder = why, None
        self._changed.clear()

    # Sending

    async def send(self, asked: Asked, until: float) -> Answer:
        if self._unanswered >= self._most:
            raise DeskBusy(f"{self._most} requests wait for the desk")
        self._unanswered += 1
        try:
            return await self._send(asked, until)
        finally:
            self._unanswered -= 1

    async def _send(self, asked: Asked, until: float) -> Answer:
        fate = _NOT_KNOWN if asked.was_sent else "nothing was done"
        holder = self._holder
        if holder is None:
            if self.cut_off() is not None:
                raise DeskAway(f"{self._why}; {fate}")
            await self._wait_for_it(until, fate)
            raise DeskMoved("it was looked for")
        sending = asyncio.create_task(self._post(holder, asked))
        self._under_way[sending] = holder.epoch
        try:
            _, late = await asyncio.wait({sending}, timeout=max(until - time.monotonic(), 0))
        finally:
            alone = len(self._under_way) == 1
            del self._under_way[sending]
            if not sending.done():
                sending.cancel()
        if late:
            raise DeskAway(f"the desk does not answer; {_NOT_KNOWN}")
        if sending.cancelled():
            asked.was_sent = True
            raise DeskMoved("another desk is in charge")
        try:
            return sending.result()
        except DeskMoved as error:
            self._lose(str(error))
            self._look_now.set()
            raise
        except OSError as error:
            raise self._lost_with(asked, _unreachable(holder, error), alone=alone) from None

    def _lost_with(self, asked: Asked, why: str, *, alone: bool) -> DeskMoved:
        """Where several are lost at once none of them is to blame."""
        self._lose(why)
        self._look_now.set()
        asked.was_sent = True
        asked.strikes += alone * (1 if asked.lost_epoch in (None, self._epoch) else _A_DEAD_DESK)
        asked.lost_epoch = self._epoch
        if asked.strikes >= _MOST_STRIKES:
            _log.error("a request breaks every connection it is sent on; it is given up")
            raise DeskFailed(f"the desk could not take this request; {_NOT_KNOWN}")
        return DeskMoved(why)

    async def _wait_for_it(self, until: float, fate: str) -> None:
        self._look_now.set()
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await self._changed.wait()
        except TimeoutError:
            raise DeskAway(f"{self._why}; {fate}") from None

    async def _post(self, holder: Holder, asked: Asked) -> Answer:
        door = Door.of(holder)
        answer = await self._ask("POST", door, COMMANDS, asked)
        return read_answer(answer.status, answer.headers, answer.body)

    async def probe(self) -> None:
        """Raises what keeps that desk from writing."""
        if self._holder is None:
            raise DeskAway(self._why)
        answer = await self._ask("POST", Door.of(self._holder), PROBE)
        if answer.status != _NOTHING_TO_SAY:
            raise DeskFailed(answer.body.decode() or "it has not the desk")

    async def _ask(self, method: str, door: Door, path: str, asked: Asked | None = None) -> Reply:
        headers = headers_to(door, asked)
        body = b"" if asked is None else asked.body
        answer = await self._connections.ask(method, door.url, path, headers, body)
        if not is_proof(answer.headers.get(PROOF), door.secret, headers[NONCE], "server"):
            raise DeskMoved("somebody else answers where the desk was")
        return answer


def _unreachable(holder: Holder, error: Exception) -> str:
    return f"the desk at {Door.of(holder).host} cannot be reached from here: {error!r}"


def send_once(holder: Holder, asked: Asked, seconds: float = PATIENCE_SECONDS) -> Answer:
    """From the command line, which has no event loop."""
    door = Door.of(holder)
    headers = headers_to(door, asked)
    try:
        answer = httpx.post(
            f"{door.url}{COMMANDS}", headers=headers, content=asked.body, timeout=seconds
        )
    except httpx.HTTPError as error:
        why = f"the desk at {door.host} cannot be reached from here: {error}"
        raise DeskAway(f"{why}; {_NOT_KNOWN}") from None
    if not is_proof(answer.headers.get(PROOF), door.secret, headers[NONCE], "server"):
        raise DeskAway("somebody else answers where the desk was")
    return read_answer(answer.status_code, answer.headers, answer.content)
