"""Sessions: the books of a table from its opening to its closing, period by period."""

from projections.sessions.fold import Sessions
from projections.sessions.row import Late, Raised, SessionRow, periods_of

__all__ = ["Late", "Raised", "SessionRow", "Sessions", "periods_of"]
