"""Rounds that wrong dice ended by the other rules, while by their own the dice were corrected."""

from collections.abc import Iterable

from domain.events import Event
from domain.events.round import RoundClosed
from domain.hosting import Table, evolve
from services.offline.what_if.again import GameAgain


class EndedByDice:
    """Each table as it stood before the dice ended its round, for as long as they may be wrong."""

    def __init__(self, again: GameAgain) -> None:
        self._again = again
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
        """The round open once more, if it was the dice that ended it."""
        kept = self._tables.get(table.name)
        if kept is None or table.open_round() is not None:
            return table
        return self._again.reopened(table, kept)
