"""The states that commands are decided again on, followed from the log; and their snapshots."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventsourcing.persistence import StoredEvent

from domain.day.state import Day, day_of_key
from domain.events import Event
from domain.events.table import TableOpened
from domain.hosting import Table
from domain.messages.events import decode
from domain.meter.state import Meter, meter_name
from services.history.decisions import States
from services.rulebook.opened_under import OtherRules, other_rules, other_rules_at
from services.store.ledger import Ledger
from services.store.streams import load_stream, load_table, read_snapshot

_FOLLOWED: Final = ("table", "meter", "day")


def stored_round(ledger: Ledger, opened: Event, last: Event) -> tuple[Table, list[Event]]:
    """The table just before a round, and all that happened there up to an event of it."""
    before = load_table(ledger, opened.key, upto=opened.seq - 1)
    stored = ledger.select_events(opened.key, gt=before.seq, lte=last.seq)
    return before, [decode(entry.topic, entry.state) for entry in stored]


class Lost(Exception):
    """A stream that cannot be followed any further: an event of it cannot be folded."""


class FollowedStates:
    """Tables, meters and days; of a range that begins later, as they stood before it."""

    def __init__(self, ledger: Ledger, heads: Mapping[str, int]) -> None:
        self.now = States.at_first()
        self._ledger = ledger
        self._heads = heads
        """How far every stream had come before the range."""
        self._loaded: set[str] = set()
        self._lost: dict[str, int] = {}
        self.other_rules: dict[str, OtherRules] = {}
        """Tables whose session was opened under rules that this build has otherwise."""
        self._next: dict[str, StoredEvent | None] = {}
        """The next snapshot of each stream."""
        for key, seq in heads.items():
            if meter_name(key) is not None or day_of_key(key) is not None:
                # What a table's command makes may depend on them long before they move again.
                self._load(key, seq)

    def lose(self, key: str, position: int) -> None:
        self._lost.setdefault(key, position)

    def prepare(self, events: Sequence[Event]) -> None:
        """States of streams that are met for the first time. Raises Lost."""
        for event in events:
            if event.key in self._lost:
                raise Lost(f"not decided again: {event.key} cannot be followed any more")
            if event.seq > 1 and event.key in self._heads:
                self._load(event.key, self._heads[event.key])
            if isinstance(event, TableOpened):
                self._note_rules(event.key, other_rules(event))

    def follow(self, events: Sequence[Event], position: int) -> None:
        """As they are stored. Raises Lost."""
        for at, event in enumerate(events):
            if event.STREAM not in _FOLLOWED:
                continue
            self.prepare([event])
            try:
                self.now.follow(event)
            except Exception as error:
                self.lose(event.key, position + at)
                why = f"{event.key} cannot be followed beyond event {position + at}"
                raise Lost(f"not decided again: {why}") from error

    def differing_snapshots(self, keys: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Stream and seq of snapshots that are not what the events up to them come to."""
        for key in keys:
            state = self.now.tables.get(key) or self.now.meters.get(key)
            if state is None or key in self._lost:
                continue
            if key not in self._next:
                self._next[key] = self._snapshot_after(key, state.seq - 1)
            found = self._next[key]
            if found is None or found.originator_version > state.seq:
                continue
            if found.originator_version == state.seq and not _is(found, state):
                yield key, state.seq
            self._next[key] = self._snapshot_after(key, state.seq)

    def _snapshot_after(self, key: str, seq: int) -> StoredEvent | None:
        found = self._ledger.snapshots.select_events(key, gt=seq, limit=1)
        return found[0] if found else None

    def _note_rules(self, key: str, found: OtherRules | None) -> None:
        if found is None:
            self.other_rules.pop(key, None)
        else:
            self.other_rules[key] = found

    def _load(self, key: str, seq: int) -> None:
        """Before the range, from the newest snapshot on: that much is taken as it is."""
        if key in self._loaded:
            return
        self._loaded.add(key)
        try:
            state = load_stream(self._ledger, key, upto=seq)
        except (ValueError, AssertionError, LookupError, TypeError) as error:
            # What lies before the range is not looked at here.
            self.lose(key, 0)
            raise Lost(f"not decided again: {key} cannot be loaded") from error
        if isinstance(state, Table):
            self.now.tables[key] = state
            self._note_rules(key, other_rules_at(self._ledger, key, seq))
        elif isinstance(state, Meter):
            self.now.meters[key] = state
        elif isinstance(state, Day):
            self.now.days[state.day], self.now.calendar = state, self.now.calendar.after(state)


def _is(stored: StoredEvent, state: Table | Meter | Day) -> bool:
    """Also where it is of another version, which nobody would go on from."""
    try:
        found = read_snapshot(stored, type(state))
    except ValueError:
        return False
    return found is None or found == state
