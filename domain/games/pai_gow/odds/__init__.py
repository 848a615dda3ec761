"""Exact house edges of the optional wagers, counted over everything that can fall or be dealt."""

from domain.games.pai_gow.odds.on_dice import dice_edge
from domain.games.pai_gow.odds.on_pairs import fortune_edge
from domain.games.pai_gow.odds.on_running_triples import bonus_edges

__all__ = ["bonus_edges", "dice_edge", "fortune_edge"]
