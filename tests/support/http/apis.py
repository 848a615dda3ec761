"""Several APIs of one house in this process: one has the desk, the others pass on to it."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx

from services.http.listening import start_listening, take_port
from services.runtime.parts.api import ApiPart
from services.runtime.roster import Roster
from services.settings import Settings
from services.storage import Storage, open_storage
from services.store.connection import PROMPT
from tests.support.http.cuttable import Cuttable, in_between
from tests.support.processes.waiting import wait_for


class Api:
    """One of them, in a thread."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._taken = take_port(settings)
        self.url = start_listening(self._taken)
        self.storage = storage
        self.part = ApiPart(storage, Roster(storage.ledger.datastore), self._taken)
        self.http = httpx.Client(base_url=self.url, timeout=60)
        self._closing = threading.Event()
        self._up = threading.Event()
        self._thread = threading.Thread(
            target=self.part.run, args=(self._closing, self._up.set), daemon=True
        )

    def start(self) -> None:
        self._thread.start()
        assert self._up.wait(60)

    def has_the_desk(self) -> bool:
        return self.part._path.desk is not None

    def takes_commands(self) -> bool:
        return self.http.get("/readyz/api").status_code == 200 and self.part.trouble() is None

    def close(self) -> None:
        self._closing.set()
        self._thread.join(60)
        assert not self._thread.is_alive()
        self.http.close()


class House:
    """The one that has the desk, the one that passes on, and the network between them."""

    def __init__(self, holder: Api, other: Api, between: Cuttable) -> None:
        self.holder = holder
        self.other = other
        self.between = between
        self.ledger = holder.storage.ledger


@contextmanager
def running_api(settings: Settings) -> Iterator[Api]:
    with open_storage(settings, PROMPT) as storage:
        api = Api(settings, storage)
        api.start()
        try:
            yield api
        finally:
            api.close()


@contextmanager
def two_apis(settings: Settings) -> Iterator[House]:
    with ExitStack() as stack:
        holder = stack.enter_context(running_api(settings))
        wait_for(holder.has_the_desk)
        between = stack.enter_context(in_between(holder.storage.ledger.datastore))
        other = stack.enter_context(running_api(settings))
        wait_for(other.takes_commands)
        yield House(holder, other, between)
