"""How a version of the craps regulation reads its text where another version reads it otherwise.

The defaults are the reading in force; a rule that is mended gets a flag here, which `FIRST`
switches back.
"""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The readings in which the versions differ."""

    dealer_never_shoots: bool = True
    """The dice are thrown by a player: the dealer is no shooter (19:47-1.11)."""
    decided_by_item: bool = True
    """A line or come wager that is won, lost or void cites the item that says so (1.2(a)1i)."""


IN_FORCE: Final = Reading()

FIRST: Final = replace(
    IN_FORCE,
    dealer_never_shoots=False,
    decided_by_item=False,
)
"""As version 1 read the text."""
