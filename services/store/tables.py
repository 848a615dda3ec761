"""A table's state out of the store: its newest snapshot and what came after."""

from typing import Final

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.events import decode
from domain.table.evolve import evolve
from domain.table.state import Table
from services.store.ledger import Ledger

SNAPSHOT_EVERY: Final = 500
_SNAPSHOT_TOPIC: Final = "pitledger.snapshot.Table.v1"


def load_table(ledger: Ledger, name: str, upto: int | None = None) -> Table:
    """Fold the stream, or its first events; a snapshot of an older shape is passed over."""
    table = Table(name=name)
    for stored in ledger.snapshots.select_events(name, lte=upto, desc=True, limit=1):
        if stored.topic == _SNAPSHOT_TOPIC:
            table = msgspec.json.decode(stored.state, type=Table)
    for stored in ledger.select_events(name, gt=table.seq, lte=upto):
        table = evolve(table, decode(stored.topic, stored.state))
    return table


def save_snapshot(ledger: Ledger, table: Table) -> None:
    """So that loading stays short however long the table has played."""
    state = msgspec.json.encode(table)
    ledger.snapshots.insert_events([StoredEvent(table.name, table.seq, _SNAPSHOT_TOPIC, state)])
