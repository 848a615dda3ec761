"""The part that seals, as a process."""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Final

from services.kafka.seals import SealsTopic
from services.storage import Storage
from services.transparency.keys import load_keys
from services.transparency.outlet import Outlet
from services.transparency.sealer import Sealer
from services.transparency.witness_list import read_witnesses
from services.transparency.witnesses import WitnessOutlet

_NICENESS: Final = 10


def make_sealer(storage: Storage) -> Sealer:
    """Raises SettingsError where there is no key to sign with, or none can be made."""
    settings, datastore = storage.settings, storage.ledger.datastore
    load_keys(settings, make=True)

    def outlets() -> list[Outlet]:
        topic: list[Outlet] = [SealsTopic(settings, datastore)] if settings.kafka_bootstrap else []
        witnesses = read_witnesses(settings.witnesses)
        return [*topic, *(WitnessOutlet(one, datastore) for one in witnesses)]

    return Sealer(settings, storage.ledger, outlets)


def give_way() -> None:
    """Where processors are scarce, whoever answers tables goes first: the log does not run away."""
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)


class SealPart:
    """One at a time holds the lease; another stands by."""

    name: Final = "seal"

    def __init__(self, storage: Storage) -> None:
        self._sealer = make_sealer(storage)

    def duties(self) -> list[str]:
        return self._sealer.duties()

    def trouble(self) -> str | None:
        return self._sealer.trouble()

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        give_way()
        self._sealer.start()
        up()
        closing.wait()
        self._sealer.close()
        return 0
