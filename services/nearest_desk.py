"""A desk for one who has something to hand in from the command line."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from services.desk import AnyDesk
from services.desk.caller import Caller
from services.house import Archive, make_desk
from services.settings import SettingsError
from services.store.lease import Lease, find_holder

_PATIENCE_SECONDS: Final = 10.0


@contextmanager
def nearest_desk(archive: Archive) -> Iterator[AnyDesk]:
    """The desk that is at work, or one of our own for as long as there is none."""
    datastore = archive.ledger.datastore
    holder = find_holder(datastore, "desk")
    if holder is None:
        with _own_desk(archive) as desk:
            yield desk
        return
    if not holder.address:
        raise SettingsError(
            "another process writes here and takes no callers: hand it in there,"
            " as POST /v1/commands, or stop it first"
        )
    caller = Caller(datastore, most=1, patience_seconds=_PATIENCE_SECONDS)
    caller.start()
    try:
        yield caller
    finally:
        caller.close()


@contextmanager
def _own_desk(archive: Archive) -> Iterator[AnyDesk]:
    lease, closing = Lease(archive.ledger.datastore, "desk"), threading.Event()
    with lease.held(closing, on_standby=closing.set) as mine:
        if not mine:
            raise SettingsError("another process has begun to write here just now: try again")
        assert lease.epoch is not None
        desk = make_desk(archive, lease.epoch)
        desk.start()
        try:
            yield desk
        finally:
            desk.close()
