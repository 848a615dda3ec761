"""Accepted commands, made again from the events that they left.

Nothing is put right here: each command is as it was given, mistakes and corrections alike. Where
the events leave open how it was given (a slip in one step, a house way named or left to the rules),
there is more than one way.
"""

import functools
from collections.abc import Iterable, Iterator

from domain.commands import Command
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events.round import RoundVoided
from domain.game_library import LIBRARY
from domain.history.round_commands import (
    ROUND_COMMANDS,
    Fields,
    Group,
    NoCommand,
    Readers,
    Ways,
    void_round,
)
from domain.history.table_commands import TABLE_COMMANDS
from domain.messages.commands import command_types


@functools.cache
def readers_of(regulation: str) -> Readers:
    """Of the game that is played under it; empty: at a table that was never opened."""
    game = LIBRARY.by_regulation.get(regulation)
    own = {} if game is None else game.history.readers
    return {**TABLE_COMMANDS, **ROUND_COMMANDS, **own}


def commands_of(group: Group, regulation: str) -> Iterator[Command]:
    """Each way in which the command may have been given, the likeliest first. Raises NoCommand.

    `regulation`: the one that the table was open under.
    """
    at_table = [event for event in group if event.STREAM == "table"]
    if not at_table:
        raise NoCommand(f"{type(group[0]).__name__} without an event of its table")
    for fields in _ways(at_table, regulation):
        yield _made({**fields, "table": at_table[0].table})


def _ways(group: Group, regulation: str) -> Ways:
    reader = readers_of(regulation).get(type(group[0]))
    if reader is not None:
        return reader(group)
    game = LIBRARY.by_regulation.get(regulation)
    if game is not None and (ways := game.history.ended(group)) is not None:
        return ways
    last = group[-1]
    if isinstance(last, RoundVoided) and last.rule == VOID_ROUND:
        return void_round(last)
    raise NoCommand(f"no command ends with {type(last).__name__}")


def _made(fields: Fields) -> Command:
    """Unchecked: whatever the events hold is decided on, and a wrong piece is a difference.

    It has its fields and nothing else of a model: that is a sixth of the time that deciding takes.
    """
    kind, defaults = _kinds()[fields["command"]]
    return _of_kind(kind, {**defaults, **fields})


def with_fields(command: Command, fields: Fields) -> Command:
    """The command with other values of some fields, unchecked likewise."""
    return _of_kind(type(command), {**vars(command), **fields})


def _of_kind(kind: type[Command], fields: Fields) -> Command:
    command = kind.__new__(kind)
    object.__setattr__(command, "__dict__", fields)
    return command


@functools.cache
def _kinds() -> dict[str, tuple[type[Command], Fields]]:
    """Every command's class, and the values of fields that are left out."""
    return {
        name: (kind, {field: one.default for field, one in kind.model_fields.items()})
        for name, kind in command_types().items()
    }


def are_of_one_command(position: int, event: Event, next_position: int, following: Event) -> bool:
    """Whether two events lie side by side in the log and carry the same command's id."""
    command_id = event.command_id
    together = command_id is not None and command_id == following.command_id
    return together and next_position == position + 1


def by_command(placed: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, list[Event]]]:
    """The events of each command, with the position of the first; they are in the log's order."""
    group: list[Event] = []
    first = 0
    for position, event in placed:
        if group and not are_of_one_command(first + len(group) - 1, group[-1], position, event):
            yield first, group
            group = []
        if not group:
            first = position
        group.append(event)
    if group:
        yield first, group
