"""What commands name of the games: wagers, regulations, the numbers that wagers stand on.

Commands are read by these names before any rule is asked, so the catalogues alone are known here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.games.craps.wagers.catalogue import CATALOGUE as OF_CRAPS
from domain.games.pai_gow.wagers.catalogue import CATALOGUE as OF_PAI_GOW
from domain.wagers.catalogue import WagerRecord

_CATALOGUES: Final[Sequence[Mapping[str, WagerRecord]]] = (OF_PAI_GOW, OF_CRAPS)
_WAGERS: Final = tuple(one for catalogue in _CATALOGUES for one in catalogue.values())

WAGER_NAMES: Final = tuple(one.name for one in _WAGERS)
REGULATION_NAMES: Final = tuple(
    dict.fromkeys(name for one in _WAGERS for form in one.forms() for name in form.permitted)
)
POINTS: Final = tuple(dict.fromkeys(point for one in _WAGERS for point in one.points))
_BY_NAME: Final = {one.name: one for one in _WAGERS}


def wager_named(wager: str) -> str:
    """`pai_gow` as people say it."""
    known = _BY_NAME.get(wager)
    return wager.replace("_", " ") if known is None else known.said
