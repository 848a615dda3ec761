"""What was made of the log and reaches further than the log does: something was taken out of it."""

from collections.abc import Iterator
from typing import Final

from psycopg.rows import tuple_row

from services.kafka.topics import Topics
from services.store.ledger import Ledger
from services.verification.findings import Finding

_SNAPSHOTS: Final = (
    "SELECT originator_id, max(originator_version) FROM pitledger_snapshots"
    " GROUP BY originator_id ORDER BY originator_id"
)
_RELAYS: Final = "SELECT topic, position FROM pitledger_relays ORDER BY topic"
_SEALS: Final = Topics().seals


def ahead_of_the_log(ledger: Ledger) -> Iterator[Finding]:
    """Read before the log's own heads, which only grow."""
    with ledger.datastore.get_connection() as conn:
        cursor = conn.cursor(row_factory=tuple_row)
        snapshots = cursor.execute(_SNAPSHOTS).fetchall()
        relays = cursor.execute(_RELAYS).fetchall()
    heads, head = ledger.stream_heads(), ledger.head()
    for key, seq in snapshots:
        if seq > heads.get(key, 0):
            last = heads.get(key, 0)
            what = f"the desk kept a snapshot of {key} at {seq}, and the log has it up to {last}"
            yield Finding(
                part="streams", what=f"{what}: events were taken out", key=key, seq=last + 1
            )
    for topic, position in relays:
        # A checkpoint of an empty log is published, too: it is counted before the first event.
        published = position - topic.endswith(_SEALS)
        if published > head:
            what = f"{published} events were published on {topic}, and the log ends at {head}"
            yield Finding(part="streams", what=f"{what}: events were taken out", position=head + 1)
