"""The events topic beside the store: what was published is in the log, byte for byte.

A database that was put back to an earlier moment lacks what it has published since, and would
publish something else in its place. Nobody could tell the two apart who reads the topic: so it is
noticed before anything is published, and before anything of the topic is folded.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from kafka import TopicPartition
from kafka.errors import KafkaError, KafkaTimeoutError
from psycopg.rows import tuple_row

from services.kafka.careful import CarefulConsumer, Undecodable
from services.kafka.clients import connect
from services.kafka.topics import Topics
from services.settings import Settings
from services.settings_sources import SettingsError
from services.store.columns import BigInts, Blobs
from services.store.database import DatabaseUnusable
from services.store.ledger import Ledger
from services.tempo import seconds

_LOOK_BACK: Final = 50
"""So many messages at the end of each partition are looked at: some may be nobody's event."""
_READ_SECONDS: Final = seconds(20.0)
_POSITION: Final = "pl_position"
# What lies in an archive alone was sealed, and is held against the archive there.
_OTHER: Final = """
SELECT m.position FROM unnest(%b::bigint[], %b::bytea[]) AS m (position, state)
  LEFT JOIN pitledger_events e ON e.notification_id = m.position
 WHERE e.state IS DISTINCT FROM m.state
   AND m.position > (SELECT p.position FROM pitledger_pruned p)
 ORDER BY m.position"""


class OtherLog(DatabaseUnusable):
    """The topic and the store have different histories."""


class Published(NamedTuple):
    """A message of the topic: its place in the log, and its bytes."""

    position: int
    state: bytes


def published(record: Any) -> Published | None:
    """None for what says no place in a log: whoever reads it as an event will say so."""
    if record.value is None or isinstance(record.value, Undecodable):
        return None
    try:
        return Published(int(dict(record.headers)[_POSITION]), record.value)
    except (KeyError, ValueError, TypeError):
        return None


def require_stored(ledger: Ledger, topic: str, messages: Iterable[Published]) -> None:
    """All of them are in the log as they are. Raises OtherLog."""
    known = list(messages)
    if not known:
        return
    columns = BigInts(one.position for one in known), Blobs(one.state for one in known)
    with ledger.datastore.get_connection() as conn:
        found = conn.cursor(row_factory=tuple_row).execute(_OTHER, columns).fetchall()
    if not found:
        return
    first, last, head = found[0][0], found[-1][0], ledger.head()
    if first > head:
        raise OtherLog(
            f"{topic} holds events of this log up to {last}, and this database ends with event"
            f" {head}: it was put back to an earlier moment. Stop every part and bring them back"
            " with `pitledger restore --from-topic --complete`; or go on without them, under"
            " another PITLEDGER_TOPIC_PREFIX and another PITLEDGER_ORIGIN"
        )
    raise OtherLog(
        f"event {first} on {topic} is another than event {first} of this database: it was put back"
        " to an earlier moment and played on, or the topic is another house's. Go on under another"
        " PITLEDGER_TOPIC_PREFIX; where events were lost, also under another PITLEDGER_ORIGIN"
    )


def require_same_log(settings: Settings, ledger: Ledger) -> None:
    """What stands at the ends of the topic's partitions is in the log. Raises OtherLog."""
    topic = Topics(settings.topic_prefix).events
    try:
        ends = list(_ends(settings, topic))
    except KafkaError as error:
        raise SettingsError(
            f"the end of {topic} cannot be read at {settings.kafka_bootstrap!r}: {error!r};"
            " start again when the brokers are well"
        ) from None
    require_stored(ledger, topic, ends)


def _ends(settings: Settings, topic: str) -> Iterator[Published]:
    """The newest messages of each partition. Nobody's open transaction is waited for."""
    consumer = connect(CarefulConsumer, settings, enable_auto_commit=False)
    try:
        parts = [TopicPartition(topic, number) for number in range(settings.partitions)]
        consumer.assign(parts)
        begins, ends = consumer.beginning_offsets(parts), consumer.end_offsets(parts)
        for part in parts:
            consumer.seek(part, max(begins[part], ends[part] - _LOOK_BACK))
        until = time.monotonic() + _READ_SECONDS
        while any(consumer.position(part) < ends[part] for part in parts):
            if time.monotonic() > until:
                raise KafkaTimeoutError(f"not within {_READ_SECONDS:g} s")
            for records in consumer.poll(timeout_ms=200).values():
                yield from filter(None, map(published, records))
    finally:
        consumer.close()
