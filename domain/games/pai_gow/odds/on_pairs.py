"""Edges of the Pair Fortunes paytables (MD 8.L) over every hand of four tiles."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

from domain.games.pai_gow.tiles.pair_fortunes import PAYTABLES, WAGER, fortune
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.wagers.edge import Edge, cost


@cache
def _rows_made() -> Counter[str | None]:
    """How many of the 35,960 hands make each row; None: no pair at all."""
    return Counter(map(fortune, combinations(FULL_SET, 4)))


@cache
def fortune_edge(paytable: str) -> Edge:
    made, pays = _rows_made(), PAYTABLES[paytable]
    lost = sum(many * cost(pays[row] if row else None) for row, many in made.items())
    counted = f"over the {made.total():,} hands of four tiles, as a share of the wager"
    return Edge(WAGER, Fraction(lost, made.total()), counted, f"paytable {paytable}")
