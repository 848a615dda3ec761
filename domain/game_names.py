"""What commands and rounds name of the games: wagers, regulations, the numbers that wagers stand
on, the elections that rounds read.

These are read before any rule is asked, so the catalogues and terms alone are known here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from domain.games.library import from_each
from domain.shared_terms import TableTerms
from domain.wagers.catalogue import WagerRecord

_CATALOGUES: Final[dict[str, Mapping[str, WagerRecord]]] = from_each(
    "wagers.catalogue", "CATALOGUE"
)
_WAGERS: Final = tuple(one for catalogue in _CATALOGUES.values() for one in catalogue.values())

TERMS: Final[tuple[type[TableTerms], ...]] = tuple(from_each("elections.terms", "Terms").values())
"""What rounds of a game record of what was elected, beside what every table's do."""
WAGER_NAMES: Final = tuple(one.name for one in _WAGERS)
GAME_OF: Final = {
    regulation: name
    for name, catalogue in _CATALOGUES.items()
    for one in catalogue.values()
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
    """As people say it."""
    known = _BY_NAME.get(wager)
    return wager.replace("_", " ") if known is None else known.said
