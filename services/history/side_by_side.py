"""One file of commands, played by its own rules and by others at the same time."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from domain.commands import Command
from domain.commands.round import OpenRound
from domain.commands.table import OpenTable
from domain.controls import ROUND_FINISHED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.hosting import Table
from services.history.games import again_of
from services.history.other_rules import OtherRules
from services.offline.play import BadLine, Pit, Rejection, attempt, commands_of

CALLED_OFF: Final = "what was told does not finish this round by the other rules"
"""Why a round is void there: it is undecided, and no difference is counted for it."""


class Both(NamedTuple):
    """What one line made, by the rules it was told under and by the others."""

    line: int
    own: list[Event] | list[Rejection]
    other: list[Event | Rejection]


def play_both(lines: Iterable[bytes], rules: OtherRules) -> Iterator[Both]:
    """Line by line, the commands' own rules going on after a refusal. Raises BadLine."""
    return _SideBySide(rules).play(lines)


class _SideBySide:
    """Two pits that hear the same."""

    def __init__(self, rules: OtherRules) -> None:
        self._rules = rules
        rules.begin()
        self._own = Pit()
        self._other = Pit(self._decide)
        self._told_well = True
        """The rules it was told under took the command: the others may help it along."""

    def play(self, lines: Iterable[bytes]) -> Iterator[Both]:
        number = 0
        for number, command in commands_of(lines):
            self._refuse_another_game(number, command)
            own = attempt(self._own, number, command)
            self._told_well = not any(isinstance(step, Rejection) for step in own)
            yield Both(number, own, self._by_others(number, command))
        if undecided := self._call_off_the_rest():
            yield Both(number, [], undecided)

    def _refuse_another_game(self, number: int, command: Command) -> None:
        """There is nothing to compare: not one wager of the one is a wager of the other."""
        if not isinstance(command, OpenTable):
            return
        told_under = command.submission.regulation
        if again_of(told_under) is not self._rules.again:
            other = f"{self._rules.regulation.name} is a regulation of another game"
            what = f"{command.table} is played under {told_under}; {other}"
            raise BadLine(number, [{"where": "submission.regulation", "what": what}])

    def _decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        decider = self._rules.decide if self._told_well else self._rules.decide_as_told
        if isinstance(command, OpenRound) and self._told_well:
            own = next(one for one in self._own.tables() if one.name == table.name)
            table = self._rules.again.as_told(table, own)
        return decider(table, command, stamp)

    def _by_others(self, number: int, command: Command) -> list[Event | Rejection]:
        steps = attempt(self._other, number, command)
        stuck = any(isinstance(step, Rejection) and step.rule == ROUND_FINISHED for step in steps)
        if stuck and self._told_well:
            called_off = self._other.play(self._called_off(command.table))
            return [*called_off, *attempt(self._other, number, command)]
        return [*steps]

    def _call_off_the_rest(self) -> list[Event | Rejection]:
        """Rounds that the file finished by its own rules, and not by the others."""
        finished = {table.name for table in self._own.tables() if table.open_round() is None}
        undecided: list[Event | Rejection] = []
        for table in self._other.tables():
            if table.open_round() is not None and table.name in finished:
                undecided += self._other.play(self._called_off(table.name))
        return undecided

    def _called_off(self, table: str | None) -> Command:
        return self._rules.again.call_off(table, CALLED_OFF)
