"""A row of the balances: what one stream posted in one shift."""

from projections.projection import Row


class BalanceRow(Row, frozen=True, kw_only=True):
    """One stream's postings of one shift; the accounts sum to zero, and the database holds it."""

    shift: int = 1
    table: str | None = None
    """None: it is a meter's."""
    accounts: dict[str, int] = {}
    postings: int = 0
