"""Which regulation a submission names, and which one a stored round was played under."""

from typing import Final

from domain.games.pai_gow.regulations.earlier import EARLIER
from domain.games.pai_gow.regulations.md_pai_gow import MD_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from domain.games.pai_gow.regulations.regulation import Regulation

REGULATIONS: Final = (NJ_PAI_GOW, MD_PAI_GOW, NJ_PAI_GOW_POKER)
"""Each in the version in force; `EARLIER` holds the others."""

WHEELS: Final = ("second", "lowest")
_BY_REF: Final = {
    (regulation.ref, wheel): regulation.with_wheel(wheel)
    for regulation in (*REGULATIONS, *EARLIER)
    for wheel in WHEELS
}
_IN_FORCE: Final = {regulation.name: regulation for regulation in REGULATIONS}


def regulation_in_force(name: str) -> Regulation:
    """The newest version; sessions opened now are played under it."""
    return _IN_FORCE[name]


def regulation_for(ref: str, wheel: str = "second") -> Regulation:
    """The very version that a session or round names, with the wheel it elected."""
    return _BY_REF[ref, wheel]
