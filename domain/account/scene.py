"""What an account leans on, and what a game gives to it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from domain.events import Event
from domain.events.round import DiceRolled
from domain.table.state import Table
from domain.wagers.catalogue import WagerRecord


class Scene(Protocol):
    """A table as its account goes on; the account may begin anywhere."""

    @property
    def table(self) -> Table:
        """With its game's own state."""
        ...

    @property
    def rolled(self) -> DiceRolled | None:
        """The last roll told, with what was said of it."""
        ...

    def wager(self, name: str) -> WagerRecord:
        """As the table's regulation has it."""
        ...


Story: TypeAlias = Mapping[type[Event], Callable[[Scene, Any], list[str]]]
"""The sentences of each event."""


class Account(NamedTuple):
    """What a game tells for itself; what it does not, any table tells."""

    story: Story
    terms_told: Callable[[Mapping[str, Any]], str]
    """A submission's elections, as they were recorded."""
    played_with: str = "the equipment"
    """What is inspected as it comes to the table."""
