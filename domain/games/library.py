"""The games that are played here. A line registers one: the folder that lies beside this file.

What is needed of a game before any rule can be read stands in its folder by an agreed name:
`wagers/catalogue.py` (`CATALOGUE`), `elections/elections.py` (`Elections`) and, where it has
them, `elections/terms.py` (`Terms`) and `messages/parts.py` (`PARTS`); then `game.py` (`GAME`).
"""

from importlib import import_module
from typing import Any, Final

GAMES: Final = (
    "pai_gow",
    "craps",
)
"""In the order in which what they have is listed."""


def from_each(module: str, name: str) -> dict[str, Any]:
    """What is called so in this module of each game that has the module."""
    found = {game: _module(f"{__package__}.{game}.{module}") for game in GAMES}
    return {game: getattr(one, name) for game, one in found.items() if one is not None}


def _module(path: str) -> object | None:
    """None where there is none; what it imports itself must be there."""
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise
        return None
