"""Tables that were opened while an earlier version of their regulation was in force."""

from typing import Final
from uuid import uuid4

from domain.events.envelope import Stamp
from domain.game_library import library_of
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from services.store.batch import Batch
from services.store.ledger import Ledger
from tests.support.domain.asked import Asked

_LONG_AGO: Final = "2026-02-20T18:00:00Z"


def open_under(ledger: Ledger, version: str, opening: Asked) -> None:
    """The opening as that version's Pitledger stored it; play goes on at any desk."""
    games = library_of(version)
    assert games is not None, version
    command = parse_command(opening)
    assert command.table is not None
    command_id = uuid4()
    stamp = Stamp(_LONG_AGO, _LONG_AGO, _LONG_AGO[:10], command_id=str(command_id))
    events = decide(Table(name=command.table), command, stamp, None, games).events
    batch = Batch()
    batch.expect(command.table, 0, 0)
    batch.add(events, 0)
    batch.claim(command_id, b"an earlier version's", 0, len(events))
    ledger.append(batch)
