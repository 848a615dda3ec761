"""How often things happen at a table."""

from random import Random
from typing import Final

NO_ROLL: Final = 0.02
MISDEAL: Final = 0.004
TILE_EXPOSED: Final = 0.01
EXPOSED_AT_HOUSE: Final = 0.15
"""Of the exposed tiles, those of the dealer or the dead hand, which void the round."""
PLAYS_ON: Final = 0.7

BRINGS_CHIPS: Final = 0.25
"""Comes from another table with chips in hand, and need not buy in."""
SITS_OUT: Final = 0.05
ADDS_TO_WAGER: Final = 0.04
WALKS_OFF: Final = 0.006
"""Takes the wager back while betting is open, and goes."""
SETS_CARELESSLY: Final = 0.5
"""Of the hands of somebody who does not know better."""
SURRENDERS: Final = 0.08
"""Of the hopeless hands that would lose anyhow."""

SLIP_BY_STEPS: Final = 0.3
SLIP_VOIDED: Final = 0.05
TRAY_COUNTED: Final = 0.012


def happens(luck: Random, chance: float) -> bool:
    """Whether it happens this time."""
    return luck.random() < chance
