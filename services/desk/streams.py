"""Streams the desk has in hand: the cache is trusted, and dropped on any conflict."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

from domain.day.calendar import Calendar
from domain.hosting import Table
from services.store.ledger import Ledger
from services.store.streams import (
    SNAPSHOT_EVERY,
    StreamState,
    load_calendar,
    load_stream,
    table_names,
)

MOST_STREAMS: Final = 1000
"""Kept in memory: several times the tables, meters and days of a large house."""


class NotInHand(Exception):
    """What has to be loaded before a request can be decided."""

    def __init__(
        self, keys: Iterable[str] = (), *, calendar: bool = False, table_names: bool = False
    ) -> None:
        self.keys = tuple(keys)
        self.calendar = calendar
        self.table_names = table_names


class Loaded(NamedTuple):
    """What the store holds of it."""

    states: dict[str, StreamState]
    calendar: Calendar | None = None
    table_names: list[str] | None = None


class Streams:
    """State of the streams touched last, and the property's calendar: what is in memory alone."""

    def __init__(self, ledger: Ledger, most: int = MOST_STREAMS) -> None:
        self._ledger = ledger
        self._most = most
        self._states: OrderedDict[str, StreamState] = OrderedDict()
        """The one that was not used for longest is the first."""
        self._snapshots: dict[str, int] = {}
        self._due: dict[str, StreamState] = {}
        self._calendar: Calendar | None = None
        self._table_names: list[str] | None = None

    def calendar(self) -> Calendar:
        """How far the days are closed, by what is committed."""
        if self._calendar is None:
            raise NotInHand(calendar=True)
        return self._calendar

    def turn_calendar(self, calendar: Calendar | None) -> None:
        """As committed; None: it is not known, and loaded when it is needed."""
        self._calendar = calendar

    def table_names(self) -> list[str]:
        """Every table that the store knows."""
        if self._table_names is None:
            raise NotInHand(table_names=True)
        return self._table_names

    def begin_batch(self) -> None:
        """Tables may have been opened since."""
        self._table_names = None

    def get(self, key: str) -> StreamState:
        state = self._states.get(key)
        if state is None:
            raise NotInHand((key,))
        self._states.move_to_end(key)
        return state

    def missing(self, keys: Iterable[str]) -> list[str]:
        """Those that have to be loaded first."""
        return [key for key in keys if key not in self._states]

    def load(self, wanted: "NotInHand") -> "Loaded":
        """Out of the store, in whichever thread; `keep` takes it in."""
        ledger = self._ledger
        calendar = names = None
        if wanted.calendar:
            ledger.wait_out_writers()  # no close of the desk before this one is missed
            calendar = load_calendar(ledger)
        if wanted.table_names:
            names = table_names(ledger)
        return Loaded({key: load_stream(ledger, key) for key in wanted.keys}, calendar, names)

    def keep(self, loaded: "Loaded") -> None:
        for key, state in loaded.states.items():
            self._states[key] = state
            self._snapshots[key] = state.seq
        if loaded.calendar is not None:
            self._calendar = loaded.calendar
        if loaded.table_names is not None:
            self._table_names = loaded.table_names

    def put(self, key: str, state: StreamState) -> None:
        """As committed; now and then a snapshot falls due."""
        self._states[key] = state
        self._states.move_to_end(key)
        # Between rounds a table's snapshot is small.
        in_round = isinstance(state, Table) and state.open_round() is not None
        since = state.seq - self._snapshots.setdefault(key, state.seq)
        if not in_round and since >= SNAPSHOT_EVERY:
            self._due[key] = state
            self._snapshots[key] = state.seq

    def take_due(self) -> dict[str, StreamState]:
        """Streams as they were committed, of which a snapshot is due."""
        due, self._due = self._due, {}
        return due

    def forget(self, key: str) -> None:
        self._states.pop(key, None)
        self._snapshots.pop(key, None)

    def forget_oldest(self) -> None:
        """Between batches alone: one batch may touch more streams than are kept."""
        while len(self._states) > self._most:
            key, _ = self._states.popitem(last=False)
            self._snapshots.pop(key, None)

    def forget_all(self) -> None:
        self._states.clear()
        self._snapshots.clear()
        self._calendar = None
