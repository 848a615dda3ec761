"""The API as a process: HTTP and pages, and while it has the lease the desk."""

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from typing import Any, Final

import structlog
from eventsourcing.persistence import PersistenceError

from services.desk.clock import utc_now
from services.desk.probe import Probing
from services.http.app import make_app
from services.http.command_path import CommandPath
from services.http.forwarding import Forwarding
from services.http.private_listener import PrivateListener
from services.http.readers import InProcesses
from services.http.server import Server
from services.runtime.duties import expected_duties
from services.runtime.health import Health, both
from services.runtime.parts.desk_holder import DeskHolder
from services.runtime.roster import Post, Roster
from services.storage import Storage
from services.store.addresses import database_url

_log = structlog.get_logger("api")
_END_SECONDS: Final = 20.0


class ApiPart:
    """Answers on a socket that somebody has bound."""

    name: Final = "api"

    def __init__(
        self,
        storage: Storage,
        roster: Roster,
        taken: socket.socket,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._roster = roster
        self._taken = taken
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener = PrivateListener(storage.settings)
        address = self._listener.door.address()
        self._forwarding = Forwarding(storage.ledger.datastore, address, storage.settings.queue)
        health = Health(roster)
        self._app = make_app(
            settings=storage.settings,
            desk=None,
            elsewhere=self._forwarding,
            ledger=storage.ledger,
            books=storage.books,
            checks={
                "store": storage.check,
                **{
                    name: health.check(*duties)
                    for name, duties in expected_duties(storage.settings).items()
                },
                "desk": both(health.check("desk"), Probing(self._probe).trouble),
            },
        )
        self._app.state.exposition = health.exposition
        self._app.state.notes = storage.notes
        self._app.state.own_trouble = both(self._forwarding.cut_off, storage.reach)
        url = database_url(storage.settings)
        self._app.state.readers = InProcesses(storage.settings, url, storage.books)
        self._path: CommandPath = self._app.state.command_path
        self._holder = DeskHolder(storage, self._path, self._forwarding, address, clock)

    def _probe(self) -> "Future[Any]":
        assert self._loop is not None
        return self._path.probe_from_outside(self._loop)

    def duties(self) -> list[str]:
        return [self.name]

    def trouble(self) -> str | None:
        return self._forwarding.trouble()

    def posts(self) -> list[Post]:
        ingest = self._holder.ingest
        return [self, self._holder, *([] if ingest is None else [ingest])]

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        async def started() -> None:
            self._loop = asyncio.get_running_loop()
            self._forwarding.start()
            await self._listener.open(self._path)
            self._holder.start_in_loop()
            up()

        server = Server(self._app, on_start=started, on_leave=self._leave, on_end=self._end)
        server.serve_until(closing, self._taken)
        return 0

    async def _leave(self) -> None:
        """Commands that still come are passed on to whoever has the desk then."""
        try:
            await asyncio.to_thread(self._holder.hand_over, self._roster)
        except PersistenceError as error:
            _log.warning("the desk is not handed over", why=str(error))

    async def _end(self) -> None:
        """Everybody is answered."""
        await asyncio.to_thread(self._holder.ends_within, _END_SECONDS)
        await self._forwarding.close()
        await self._listener.close()
