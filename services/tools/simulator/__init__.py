"""Believable play at the tables of a floor, told as commands: the same seed, the same evening."""

from services.tools.simulator.floor import Floor, craps_among, interleave
from services.tools.simulator.lawful_table import Told

__all__ = ["Floor", "Told", "craps_among", "interleave"]
