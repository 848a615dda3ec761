"""A floor of tables that play at the same time, each for itself."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.layouts import CRAPS, name_of, terms_at
from services.tools.simulator.pace import FIRST_OPENING
from services.tools.simulator.table_play import TablePlay


@dataclass(frozen=True, slots=True)
class Floor:
    """An evening on the floor; every table depends on the seed and its own name alone."""

    tables: int
    rounds: int | None
    """Rounds a table plays; none named, it plays on for ever."""
    seed: int
    start: datetime
    craps: int = 0
    """Of the tables, those that play craps; the others play pai gow, with tiles or cards."""
    leave_open: bool = False
    """Whether the tables stay open after their rounds, as on a floor that is being watched."""

    def __post_init__(self) -> None:
        if self.start.tzinfo is None:
            raise ValueError("the floor opens at a moment with its offset from UTC")
        if self.craps not in range(self.tables + 1):
            raise ValueError(f"of {self.tables} tables {self.craps} cannot play craps")

    def names(self) -> tuple[str, ...]:
        """PG01, PG02 and so on; then CR01."""
        pai_gow = (name_of(number + 1) for number in range(self.tables - self.craps))
        return (*pai_gow, *(name_of(number + 1, CRAPS) for number in range(self.craps)))

    def par(self, table: str) -> int:
        """What the table is opened with, on a floor of any size."""
        return terms_at(table).par

    def commands(self, table: str) -> Iterator[Told]:
        """One table's commands from its opening, as often as asked for, always the same."""
        if table not in self.names():
            raise ValueError(f"there is no table {table} on this floor")
        # S311: a simulation must be repeatable; nothing here is a secret.
        luck = Random(f"{self.seed}/{table}")  # noqa: S311
        opening = self.start.astimezone(UTC) + timedelta(seconds=luck.randint(*FIRST_OPENING))
        lawful = LawfulTable(table, self.seed, opening, luck)
        return TablePlay(lawful, terms_at(table), luck).life(self.rounds, self.leave_open)

    def stream(self) -> Iterator[Told]:
        """The whole floor's commands in the order in which they happen."""
        return interleave(self.commands(table) for table in self.names())


def craps_among(tables: int) -> int:
    """How many of a floor's tables play craps where nobody says: every fifth, from the fourth."""
    return (tables + 1) // 5


def interleave(streams: Iterable[Iterator[Told]]) -> Iterator[Told]:
    """One stream in time order, drawn lazily so that endless tables may take part.

    All tables write their times alike, so that the texts order as the moments do.
    """
    return heapq.merge(*streams, key=lambda told: str(told["at"]))
