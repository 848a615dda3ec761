"""A table's days in a few numbers, so that statistics can read two years of them at once."""

from projections.table_days.fold import Numbers, TableDayRow, TableDays

__all__ = ["Numbers", "TableDayRow", "TableDays"]
