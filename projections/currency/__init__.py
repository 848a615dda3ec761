"""Currency: cash of one player over a gaming day, whichever tables it was put down at."""

from projections.currency.by_player import PlayerCash, cash_by_player, late_cash
from projections.currency.fold import Currency
from projections.currency.row import Cash, CashDayRow

__all__ = ["Cash", "CashDayRow", "Currency", "PlayerCash", "cash_by_player", "late_cash"]
