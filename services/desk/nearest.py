"""A desk for the command line: its own, or the one that works already."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from services.desk import Desk, DeskInterface
from services.desk.client import DeskClient
from services.runtime.lease import Lease, find_holder
from services.runtime.parts.desk import make_desk
from services.settings_sources import SettingsError
from services.storage import Storage
from services.store.migrations.embedded import migrate_embedded
from services.store.migrations.version import require_version

_PATIENCE_SECONDS: Final = 10.0


class DeskTaken(SettingsError):
    """The desk belongs to a process that nobody else can call."""


@contextmanager
def nearest_desk(storage: Storage) -> Iterator[DeskInterface]:
    """One of our own where no other is at work, else a client of that one."""
    lease, taken = Lease(storage.ledger.datastore, "desk"), threading.Event()
    with lease.held(taken, on_standby=taken.set) as mine:
        if mine:
            assert lease.epoch is not None
            _require_this_version(storage)
            with _at_work(make_desk(storage, lease.epoch)) as desk:
                yield desk
            return
    with _client_of_it(storage) as client:
        yield client


def _require_this_version(storage: Storage) -> None:
    """No other desk writes now: this version's does, by the function that it knows."""
    if not storage.settings.database_url:
        migrate_embedded(storage.settings)
    require_version(storage.ledger.datastore)


@contextmanager
def _at_work(desk: Desk) -> Iterator[Desk]:
    desk.start()
    try:
        yield desk
    finally:
        desk.close()


@contextmanager
def _client_of_it(storage: Storage) -> Iterator[DeskClient]:
    holder = find_holder(storage.ledger.datastore, "desk")
    if holder is not None and not holder.address:
        raise DeskTaken(
            "a demo is at work on this database and takes no callers but its own web server's:"
            " stop it and try again, or send the command as POST /v1/commands to the address"
            " that it printed"
        )
    client = DeskClient(storage.ledger.datastore, most=1, patience_seconds=_PATIENCE_SECONDS)
    client.start()
    try:
        yield client
    finally:
        client.close()
