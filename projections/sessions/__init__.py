"""Sessions: the books of a table from its opening to its closing, period by period."""

from projections.sessions.fold import Late, Raised, SessionRow, Sessions

__all__ = ["Late", "Raised", "SessionRow", "Sessions"]
