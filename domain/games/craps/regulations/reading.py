"""How a version of the craps regulation reads its text where another version reads it otherwise.

The defaults are the reading in force; a rule that is mended gets a flag here, which `FIRST`
switches back.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The readings in which the versions differ."""

    dealer_never_shoots: bool = True
    """The dice are thrown by a player: the dealer is no shooter (19:47-1.11)."""


IN_FORCE: Final = Reading()

FIRST: Final = Reading(dealer_never_shoots=False)
"""As version 1 read the text."""
