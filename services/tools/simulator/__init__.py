"""Believable play at the tables of a floor, told as commands: the same seed, the same evening."""

from domain.games.seam.bots import Told
from services.tools.simulator.floor import Floor, interleave, tables_among

__all__ = ["Floor", "Told", "interleave", "tables_among"]
