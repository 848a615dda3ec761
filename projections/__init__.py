"""Pure folds: every figure anyone looks at is built from events."""

from projections.floor import Floor
from projections.projection import Projection, Row
from projections.rounds import Rounds
from projections.sessions import Sessions
from projections.triples import Triples


def all_projections() -> list[Projection[Row]]:
    """Every read model the service keeps."""
    models: list[Projection[Row]] = [Floor(), Rounds(), Sessions(), Triples()]  # type: ignore[list-item]
    return models


__all__ = ["Projection", "Row", "all_projections"]
