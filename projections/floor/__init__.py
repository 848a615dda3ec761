"""The floor: one row a table, kept as the rules keep it, and what is shown of it."""

from projections.floor.fold import Floor
from projections.floor.row import TableRow

__all__ = ["Floor", "TableRow"]
