"""Streams the desk has in hand: the cache is trusted, and dropped on any conflict."""

from domain.table.state import Table
from services.store.ledger import Ledger
from services.store.streams import SNAPSHOT_EVERY, StreamState, load_stream


class Streams:
    """State of every table and meter touched so far."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._states: dict[str, StreamState] = {}
        self._snapshots: dict[str, int] = {}
        self._due: dict[str, StreamState] = {}

    def get(self, key: str) -> StreamState:
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = load_stream(self._ledger, key)
            self._snapshots[key] = state.seq
        return state

    def put(self, key: str, state: StreamState) -> None:
        """As committed; now and then a snapshot falls due."""
        self._states[key] = state
        # Between rounds a table's snapshot is small.
        in_round = isinstance(state, Table) and state.round is not None
        if not in_round and state.seq - self._snapshots[key] >= SNAPSHOT_EVERY:
            self._due[key] = state
            self._snapshots[key] = state.seq

    def take_due(self) -> dict[str, StreamState]:
        """Streams as they were committed, of which a snapshot is due."""
        due, self._due = self._due, {}
        return due

    def forget(self, key: str) -> None:
        self._states.pop(key, None)

    def forget_all(self) -> None:
        self._states.clear()
