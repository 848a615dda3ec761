"""The floor's layouts, in the order of its tables, whichever game each is for."""

from collections.abc import Sequence
from typing import Final

from services.tools.simulator.craps.layouts import LAYOUTS as CRAPS_LAYOUTS
from services.tools.simulator.pai_gow.layouts import LAYOUTS as PAI_GOW_LAYOUTS
from services.tools.simulator.terms import Terms

PAI_GOW: Final = "PG"
CRAPS: Final = "CR"
_LAYOUTS: Final[dict[str, Sequence[Terms]]] = {PAI_GOW: PAI_GOW_LAYOUTS, CRAPS: CRAPS_LAYOUTS}
"""By the letters that begin a table's name."""
_LETTERS: Final = 2


def name_of(number: int, letters: str = PAI_GOW) -> str:
    """PG01, CR01 and so on."""
    return f"{letters}{number:02d}"


def terms_of(number: int, letters: str = PAI_GOW) -> Terms:
    """The terms of the floor's table of that kind with this number, the first being 1."""
    layouts = _LAYOUTS[letters]
    return layouts[(number - 1) % len(layouts)]


def terms_at(table: str) -> Terms:
    """By the table's name, on a floor of any size."""
    return terms_of(int(table[_LETTERS:]), table[:_LETTERS])


def is_laid_out(table: str) -> bool:
    """Whether the floor has a layout for a table of that name."""
    letters, number = table[:_LETTERS], table[_LETTERS:]
    return letters in _LAYOUTS and number.isdecimal() and int(number) > 0
