"""A row of the floor: one table."""

from domain.hosting import Table
from projections.projection import Row


class TableRow(Row, frozen=True, kw_only=True):
    """A table as the rules see it, with the figures of its running period; cents."""

    state: Table
    at: str = ""
    opener: int | None = None
    drop: int = 0
    """Estimated: buy-ins, and markers paid in cash."""
    win: int = 0
    vigorish: int = 0
    rounds: int = 0
    banked: int = 0
    """Of these the rounds that a player banked."""
