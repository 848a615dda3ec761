"""Rounds: one row a round, from the first wager to the last line."""

from projections.rounds.fold import Rounds

__all__ = ["Rounds"]
