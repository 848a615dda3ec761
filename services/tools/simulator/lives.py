"""The lives of a table: played from its opening on, or taken up where somebody else left it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from domain.hosting import Table
from services.tools.simulator.elsewhere import Elsewhere
from services.tools.simulator.floor import Floor
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.layouts import terms_at
from services.tools.simulator.pace import FIRST_OPENING
from services.tools.simulator.table_play import TablePlay


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
        opening = now + timedelta(seconds=luck.randint(*FIRST_OPENING))
        self.table = LawfulTable(
            table, floor.seed, opening, luck, state=start.state, life=start.life
        )
        self._play = TablePlay(self.table, terms_at(table), luck)
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
