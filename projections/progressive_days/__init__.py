"""Progressive meters by gaming day: one row a meter and day."""

from projections.progressive_days.fold import ProgressiveDays
from projections.progressive_days.row import MeterDayRow

__all__ = ["MeterDayRow", "ProgressiveDays"]
