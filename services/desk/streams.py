"""Streams the desk has in hand: the cache is trusted, and dropped on any conflict."""

from domain.table.state import Table
from services.store.ledger import Ledger
from services.store.streams import SNAPSHOT_EVERY, StreamState, load_stream, save_snapshot


class Streams:
    """State of every table and meter touched so far."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._states: dict[str, StreamState] = {}
        self._snapshots: dict[str, int] = {}

    def get(self, key: str) -> StreamState:
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = load_stream(self._ledger, key)
            self._snapshots[key] = state.seq
        return state

    def put(self, key: str, state: StreamState) -> None:
        """As committed; now and then a snapshot, of a table between rounds so that it is small."""
        self._states[key] = state
        in_round = isinstance(state, Table) and state.round is not None
        if not in_round and state.seq - self._snapshots[key] >= SNAPSHOT_EVERY:
            save_snapshot(self._ledger, key, state)
            self._snapshots[key] = state.seq

    def forget(self, key: str) -> None:
        self._states.pop(key, None)

    def forget_all(self) -> None:
        self._states.clear()
