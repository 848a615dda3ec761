"""Progressive meters: what stands on each, and how it came there."""

from projections.progressives.fold import Progressives
from projections.progressives.row import Hit, MeterTotals, ProgressiveRow

__all__ = ["Hit", "MeterTotals", "ProgressiveRow", "Progressives"]
