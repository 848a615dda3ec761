"""The day's reports: each a pure function of the books around the day, and an entry here."""

from typing import Final

from projections.reports.currency import CURRENCY
from projections.reports.day_books import DayBooks
from projections.reports.entry import ReportEntry
from projections.reports.exceptions import EXCEPTIONS
from projections.reports.journal import JOURNAL
from projections.reports.master_game import MASTER_GAME
from projections.reports.progressives import PROGRESSIVES
from projections.reports.reconciliation import RECONCILIATION
from projections.reports.report import Report
from projections.reports.slips import SLIPS
from projections.reports.statistics import STATISTICS
from projections.reports.trial_balance import TRIAL_BALANCE

_ENTRIES: Final = (
    *(MASTER_GAME, RECONCILIATION, EXCEPTIONS, SLIPS),
    *(PROGRESSIVES, CURRENCY, STATISTICS, TRIAL_BALANCE, JOURNAL),
)
REPORTS: Final[dict[str, ReportEntry]] = {entry.name: entry for entry in _ENTRIES}
"""By the name they are asked for."""


def to_be_had(day: str, status: str) -> list[str]:
    """The reports that there are of a day that stands so, by name."""
    return [name for name, entry in REPORTS.items() if entry.unclosed(day, status) is None]


__all__ = [
    "EXCEPTIONS",
    "RECONCILIATION",
    "REPORTS",
    "DayBooks",
    "Report",
    "ReportEntry",
    "to_be_had",
]
