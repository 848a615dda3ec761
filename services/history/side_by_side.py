"""One file of commands, played by its own rules and by others at the same time, and compared."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.round import OpenRound
from domain.commands.table import OpenTable
from domain.controls import ROUND_FINISHED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.game_library import LIBRARY
from domain.hosting import Table
from services.history.comparison import (
    HOUSE_SETS,
    Comparison,
    FiledHand,
    Refusal,
    RoundEnd,
    compare_ends,
    filed_hand,
    summed,
)
from services.history.other_rules import OtherRules, called_off
from services.offline.play import BadLine, Pit, Rejection, attempt, commands_of


class Both(NamedTuple):
    """What one line made, by its own rules and by the others."""

    line: int
    own: list[Event] | list[Rejection]
    other: list[Event | Rejection]


def play_both(lines: Iterable[bytes], rules: OtherRules) -> Iterator[Both]:
    """Line by line, the commands' own rules going on after a refusal. Raises BadLine."""
    return _SideBySide(rules).play(lines)


class _SideBySide:
    """Two pits that take the same commands."""

    def __init__(self, rules: OtherRules) -> None:
        self._rules = rules
        rules.begin()
        self._own = Pit()
        self._other = Pit(self._decide)
        self._was_taken = True
        """Its own rules took the command: the others may help it along."""

    def play(self, lines: Iterable[bytes]) -> Iterator[Both]:
        number = 0
        for number, command in commands_of(lines):
            self._refuse_another_game(number, command)
            own = attempt(self._own, number, command)
            self._was_taken = not any(isinstance(step, Rejection) for step in own)
            yield Both(number, own, self._by_others(number, command))
        if undecided := self._call_off_the_rest():
            yield Both(number, [], undecided)

    def _refuse_another_game(self, number: int, command: Command) -> None:
        """There is nothing to compare: not one wager of the one is a wager of the other."""
        if not isinstance(command, OpenTable):
            return
        own = command.submission.regulation
        if LIBRARY.by_regulation[own] is not self._rules.game:
            other = f"{self._rules.regulation.name} is a regulation of another game"
            what = f"{command.table} is played under {own}; {other}"
            raise BadLine(number, [{"where": "submission.regulation", "what": what}])

    def _decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        decider = self._rules.decide if self._was_taken else self._rules.decide_to_the_letter
        if isinstance(command, OpenRound) and self._was_taken:
            own = next(one for one in self._own.tables() if one.name == table.name)
            table = replace(table, game=self._rules.game.history.with_facts_of(table, own))
        return decider(table, command, stamp)

    def _by_others(self, number: int, command: Command) -> list[Event | Rejection]:
        steps = attempt(self._other, number, command)
        stuck = any(isinstance(step, Rejection) and step.rule == ROUND_FINISHED for step in steps)
        if stuck and self._was_taken:
            ended = self._other.play(called_off(command.table))
            return [*ended, *attempt(self._other, number, command)]
        return [*steps]

    def _call_off_the_rest(self) -> list[Event | Rejection]:
        """Rounds that the file finished by its own rules, and not by the others."""
        finished = {table.name for table in self._own.tables() if table.open_round() is None}
        undecided: list[Event | Rejection] = []
        for table in self._other.tables():
            if table.open_round() is not None and table.name in finished:
                undecided += self._other.play(called_off(table.name))
        return undecided


class Ends:
    """How the rounds of a file end, by the line that opens each."""

    def __init__(self) -> None:
        self._opened_at: dict[str, int] = {}
        self.by_line: dict[int, RoundEnd] = {}
        self.filed: dict[int, FiledHand | None] = {}
        """Where an exception set the house's hand."""

    def note(self, line: int, step: Event | Rejection) -> None:
        match step:
            case RoundOpened(round=str(name)):
                self._opened_at[name] = line
            case Event(round=str(name)) if type(step) in HOUSE_SETS:
                self.filed[self._opened_at[name]] = filed_hand(step)
            case RoundClosed(round=str(name)) | RoundVoided(round=str(name)):
                self.by_line[self._opened_at[name]] = step
            case _:
                pass


def compare(played: Iterable[Both]) -> Comparison:
    """A whole file. A round is told apart by the line that opens it, whatever number it gets."""
    own, other = Ends(), Ends()
    refused: list[Refusal] = []
    for both in played:
        for mine in both.own:
            own.note(both.line, mine)
        for theirs in both.other:
            other.note(both.line, theirs)
            if isinstance(theirs, Rejection):
                refused.append(Refusal(**theirs._asdict()))
    lines = sorted(own.by_line.keys() | other.by_line.keys())
    rounds = (
        compare_ends(
            own.by_line.get(at), other.by_line.get(at), at, (own.filed.get(at), other.filed.get(at))
        )
        for at in lines
    )
    return summed(rounds, refused)
