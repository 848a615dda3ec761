"""Pure folds: every figure anyone looks at is built from events."""

from projections.balances import Balances
from projections.currency import Currency
from projections.days import Days
from projections.floor import Floor
from projections.issues import Issues
from projections.progressives import ProgressiveDays, Progressives
from projections.projection import Projection, Row
from projections.rounds import Rounds
from projections.sessions import Sessions
from projections.slips import Slips
from projections.table_days import TableDays
from projections.triples import Triples


def all_projections() -> list[Projection[Row]]:
    """Every read model the service keeps."""
    models = (
        *(Floor(), Rounds(), Sessions(), Triples(), Progressives(), ProgressiveDays()),
        *(Balances(), Issues(), Slips(), Currency(), Days(), TableDays()),
    )
    return list(models)  # type: ignore[arg-type]


__all__ = ["Projection", "Row", "all_projections"]
