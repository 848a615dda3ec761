"""A stream's state out of the store: its newest snapshot and what came after."""

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.day.calendar import Calendar
from domain.day.evolve import evolve_day
from domain.day.state import Day, day_key, day_of_key
from domain.events import Event
from domain.events.day import DayEvent
from domain.events.meter import MeterEvent
from domain.events.seal import SealEvent
from domain.hosting import Table, evolve
from domain.key_names import SEAL_KEYS
from domain.messages.events import decode
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter, meter_name
from domain.seal.evolve import evolve_keys
from domain.seal.state import SealKeys
from services.store.columns import BigInts, Blobs, Texts
from services.store.ledger import Ledger

StreamState: TypeAlias = Table | Meter | Day | SealKeys

SNAPSHOT_EVERY: Final = 500
_PAGE: Final = 4096
_VERSION: Final = 8
"""Of the states' shape: an older snapshot is passed over."""


def load_stream(ledger: Ledger, key: str, upto: int | None = None) -> StreamState:
    """Fold the stream, or its first events, from the newest snapshot on."""
    state = _first(key)
    for stored in ledger.snapshots.select_events(key, lte=upto, desc=True, limit=1):
        state = read_snapshot(stored, type(state)) or state
    for stored in ledger.select_events(key, gt=state.seq, lte=upto):
        state = _evolved(state, decode(stored.topic, stored.state))
    return state


def load_streams(ledger: Ledger, keys: Collection[str]) -> dict[str, StreamState]:
    """The same of several from their first events on, going through the log once."""
    states = {key: _first(key) for key in keys}
    position = 0
    while states and (page := ledger.log_after(position, _PAGE)):
        for logged in page:
            event = decode(logged.topic, logged.state)
            if event.key in states:
                states[event.key] = _evolved(states[event.key], event)
        position = page[-1].position
    return states


def load_table(ledger: Ledger, name: str, upto: int | None = None) -> Table:
    table = load_stream(ledger, name, upto)
    assert isinstance(table, Table)
    return table


def load_day(ledger: Ledger, day: str) -> Day:
    state = load_stream(ledger, day_key(day))
    assert isinstance(state, Day)
    return state


def load_keys_in_force(ledger: Ledger) -> SealKeys:
    """By what the log says."""
    state = load_stream(ledger, SEAL_KEYS)
    assert isinstance(state, SealKeys)
    return state


def load_tables(ledger: Ledger) -> list[Table]:
    """Every table that was ever opened."""
    return [load_table(ledger, name) for name in table_names(ledger)]


def table_names(ledger: Ledger) -> list[str]:
    """The streams that are neither a meter's nor a day's nor the keys'."""
    return [key for key in ledger.stream_keys() if ":" not in key]


def load_calendar(ledger: Ledger) -> Calendar:
    """How far the days are closed."""
    heads = {key: seq for key, seq in ledger.stream_heads().items() if day_of_key(key) is not None}
    days = _newest_days(ledger, list(heads))
    # Days that were archived have a snapshot: the desk starts without the archive.
    unfinished = [key for key, seq in heads.items() if key not in days or days[key].seq < seq]
    for logged in ledger.events_of(unfinished):
        event = decode(logged.topic, logged.state)
        assert isinstance(event, DayEvent)
        before = days.get(event.key) or Day(day=event.day)
        if event.seq > before.seq:
            days[event.key] = evolve_day(before, event)
    calendar = Calendar()
    for day in days.values():
        calendar = calendar.after(day)
    return calendar


def _newest_days(ledger: Ledger, keys: list[str]) -> dict[str, Day]:
    """Of these streams those that have a snapshot."""
    query = (
        "SELECT DISTINCT ON (originator_id) originator_id, topic, state FROM pitledger_snapshots"
        " WHERE originator_id = ANY (%s) ORDER BY originator_id, originator_version DESC"
    )
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(query, (keys,)).fetchall()
    return {
        row["originator_id"]: msgspec.json.decode(row["state"], type=Day)
        for row in rows
        if row["topic"] == _topic(Day)
    }


def _first(key: str) -> StreamState:
    if key == SEAL_KEYS:
        return SealKeys()
    meter, day = meter_name(key), day_of_key(key)
    if day is not None:
        return Day(day=day)
    return Table(name=key) if meter is None else Meter(name=meter)


def _evolved(state: StreamState, event: Event) -> StreamState:
    if isinstance(state, Table):
        return evolve(state, event)
    if isinstance(state, Day):
        assert isinstance(event, DayEvent)
        return evolve_day(state, event)
    if isinstance(state, SealKeys):
        assert isinstance(event, SealEvent)
        return evolve_keys(state, event)
    assert isinstance(event, MeterEvent)
    return evolve_meter(state, event)


def _topic(kind: type[StreamState]) -> str:
    return f"pitledger.snapshot.{kind.__name__}.v{_VERSION}"


def read_snapshot(stored: StoredEvent, kind: type[StreamState]) -> StreamState | None:
    """None where it is of another version, or of another kind of stream."""
    return msgspec.json.decode(stored.state, type=kind) if stored.topic == _topic(kind) else None


def snapshot_heads(ledger: Ledger) -> dict[str, int]:
    """The newest seq of each stream of which there is a snapshot that can still be read."""
    topics = [_topic(kind) for kind in (Table, Meter, Day, SealKeys)]
    query = (
        "SELECT originator_id AS key, max(originator_version) AS seq FROM pitledger_snapshots"
        " WHERE topic = ANY (%s) GROUP BY originator_id"
    )
    with ledger.datastore.get_connection() as conn:
        return {row["key"]: row["seq"] for row in conn.execute(query, (topics,))}


def save_snapshots(ledger: Ledger, states: Mapping[str, StreamState]) -> None:
    """So that loading stays short however long a stream is."""
    with ledger.datastore.get_connection() as conn, conn.transaction():
        # One that is lost is made again, so the disk need not be waited for.
        conn.execute("SET LOCAL synchronous_commit TO off")
        conn.execute(
            "INSERT INTO pitledger_snapshots (originator_id, originator_version, topic, state)"
            " SELECT s.name, s.seq, s.topic, s.state"
            " FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[])"
            " AS s (name, seq, topic, state) ON CONFLICT (originator_id, originator_version)"
            " DO UPDATE SET topic = excluded.topic, state = excluded.state"
            " WHERE pitledger_snapshots.topic <> excluded.topic",
            (
                Texts(states),
                BigInts(state.seq for state in states.values()),
                Texts(_topic(type(state)) for state in states.values()),
                Blobs(msgspec.json.encode(state) for state in states.values()),
            ),
        )
