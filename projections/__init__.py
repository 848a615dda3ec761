"""Pure folds: every figure anyone looks at is built from events."""

from projections.projection import Projection, Row
from projections.registry import all_projections

__all__ = ["Projection", "Row", "all_projections"]
