"""A simulated table's commands, told of another table, or of one that was played at before."""

from dataclasses import dataclass
from typing import Final

from services.tools.simulator.lawful_table import Told

NAMED_EVENTS: Final = ("entry", "owed", "complaint", "exception")
"""Fields that name an event by its place in the table's stream."""
_NUMBERED: Final = ("slip", "marker")
"""Fields with a number that is used once at a table, for ever."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where a simulated life goes on: after so many sessions and events of that table."""

    table: str
    sessions: int = 0
    events: int = 0

    def tell(self, told: Told) -> Told:
        return {field: self._moved(field, value) for field, value in told.items()} | {
            "table": self.table
        }

    def _moved(self, field: str, value: object) -> object:
        if field in NAMED_EVENTS and isinstance(value, int):
            return value + self.events
        if field in _NUMBERED and self.sessions:
            return f"S{self.sessions + 1}-{value}"
        if field == "round":
            _, session, number = str(value).split("-")
            return f"{self.table}-{int(session) + self.sessions}-{number}"
        return value
