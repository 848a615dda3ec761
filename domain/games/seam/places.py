"""A command names a betting area that the table's layout has."""

from typing import Final, NamedTuple

from domain.commands import Command
from domain.refusals import NotOffered

_NAMING: Final = ("seat", "to_seat", "position", "shaker")
"""The fields of commands that name one."""


class Places(NamedTuple):
    """The betting areas of a table, numbered from 1."""

    last: int
    rule: str
    """The paragraph that says who may wager where."""


def check_places(places: Places, command: Command) -> None:
    """Any number that some game's layout has may be written; this game's may be fewer."""
    told = vars(command)
    for field in _NAMING:
        place = told.get(field)
        if type(place) is int and place > places.last:
            reason = f"there is no seat {place} here: the layout has seats 1 to {places.last}"
            raise NotOffered(places.rule, reason)
