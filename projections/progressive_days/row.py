"""A row of the meters' days: one meter's gaming day."""

from projections.progressives.row import Hit, MeterTotals
from projections.projection import Row


class MeterDayRow(Row, frozen=True, kw_only=True):
    """One meter's gaming day."""

    meter: str
    opening: int = 0
    closing: int = 0
    totals: MeterTotals = MeterTotals()
    by_table: dict[str, MeterTotals] = {}
    hits: tuple[Hit, ...] = ()
    curve: dict[str, int] = {}
    """What stood on it at the end of each quarter of an hour that moved it, by its beginning."""
    accounts: dict[str, int] = {}
    """What the day's events posted, account by account."""
