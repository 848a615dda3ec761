"""House edges, counted over everything that can fall or be dealt, or by decks that were dealt."""

from domain.games.pai_gow.odds.on_dice import dice_edge
from domain.games.pai_gow.odds.on_hands import hands_edge
from domain.games.pai_gow.odds.on_pairs import fortune_edge
from domain.games.pai_gow.odds.on_running_triples import bonus_edges
from domain.games.pai_gow.odds.progressive import meter_edge

__all__ = ["bonus_edges", "dice_edge", "fortune_edge", "hands_edge", "meter_edge"]
