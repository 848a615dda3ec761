"""The floor's layouts, in the order of its tables, whichever game each is for."""

from typing import Final

from services.tools.simulator.pai_gow.layouts import LAYOUTS as PAI_GOW_LAYOUTS
from services.tools.simulator.terms import Terms

_LAYOUTS: Final[tuple[Terms, ...]] = PAI_GOW_LAYOUTS


def terms_of(number: int) -> Terms:
    """The terms of the floor's table with this number, the first being 1."""
    return _LAYOUTS[(number - 1) % len(_LAYOUTS)]
