"""The games there are, and which of them a regulation belongs to."""

from typing import Final

from domain.games.pai_gow.game import PAI_GOW
from domain.games.seam.game import Game
from domain.games.seam.regulation import Regulation

GAMES: Final[tuple[Game, ...]] = (PAI_GOW,)

REGULATIONS: Final[tuple[Regulation, ...]] = tuple(
    one for game in GAMES for one in game.regulations
)
_BY_REF: Final = {one.ref: game for game in GAMES for one in game.regulations}
_BY_NAME: Final = {one.name: game for game in GAMES for one in game.regulations}


def game_for(ref: str) -> Game:
    """The game of a regulation by name and version, as a session or round records it."""
    return _BY_REF[ref]


def game_of_regulation(name: str) -> Game:
    """The game of the regulation that a submission names."""
    return _BY_NAME[name]
