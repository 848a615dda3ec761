"""Balances: what every stream posted in a shift of a gaming day, account by account."""

from projections.balances.fold import Balances
from projections.balances.postings import POSTINGS
from projections.balances.row import BalanceRow

__all__ = ["POSTINGS", "BalanceRow", "Balances"]
