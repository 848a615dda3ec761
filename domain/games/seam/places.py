"""A command names a betting area that the table's layout has."""

import functools
from typing import Final

from domain.commands import Command

_NAMING: Final = ("seat", "to_seat", "position", "shaker")
"""The fields of commands that name one."""


@functools.cache
def _naming(kind: type[Command]) -> tuple[str, ...]:
    return tuple(field for field in _NAMING if field in kind.model_fields)


def beyond(command: Command, last: int) -> int | None:
    """A place after the layout's last, if one is named.

    Any number that some game's layout has may be written; this game's may be fewer.
    """
    for field in _naming(type(command)):
        place = getattr(command, field)
        if type(place) is int and place > last:
            return place
    return None
