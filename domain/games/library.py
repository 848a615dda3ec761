"""The games there are, and which of them a regulation belongs to."""

from typing import Final

from domain.games.pai_gow.game import PAI_GOW
from domain.games.seam.game import Game
from domain.games.seam.regulation import Regulation
from domain.wagers.catalogue import WagerRecord

GAMES: Final[tuple[Game, ...]] = (PAI_GOW,)

REGULATIONS: Final[tuple[Regulation, ...]] = tuple(
    one for game in GAMES for one in game.regulations
)
_BY_REF: Final = {one.ref: game for game in GAMES for one in game.regulations}
_BY_NAME: Final = {one.name: game for game in GAMES for one in game.regulations}


_WAGERS: Final[dict[str, WagerRecord]] = {one.name: one for game in GAMES for one in game.catalogue}


_REGULATIONS: Final = {
    **{one.ref: one for one in REGULATIONS},
    **{one.name: one for one in REGULATIONS},
}


def regulation_of(recorded: str) -> Regulation | None:
    """By its name, or by name and version; None for one that this build does not carry."""
    return _REGULATIONS.get(recorded)


def regulation_name(ref: str) -> str:
    """Of a regulation as it was recorded, without its version."""
    found = regulation_of(ref)
    return ref if found is None else found.name


def jurisdiction_of(recorded: str) -> str:
    """Whose law a regulation is; nobody's where it is not known."""
    found = regulation_of(recorded)
    return "" if found is None else found.jurisdiction


def wager_record(name: str) -> WagerRecord | None:
    """The record of a wager of any game; None for one that this build does not know."""
    return _WAGERS.get(name)


def game_for(ref: str) -> Game:
    """The game of a regulation by name and version, as a session or round records it."""
    return _BY_REF[ref]


def game_of_regulation(name: str) -> Game:
    """The game of the regulation that a submission names."""
    return _BY_NAME[name]
