"""Commands played through the real rules: nothing stored, no clock, no chance.

What comes out is a pure function of the lines that go in.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from msgspec.structs import replace

from domain.clock import Clock
from domain.commands import Command, CommandError
from domain.commands.day import AcknowledgeAlert, CloseDay, DayCommand
from domain.commands.seal import RotateKey
from domain.commands.table import OpenTable
from domain.day.calendar import Calendar
from domain.day.decide import decide_day
from domain.day.state import Day
from domain.events import Event
from domain.events.envelope import Stamp
from domain.game_library import LIBRARY, Library
from domain.gaming_day import GamingDay
from domain.hosting import Table, decide, meter_of
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.refusals import Refused
from domain.seal.decide import decide_rotation
from domain.seal.state import SealKeys

FIRST_MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When the first command happens if it does not say."""

MOST_LINE_BYTES: Final = 1_000_000
_COMMENT: Final = b"#"
_GAMING_DAY: Final = GamingDay()

Decider: TypeAlias = Callable[[Table, Command, Stamp], tuple[Table, list[Event]]]
"""What a command makes of a table: the rules themselves, or others in their place."""


class Rejection(NamedTuple):
    """A command that the rules refuse, with the line it stands on; nothing has changed."""

    line: int
    command: str
    rule: str
    reason: str


class BadLine(ValueError):
    """A line that is wrong by itself; play cannot go on from it."""

    def __init__(self, line: int, problems: list[dict[str, str]]) -> None:
        self.line = line
        self.problems = problems
        super().__init__("; ".join(self.told()))

    def told(self) -> list[str]:
        """Every problem: which line, where in it, and what."""
        return [f"line {self.line}: {one['where']}: {one['what']}" for one in self.problems]


class Rulebook:
    """The rules, with the progressive meters that the tables share."""

    def __init__(self, standing: int | None = None, games: Library = LIBRARY) -> None:
        self._games = games
        self._meters: dict[str, Meter] = {}
        self._standing = standing
        """What stands on a meter that was open before; None: what it started with."""

    def decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        decided = decide(table, command, stamp, self._meter(table, command), self._games)
        if decided.meter is not None:
            self._meters[decided.meter.name] = decided.meter
        return decided.table, decided.events

    def _meter(self, table: Table, command: Command) -> Meter | None:
        name = meter_of(table, command, self._games)
        if name is None or name in self._meters:
            return None if name is None else self._meters[name]
        terms = table.terms.progressive
        if isinstance(command, OpenTable) or terms is None:
            return Meter(name=name)
        amount = terms.initial if self._standing is None else self._standing
        return Meter(name=name, terms=terms, amount=amount)


class Pit:
    """The tables of one file, kept in memory while it is played."""

    def __init__(self, decider: Decider | None = None) -> None:
        self._decide = decider or Rulebook().decide
        self._tables: dict[str, Table] = {}
        self._days: dict[str, Day] = {}
        self._calendar = Calendar()
        self._last_opened: str | None = None
        self._now: datetime | None = None
        self._accepted: dict[UUID, Command] = {}

    def play(self, command: Command) -> list[Event]:
        """The events of one command; Refused or CommandError where there can be none."""
        if self._is_repeat(command):
            return []
        if isinstance(command, CloseDay | AcknowledgeAlert):
            events = self._play_day(command)
        elif isinstance(command, RotateKey):
            # Always refused: no log is sealed here, so no key is in force.
            events = [*decide_rotation(SealKeys(), command, self._stamp(command)).events]
        else:
            events = self._play_at_table(command)
        if command.command_id is not None:
            self._accepted[command.command_id] = command
        return events

    def _play_at_table(self, command: Command) -> list[Event]:
        name = self._table_of(command)
        stamp = self._stamp(command)
        table = self._tables.get(name) or Table(name=name)
        self._tables[name], events = self._decide(table, command, stamp)
        if isinstance(command, OpenTable):
            self._last_opened = name
        return events

    def _play_day(self, command: DayCommand) -> list[Event]:
        stamp = self._stamp(command)
        day = self._days.get(command.day) or Day(day=command.day)
        decided = decide_day(day, self._tables.values(), command, stamp, self._calendar)
        self._days[command.day], self._calendar = decided.day, decided.calendar
        return [*decided.events]

    def _stamp(self, command: Command) -> Stamp:
        """The file's own order is the clock: it shows the latest moment told so far."""
        told = [moment for moment in (self._now, command.at) if moment is not None]
        now = max(told, default=FIRST_MOMENT)
        command_id = None if command.command_id is None else str(command.command_id)
        stamp = Clock(_GAMING_DAY, now).stamp(command, command_id, self._calendar)
        self._now = now
        # No desk records it: a file may tell its moments in any order, and no cash is late in it.
        return replace(stamp, happened_on="", today="")

    def tables(self) -> list[Table]:
        """As they stand now."""
        return list(self._tables.values())

    def _is_repeat(self, command: Command) -> bool:
        """An accepted command told again does no harm; its id on another one is a mistake."""
        if command.command_id is None or command.command_id not in self._accepted:
            return False
        if self._accepted[command.command_id].model_dump() != command.model_dump():
            what = f"{command.command_id} was given to another command before"
            raise CommandError([{"where": "command_id", "what": what}])
        return True

    def _table_of(self, command: Command) -> str:
        """The table named, else the last one opened."""
        if isinstance(command, OpenTable) and self._last_opened is None:
            # What follows an opening that is refused is refused as well, not misread.
            self._last_opened = command.table
        name = command.table or self._last_opened
        if name is None:
            what = "no table is named, and none was opened before"
            raise CommandError([{"where": "table", "what": what}])
        return name


def play_lines(lines: Iterable[bytes], games: Library = LIBRARY) -> Iterator[Event | Rejection]:
    """Play commands, one JSON object a line, each as soon as its line is read. Raises BadLine."""
    pit = Pit(Rulebook(games=games).decide)
    for number, command in commands_of(lines):
        yield from attempt(pit, number, command)


def commands_of(lines: Iterable[bytes]) -> Iterator[tuple[int, Command]]:
    """The commands, each with the number of its line.

    Empty lines and those that begin with `#` are passed over. Raises BadLine.
    """
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith(_COMMENT):
            yield number, _read(number, text)


def attempt(pit: Pit, number: int, command: Command) -> list[Event] | list[Rejection]:
    """What one line makes: its events, or the refusal. Raises BadLine."""
    try:
        return pit.play(command)
    except CommandError as error:
        raise BadLine(number, error.problems) from None
    except Refused as refusal:
        return [Rejection(number, command.command, refusal.rule, refusal.reason)]


def _read(number: int, text: bytes) -> Command:
    if len(text) > MOST_LINE_BYTES:
        what = f"{len(text)} bytes; a command takes at most {MOST_LINE_BYTES}"
        raise BadLine(number, [{"where": "command", "what": what}])
    try:
        return parse_command(text)
    except CommandError as error:
        raise BadLine(number, [_one_line(problem) for problem in error.problems]) from None


def _one_line(problem: dict[str, str]) -> dict[str, str]:
    """A command is one line: its column is the place, and its line number that of the file."""
    return {**problem, "what": problem["what"].replace(" at line 1 column ", " at column ")}
