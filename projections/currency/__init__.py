"""Currency: cash of one player over a gaming day, whichever tables it was put down at."""

from projections.currency.fold import Cash, CashDayRow, Currency, PlayerCash, cash_by_player

__all__ = ["Cash", "CashDayRow", "Currency", "PlayerCash", "cash_by_player"]
