"""The day's reports: each a pure function of the books around the day."""

from collections.abc import Callable
from typing import Final

from projections.reports.cash import currency
from projections.reports.day_books import DayBooks
from projections.reports.exceptions import exceptions
from projections.reports.figures import statistics
from projections.reports.master_game import master_game
from projections.reports.meters import progressives
from projections.reports.reconciled import reconciliation
from projections.reports.report import Report
from projections.reports.slip_register import slips
from projections.reports.trial_balance import trial_balance

REPORTS: Final[dict[str, Callable[[DayBooks], Report]]] = {
    "master_game": master_game,
    "reconciliation": reconciliation,
    "exceptions": exceptions,
    "slips": slips,
    "progressives": progressives,
    "currency": currency,
    "statistics": statistics,
    "trial_balance": trial_balance,
}
"""By the name they are asked for."""

__all__ = ["REPORTS", "DayBooks", "Report"]
