"""Progressive meters: what stands on each, how it came there, by table and by day."""

from projections.progressives.fold import MeterDayRow, ProgressiveDays, ProgressiveRow, Progressives

__all__ = ["MeterDayRow", "ProgressiveDays", "ProgressiveRow", "Progressives"]
