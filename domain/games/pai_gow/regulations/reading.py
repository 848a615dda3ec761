"""How a version reads its text where another version reads it otherwise: one flag a reading.

The defaults are the reading in force. A rule that is mended gets a flag here, which `FIRST`
switches back: rounds that were played under version 1 are decided as they were.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The readings in which the versions differ."""

    void_returns_surrendered: bool = True
    """A void round gives back a surrendered wager too (10.9(c), (e); MD 10.C, 10.E)."""


IN_FORCE: Final = Reading()

FIRST: Final = Reading(void_returns_surrendered=False)
"""As version 1 read the texts."""
