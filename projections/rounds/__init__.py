"""Rounds: one row a round, from the first wager to the last line."""

from projections.rounds.fold import Rounds
from projections.rounds.row import RoundRow

__all__ = ["RoundRow", "Rounds"]
