"""Tables that are played under an earlier version of their regulation, as stored rounds were."""

from typing import Final

from domain.events import Event
from domain.game_library import Library, library_of
from domain.hosting import decide
from domain.messages.commands import parse_command
from tests.support.domain.asked import Asked
from tests.support.domain.given import Happened, new_table, stamp


def _games_of(version: int) -> Library:
    found = library_of(f"nj-pai-gow@{version}")
    assert found is not None
    return found


FIRST_GAMES: Final = _games_of(1)
SECOND_GAMES: Final = _games_of(2)


def under_the_first(*commands: Asked) -> Happened:
    """Every command is accepted; the table was opened while version 1 was in force."""
    return _under(FIRST_GAMES, commands)


def under_the_second(*commands: Asked) -> Happened:
    """The same under version 2."""
    return _under(SECOND_GAMES, commands)


def _under(games: Library, commands: tuple[Asked, ...]) -> Happened:
    table = new_table()
    events: list[Event] = []
    for asked in commands:
        command = parse_command(asked)
        table, made, _ = decide(table, command, stamp(asked), None, games)
        events += made
    return Happened(table, tuple(events))
