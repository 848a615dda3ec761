"""The API as a process: it reads the books itself and sends commands to the desk."""

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Final

from services.desk.loop_client import LoopClient
from services.desk.probe import Probing
from services.http.app import make_app
from services.http.server import Server
from services.runtime.duties import expected_duties
from services.runtime.health import Health, both
from services.runtime.roster import Roster
from services.storage import Storage

PATIENCE_SECONDS: Final = 10.0
"""A standby takes over well within this; so long a request waits for a desk."""


class ApiPart:
    """Answers on a socket that somebody has bound."""

    name: Final = "api"

    def __init__(self, storage: Storage, roster: Roster, taken: socket.socket) -> None:
        self._storage = storage
        self._taken = taken
        self._desk = LoopClient(
            storage.ledger.datastore,
            most=storage.settings.queue,
            patience_seconds=PATIENCE_SECONDS,
        )
        health = Health(roster)
        self._app = make_app(
            settings=storage.settings,
            desk=self._desk,
            ledger=storage.ledger,
            books=storage.books,
            checks={
                "store": storage.check,
                **{
                    name: health.check(*duties)
                    for name, duties in expected_duties(storage.settings).items()
                },
                "desk": both(health.check("desk"), Probing(self._desk).trouble),
            },
        )
        self._app.state.exposition = health.exposition
        self._app.state.notes = storage.notes
        self._app.state.own_trouble = both(self._desk.cut_off, storage.reach)

    def duties(self) -> list[str]:
        return [self.name]

    def trouble(self) -> str | None:
        return self._desk.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        def started() -> None:
            self._desk.start_in(asyncio.get_running_loop())
            up()

        server = Server(self._app, on_start=started)
        try:
            server.serve_until(closing, self._taken)
        finally:
            self._desk.close()
        return 0
