"""What commands and rounds name of the games: wagers, regulations, the numbers that wagers stand
on, the elections that rounds read.

These are read before any rule is asked, so the catalogues and terms alone are known here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from domain.games.craps.wagers.catalogue import CATALOGUE as OF_CRAPS
from domain.games.pai_gow.elections.terms import Terms as PaiGowTerms
from domain.games.pai_gow.wagers.catalogue import CATALOGUE as OF_PAI_GOW
from domain.shared_terms import TableTerms
from domain.wagers.catalogue import WagerRecord


class _Game(NamedTuple):
    catalogue: Mapping[str, WagerRecord]
    terms: type[TableTerms] | None = None
    """What its rounds record of what was elected, beside what every table's do."""


_GAMES: Final = {"pai_gow": _Game(OF_PAI_GOW, PaiGowTerms), "craps": _Game(OF_CRAPS)}
_WAGERS: Final = tuple(one for game in _GAMES.values() for one in game.catalogue.values())

TERMS: Final = tuple(game.terms for game in _GAMES.values() if game.terms is not None)
WAGER_NAMES: Final = tuple(one.name for one in _WAGERS)
GAME_OF: Final = {
    regulation: name
    for name, game in _GAMES.items()
    for one in game.catalogue.values()
    for form in one.forms()
    for regulation in form.permitted
}
"""By the regulation that it is played under."""
REGULATION_NAMES: Final = tuple(GAME_OF)
if TYPE_CHECKING:
    WagerName: TypeAlias = str
    RegulationName: TypeAlias = str
else:
    WagerName = Literal[WAGER_NAMES]
    RegulationName = Literal[REGULATION_NAMES]
POINTS: Final = tuple(dict.fromkeys(point for one in _WAGERS for point in one.points))
_BY_NAME: Final = {one.name: one for one in _WAGERS}


def wager_named(wager: str) -> str:
    """`pai_gow` as people say it."""
    known = _BY_NAME.get(wager)
    return wager.replace("_", " ") if known is None else known.said
