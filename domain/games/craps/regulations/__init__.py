"""The regulation that craps is played under, and the terms of a table."""

from domain.games.craps.regulations.earlier import EARLIER
from domain.games.craps.regulations.nj_craps import NJ_CRAPS
from domain.games.craps.regulations.regulation import Regulation

__all__ = ["EARLIER", "NJ_CRAPS", "Regulation"]
