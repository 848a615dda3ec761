"""Every read model the service keeps, in one place."""

from typing import Final

from projections.balances import Balances
from projections.currency import Currency
from projections.days import Days
from projections.floor import Floor
from projections.hours import Hours
from projections.issues import Issues
from projections.progressive_days import ProgressiveDays
from projections.progressives import Progressives
from projections.projection import Projection, Row
from projections.rounds import Rounds
from projections.sessions import Sessions
from projections.slips import Slips
from projections.table_days import TableDays

READ_MODELS: Final = (
    *(Floor, Rounds, Sessions, Progressives, ProgressiveDays, Balances),
    *(Issues, Slips, Currency, Days, TableDays, Hours),
)


def all_projections() -> list[Projection[Row]]:
    """A fresh one of each."""
    return [model() for model in READ_MODELS]  # type: ignore[misc]
