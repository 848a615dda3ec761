"""Tables the desk has in hand: the cache is trusted, and dropped on any conflict."""

from domain.table.state import Table
from services.store.ledger import Ledger
from services.store.tables import SNAPSHOT_EVERY, load_table


class Tables:
    """State of every table touched so far."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._tables: dict[str, Table] = {}
        self._snapshots: dict[str, int] = {}
        self._due: list[Table] = []

    def get(self, name: str) -> Table:
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = load_table(self._ledger, name)
            self._snapshots[name] = table.seq
        return table

    def put(self, table: Table) -> None:
        """The table as committed; now and then a snapshot falls due."""
        self._tables[table.name] = table
        # Between rounds a snapshot is small.
        if table.round is None and table.seq - self._snapshots[table.name] >= SNAPSHOT_EVERY:
            self._due.append(table)
            self._snapshots[table.name] = table.seq

    def take_due(self) -> list[Table]:
        """Tables as they were committed, of which a snapshot is due."""
        due, self._due = self._due, []
        return due

    def forget(self, name: str) -> None:
        self._tables.pop(name, None)

    def forget_all(self) -> None:
        self._tables.clear()
