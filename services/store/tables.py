"""A table's state out of the store: its newest snapshot and what came after."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.events import decode
from domain.table.evolve import evolve
from domain.table.state import Table
from services.store.columns import BigInts, Blobs, Texts
from services.store.ledger import Ledger

SNAPSHOT_EVERY: Final = 500
_SNAPSHOT_TOPIC: Final = "pitledger.snapshot.Table.v1"


def load_table(ledger: Ledger, name: str) -> Table:
    """Fold the stream; a snapshot of an older shape is passed over."""
    table = Table(name=name)
    for stored in ledger.snapshots.select_events(name, desc=True, limit=1):
        if stored.topic == _SNAPSHOT_TOPIC:
            table = msgspec.json.decode(stored.state, type=Table)
    for stored in ledger.select_events(name, gt=table.seq):
        table = evolve(table, decode(stored.topic, stored.state))
    return table


def save_snapshots(ledger: Ledger, tables: Sequence[Table]) -> None:
    """So that loading stays short however long a table has played."""
    with ledger.datastore.get_connection() as conn, conn.transaction():
        # One that is lost is made again, so the disk need not be waited for.
        conn.execute("SET LOCAL synchronous_commit TO off")
        conn.execute(
            "INSERT INTO pitledger_snapshots (originator_id, originator_version, topic, state)"
            " SELECT s.name, s.seq, %s, s.state"
            " FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) AS s (name, seq, state)"
            " ON CONFLICT DO NOTHING",
            (
                _SNAPSHOT_TOPIC,
                Texts(table.name for table in tables),
                BigInts(table.seq for table in tables),
                Blobs(msgspec.json.encode(table) for table in tables),
            ),
        )
