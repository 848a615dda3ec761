"""The desk for one command: one of our own where no other is at work, else the one that is."""

import threading
import time
import uuid
from typing import Final

from domain.commands import Command
from services.desk import Origin
from services.desk.request_queue import DeskMoved
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.http.command_path import DELIVERIES, PATIENCE_SECONDS, Asked
from services.http.forwarding import send_once
from services.runtime.lease import Lease, find_holder
from services.runtime.parts.desk_holder import make_desk
from services.settings_sources import SettingsError
from services.storage import Storage
from services.store.migrations.embedded import migrate_embedded
from services.store.migrations.version import require_version

_PAUSE_SECONDS: Final = 0.2


class DeskTaken(SettingsError):
    """The desk belongs to a process that nobody else can call."""


def carry_out(command: Command, storage: Storage) -> None:
    """Raises what keeps it from being done."""
    lease, taken = Lease(storage.ledger.datastore, "desk"), threading.Event()
    with lease.held(taken, on_standby=taken.set) as mine:
        if mine:
            assert lease.epoch is not None
            _decide_here(command, storage, lease.epoch)
            return
    _send(command, storage)


def _decide_here(command: Command, storage: Storage, epoch: int) -> None:
    """No other desk writes now: this version's does, by the function that it knows."""
    settings = storage.settings
    if not settings.database_url:
        migrate_embedded(settings)
    require_version(storage.ledger.datastore)
    request = Entry(settings, storage.books, Tokens.of(settings)).prepare([command])
    desk = make_desk(storage, epoch)
    desk.start()
    try:
        desk.submit(request).result()
    finally:
        desk.close()


def _send(command: Command, storage: Storage) -> None:
    """To the process that has it, and to the next one where that is just leaving."""
    body = command.model_dump_json(exclude_unset=True).encode()
    origin = Origin(uuid.uuid4().hex, namespace=DELIVERIES, is_claimed=False)
    asked = Asked(body, None, None, origin)
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        holder = find_holder(storage.ledger.datastore, "desk")
        if holder is not None and not holder.address:
            raise DeskTaken(
                "a demo is at work on this database and takes no callers but its own web server's:"
                " stop it and try again, or send the command as POST /v1/commands to the address"
                " that it printed"
            )
        why = "no desk holds the lease"
        if holder is not None:
            try:
                send_once(holder, asked)
            except DeskMoved as error:
                why = str(error)
            else:
                return
        if time.monotonic() > until:
            raise DeskTaken(f"{why}; nothing was done")
        asked.come_again()
        time.sleep(_PAUSE_SECONDS)
