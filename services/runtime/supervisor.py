"""The supervisor: starts every part as a process, starts again what dies, ends all in order."""

import asyncio
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field
from typing import Final

import structlog

from services.cli.exit_codes import FAULT, PERMANENT
from services.runtime.parts.part import OUTGROWN, UP
from services.runtime.standard_streams import say
from services.tempo import seconds

_log = structlog.get_logger("supervisor")
_PAUSES_SECONDS: Final = tuple(map(seconds, (0.1, 0.5, 1.0, 2.0, 5.0)))
_LIVED_WELL_SECONDS: Final = seconds(5.0)
_END_WITHIN_SECONDS: Final = 25.0
_ENDING: Final = (("api",), ("follow",))
"""Who takes commands ends first, so that what was done is still followed."""


@dataclass(slots=True, eq=False)
class Watched:
    """A part, its process, and how it has fared."""

    name: str
    arguments: tuple[str, ...] = ()
    fds: tuple[int, ...] = ()
    leave_seconds: float = 0.0
    module: str = "services.cli.main"
    process: Process | None = None
    up: asyncio.Event = field(default_factory=asyncio.Event)
    outgrown: bool = False
    """It said that a later build has changed the tables."""
    failures: int = 0

    async def start(self) -> Process:
        """Its standard input is its lifeline, its standard output says when it is up."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", self.module, self.name, "--supervised",
            *self.arguments,
            stdin=PIPE, stdout=PIPE, pass_fds=self.fds,
            start_new_session=True,  # Ctrl-C is for the supervisor, which ends the others in order
        )  # fmt: skip
        _log.info("started", part=self.name, pid=self.process.pid)
        return self.process

    async def end(self) -> bool:
        """Whether it ended in time; else it was killed."""
        process = self.process
        if process is None or process.returncode is not None:
            return True
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), self.leave_seconds + _END_WITHIN_SECONDS)
        except TimeoutError:
            _log.error("did not end in time; killed", part=self.name, pid=process.pid)
            process.kill()
            return False
        return True

    async def watch(self, process: Process) -> int:
        """Its exit code, once it has ended."""
        assert process.stdout is not None
        began = time.monotonic()
        async for line in process.stdout:
            said = line.decode().strip()
            if said == UP:
                self.up.set()
            self.outgrown |= said == OUTGROWN
        code = await process.wait()
        lived_well = time.monotonic() - began > _LIVED_WELL_SECONDS
        self.failures = 1 if lived_well else self.failures + 1
        return code

    @property
    def pause_seconds(self) -> float:
        return _PAUSES_SECONDS[min(self.failures, len(_PAUSES_SECONDS)) - 1]


class Supervisor:
    """Supervises until SIGTERM or SIGINT; then everything taken is finished and answered."""

    def __init__(self, parts: list[Watched], listener: socket.socket) -> None:
        self._parts = parts
        self._listener = listener
        self._ending = asyncio.Event()
        self._code = 0

    async def run(self, address: str) -> int:
        loop = asyncio.get_running_loop()
        for one in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(one, self._ending.set)
        keeping = [asyncio.create_task(self._keep(part)) for part in self._parts]
        announcing = asyncio.create_task(self._announce(address))
        for task in (*keeping, announcing):
            task.add_done_callback(self._end_where_it_failed)
        await self._ending.wait()
        announcing.cancel()
        self._listener.close()
        await self._end_all()
        await asyncio.wait(keeping)
        return self._code

    def _end_where_it_failed(self, task: asyncio.Task[None]) -> None:
        """A part that nobody watches any more would never be started again."""
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("the supervisor has failed; ending", why=repr(error), exc_info=error)
            self._code = self._code or FAULT
            self._ending.set()

    async def _announce(self, address: str) -> None:
        await asyncio.gather(*(part.up.wait() for part in self._parts))
        say(f"Pitledger is open at {address}")

    async def _keep(self, part: Watched) -> None:
        while not self._ending.is_set():
            process = await part.start()
            if self._ending.is_set():
                await self._end(part)  # it was not there yet when all were ended
            code = await part.watch(process)
            if self._ending.is_set():
                return
            if part.outgrown or (code in PERMANENT and not part.up.is_set()):
                when = "is outgrown" if part.outgrown else "ended before it was up"
                _log.error(f"{when}; starting it again would not help", part=part.name)
                self._code = code
                self._ending.set()
                return
            _log.warning(
                "ended; starting it again",
                part=part.name,
                how=_how(code),
                in_seconds=part.pause_seconds,
            )
            try:
                await asyncio.wait_for(self._ending.wait(), part.pause_seconds)
            except TimeoutError:
                continue

    async def _end_all(self) -> None:
        for names in _ENDING:
            await asyncio.gather(*(self._end(part) for part in self._parts if part.name in names))

    async def _end(self, part: Watched) -> None:
        if not await part.end():
            self._code = self._code or 1


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
