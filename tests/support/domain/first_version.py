"""Tables that are played under version 1 of their regulation, as stored rounds were."""

from typing import Final

from domain.commands import parse_command
from domain.events import Event
from domain.games.library import Library, library_of
from domain.hosting import decide
from tests.support.domain.asked import Asked
from tests.support.domain.given import Happened, new_table, stamp

_FOUND: Final = library_of("nj-pai-gow@1")
assert _FOUND is not None
FIRST_GAMES: Final[Library] = _FOUND


def under_the_first(*commands: Asked) -> Happened:
    """Every command is accepted; the table was opened while version 1 was in force."""
    table = new_table()
    events: list[Event] = []
    for asked in commands:
        command = parse_command(asked)
        table, made, _ = decide(table, command, stamp(asked), None, FIRST_GAMES)
        events += made
    return Happened(table, tuple(events))
