"""A row of the balances: what one stream posted in one shift."""

from typing import TypeAlias

from projections.projection import Row

Why: TypeAlias = dict[str, dict[str, int]]
"""By the reason to post, account by account; each reason sums to zero."""


class BalanceRow(Row, frozen=True, kw_only=True):
    """One stream's postings of one shift; the accounts sum to zero, and the database holds it."""

    shift: int = 1
    table: str | None = None
    """None: it is a meter's."""
    accounts: dict[str, int] = {}
    postings: int = 0
    sessions: dict[str, Why] = {}
    """The same by the table's session, which knows the game; a meter's under no number."""
