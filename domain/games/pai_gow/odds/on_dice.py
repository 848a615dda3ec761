"""Edges of the wagers that one roll decides (19:47-10.11; 13:69F-10.11(a) to (e))."""

from functools import cache
from itertools import product
from typing import Final

from domain.games.pai_gow.dice import dragons_eye, triples
from domain.games.pai_gow.dice.rolled import Dice
from domain.wagers.edge import Edge, edge_over

_FACES: Final = range(1, 7)
ROLLS: Final[tuple[Dice, ...]] = tuple(product(_FACES, _FACES, _FACES))
"""Every way three dice that can be told apart may fall."""

_ANY_SEAT: Final = 1
"""The dice favour no number, so `match` is worth the same at each seat."""

COUNTED: Final = "over the 216 rolls, as a share of the wager"


@cache
def dice_edge(wager: str) -> Edge:
    """The edge of a wager that one roll settles: the triples bonus, or five of the dragon's eye."""
    odds_to_one = (triples if wager in triples.CITES else dragons_eye).odds_to_one
    edge = edge_over(odds_to_one(wager, dice, _ANY_SEAT) for dice in ROLLS)
    return Edge(wager, edge, COUNTED)
