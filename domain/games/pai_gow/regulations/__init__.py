"""The regulations the service carries, each beside the others."""

from domain.games.pai_gow.regulations.earlier import EARLIER
from domain.games.pai_gow.regulations.library import (
    REGULATIONS,
    regulation_for,
    regulation_in_force,
)
from domain.games.pai_gow.regulations.regulation import Regulation

__all__ = ["EARLIER", "REGULATIONS", "Regulation", "regulation_for", "regulation_in_force"]
