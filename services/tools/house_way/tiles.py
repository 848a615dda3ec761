"""Tiles: every hand of the house against every hand that a seat may be dealt beside it."""

from collections import Counter
from math import comb, prod

from domain.games.pai_gow.odds.on_filed_hands import house_way_hands, times_dealt
from domain.games.pai_gow.odds.on_hands import Ends
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.tile_set import FULL_SET


def count_ends(game: TilesGame) -> Ends:
    """How many of all pairs of hands a seat loses, pushes and wins, both set by the basic way."""
    ends = [0, 0, 0]
    hands = house_way_hands()
    pairs = {pair for one in hands for pair in (one.setting.high, one.setting.low)}
    for house in hands:
        left = Counter(FULL_SET)
        left.subtract(dict(house.kinds))
        ways = {kind: (1, many, comb(many, 2)) for kind, many in left.items()}
        high = {pair: game.higher(pair, house.setting.high) for pair in pairs}
        low = {
            pair: game.higher(pair, house.setting.low) and not game.low_cannot_win(pair)
            for pair in pairs
        }
        found = [0, 0, 0]
        for kinds, setting in hands:
            times = prod([ways[kind][many] for kind, many in kinds])
            found[high[setting.high] + low[setting.low]] += times
        dealt = times_dealt((*house.setting.high, *house.setting.low))
        ends = [so_far + dealt * more for so_far, more in zip(ends, found, strict=True)]
    lost, pushed, won = ends
    return Ends(lost, pushed, won)
