"""A table's days in a few numbers, so that statistics can read two years of them at once."""

from projections.table_days.fold import TableDays
from projections.table_days.row import Numbers, TableDayRow

__all__ = ["Numbers", "TableDayRow", "TableDays"]
