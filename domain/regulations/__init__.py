"""The regulations the service carries, each beside the others."""

from domain.regulations.library import REGULATIONS, regulation_for, regulation_in_force
from domain.regulations.regulation import Regulation

__all__ = ["REGULATIONS", "Regulation", "regulation_for", "regulation_in_force"]
