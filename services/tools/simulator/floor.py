"""A floor of tables that play at the same time, each for itself, and the lives of each."""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from string import digits
from typing import Final

from domain.game_library import LIBRARY
from domain.games.seam.bots import Bots, Span, Told
from domain.games.seam.guests import Setup
from domain.hosting import Table
from services.tools.simulator.lawful_table import LawfulTable
from services.tools.simulator.table_play import TablePlay

_FIRST_OPENING: Final[Span] = (0, 120)
"""The tables of a floor are not all opened at the stroke of the hour."""
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


def bots_at(table: str) -> Bots | None:
    """Of the game that the letters of a table's name stand for."""
    letters = table.rstrip(digits)
    return next((one.bots for one in LIBRARY.games if one.bots.letters == letters), None)


def is_laid_out(table: str) -> bool:
    """Whether some floor has a table of that name."""
    bots = bots_at(table)
    return bots is not None and int(table.removeprefix(bots.letters) or 0) > 0


def setup_at(table: str) -> Setup:
    """By the table's name, on a floor of any size."""
    bots = bots_at(table)
    assert bots is not None, f"no game has a table {table}"
    return bots.setups[(int(table.removeprefix(bots.letters)) - 1) % len(bots.setups)]


def tables_among(tables: int, asked: Mapping[str, int] | None = None) -> dict[str, int]:
    """How many of a floor's tables each game has, as asked or by its custom.

    The first game of the library has those that the others leave.
    """
    found = dict(asked or {})
    for game in LIBRARY.games[1:]:
        left = max(0, tables - sum(found.values()))
        found.setdefault(game.name, min((tables + 1) // game.bots.one_in, left))
    return found


@dataclass(frozen=True, slots=True)
class Floor:
    """An evening on the floor; every table depends on the seed and its own name alone."""

    tables: int
    rounds: int | None
    """Rounds a table plays; none named, it plays on for ever."""
    seed: int
    start: datetime
    tables_of: Mapping[str, int] = field(default_factory=dict, hash=False)
    """How many of them each game has; the first game of the library has those that are left."""
    leave_open: bool = False
    """Whether the tables stay open after their rounds, as on a floor that is being watched."""

    def __post_init__(self) -> None:
        if self.start.tzinfo is None:
            raise ValueError("the floor opens at a moment with its offset from UTC")
        if (others := sum(self.tables_of.values())) > self.tables:
            played = " and ".join(name for name, many in self.tables_of.items() if many)
            raise ValueError(f"of {self.tables} tables {others} cannot play {played}")

    def names(self) -> tuple[str, ...]:
        """Letters and a number: those of the first game, then those of the next."""
        first, *others = LIBRARY.games
        many = {first.name: self.tables - sum(self.tables_of.values()), **self.tables_of}
        return tuple(
            f"{game.bots.letters}{number + 1:02d}"
            for game in (first, *others)
            for number in range(many.get(game.name, 0))
        )

    def par(self, table: str) -> int:
        """What the table is opened with, on a floor of any size."""
        return setup_at(table).par

    def commands(self, table: str) -> Iterator[Told]:
        """One table's commands from its opening, as often as asked for, always the same."""
        if table not in self.names():
            raise ValueError(f"there is no table {table} on this floor")
        # S311: a simulation must be repeatable; nothing here is a secret.
        luck = Random(f"{self.seed}/{table}")  # noqa: S311
        opening = self.start.astimezone(UTC) + timedelta(seconds=luck.randint(*_FIRST_OPENING))
        lawful = LawfulTable(table, self.seed, opening, luck)
        return TablePlay(lawful, setup_at(table), luck).life(self.rounds, self.leave_open)

    def stream(self) -> Iterator[Told]:
        """The whole floor's commands in the order in which they happen."""
        return interleave(self.commands(table) for table in self.names())


def interleave(streams: Iterable[Iterator[Told]]) -> Iterator[Told]:
    """One stream in time order, drawn lazily so that endless tables may take part.

    All tables write their times alike, so that the texts order as the moments do.
    """
    return heapq.merge(*streams, key=lambda told: str(told["at"]))


@dataclass(frozen=True, slots=True)
class Start:
    """Where a life begins."""

    life: str = ""
    """Sets its luck and its ids apart from those of the lives before."""
    state: Table | None = None
    """The table as it stands; None: a new one."""
    elsewhere: Elsewhere | None = None
    """Where its commands go, if its own stream is not the table's."""


class Life:
    """One table's commands with the floor's second at which each is due."""

    def __init__(self, floor: Floor, table: str, start: Start, now: datetime, since: float) -> None:
        # S311: a simulation must be repeatable; nothing here is a secret.
        luck = Random(f"{floor.seed}/{table}{start.life}")  # noqa: S311
        opening = now + timedelta(seconds=luck.randint(*_FIRST_OPENING))
        self.table = LawfulTable(
            table, floor.seed, opening, luck, state=start.state, life=start.life
        )
        self._play = TablePlay(self.table, setup_at(table), luck)
        self._elsewhere = start.elsewhere or Elsewhere(table)
        self._began, self._since = now, since
        self._commands: Iterator[Told] = iter(())

    def plays(self, rounds: int | None, *, leave_open: bool = False) -> "Life":
        self._commands = self._play.life(rounds, leave_open)
        return self

    def next(self) -> tuple[float, Told] | None:
        """The next command and when; None: it is over. Raises NotLawful."""
        told = next(self._commands, None)
        if told is None:
            return None
        due = self._since + (self.table.now - self._began).total_seconds()
        return due, self._elsewhere.tell(told)

    def adopt(self, state: Table, now: datetime) -> None:
        """Go on from what is stored, by the clock of those who wrote it."""
        self._began += now - self.table.now
        self.table.state, self.table.now = state, now

    @property
    def head(self) -> int:
        """Where the table's stream stands after the last command, if nobody else writes to it."""
        return self.table.state.seq + self._elsewhere.events
