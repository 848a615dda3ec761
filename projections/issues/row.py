"""A row of the issues: a complaint, a debt, or the answer to an exception."""

from projections.projection import Row


class IssueRow(Row, frozen=True, kw_only=True):
    """One issue of a table; its number is the `seq` of the event that began it."""

    table: str
    number: int
    kind: str = "exception"
    """`exception` (this row is its answer), `complaint` or `owed`."""
    open: bool = True
    state: str = ""
    at: str = ""
    round: str | None = None
    seat: int | None = None
    player: str | None = None
    amount: int = 0
    """In dispute, owed, or of the exception."""
    left: int = 0
    """Of what is owed."""
    words: str = ""
    """The complaint's, or why it is owed."""
    answered: str | None = None
    """When."""
    by: str | None = None
    role: str | None = None
    reason: str | None = None
