"""How often things happen at a table, whatever is played there."""

from random import Random
from typing import Final

BRINGS_CHIPS: Final = 0.25
"""Comes from another table with chips in hand, and need not buy in."""
SITS_OUT: Final = 0.05
SLIP_BY_STEPS: Final = 0.3
SLIP_VOIDED: Final = 0.05
TRAY_COUNTED: Final = 0.012
PAYS_MARKER_BACK: Final = 0.9
"""Of those who go with enough and owe the house a counter check."""
MARKER_IN_CASH: Final = 0.4
VIGORISH_UNPAID: Final = 0.02
"""Of the rounds in which vigorish was taken: somebody had no small chips at hand."""
PAYS_VIGORISH_LATER: Final = 0.4
"""Of what is owed, at the end of every further round."""
BUY_IN_MISKEYED: Final = 0.04
COMPLAINS: Final = 0.006
"""About the round that has just been settled."""
RULED_NOW: Final = 0.3
"""Of the open complaints, at the end of every further round."""
UPHELD: Final = 0.4


def happens(luck: Random, chance: float) -> bool:
    """Whether it happens this time."""
    return luck.random() < chance
