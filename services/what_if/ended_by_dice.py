"""Rounds that wrong dice ended by the other rules, while by their own the dice were corrected."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.events import Event
from domain.events.round import RoundClosed
from domain.table.evolve import evolve
from domain.table.state import Table


class EndedByDice:
    """Each table as it stood before the dice ended its round, for as long as they may be wrong."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}

    def note(self, table: Table, events: Iterable[Event]) -> None:
        """What a roll made of the table."""
        self._tables.pop(table.name, None)
        for event in events:
            if isinstance(event, RoundClosed):
                self._tables[table.name] = table
            elif event.STREAM == "table":
                table = evolve(table, event)

    def before_its_end(self, table: Table) -> Table:
        """The round open once more, if it was the dice that ended it; what came since stays."""
        kept = self._tables.get(table.name)
        if kept is None or table.round is not None:
            return table
        return replace(
            table,
            rounds=kept.rounds,
            round=kept.round,
            before_roll=kept.before_roll,
            streak=kept.streak,
            rotation=kept.rotation,
        )
