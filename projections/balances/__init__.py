"""Balances: what every stream posted in a shift of a gaming day, account by account."""

from projections.balances.fold import Balances
from projections.balances.row import BalanceRow

__all__ = ["BalanceRow", "Balances"]
