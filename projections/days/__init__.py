"""Gaming days as they were closed: provisional, counted, audited, and their alerts."""

from projections.days.fold import Days
from projections.days.row import Closing, DayRow
from projections.days.status import closing_of, status_of, threshold_of

__all__ = ["Closing", "DayRow", "Days", "closing_of", "status_of", "threshold_of"]
