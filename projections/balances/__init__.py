"""Balances: what every stream posted in a shift of a gaming day, account by account."""

from projections.balances.fold import BalanceRow, Balances

__all__ = ["BalanceRow", "Balances"]
