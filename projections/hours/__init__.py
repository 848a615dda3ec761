"""A table's gaming day by quarters of an hour, with the dice that fell on it."""

from projections.hours.fold import Hours
from projections.hours.row import HoursRow, Quarter

__all__ = ["Hours", "HoursRow", "Quarter"]
