"""Eight stacks to eight positions (19:47-10.6(d), (e), 10.8(k), (l); MD 6.C, 6.D, 9.L, 9.M)."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import TypeAlias

from domain.games.pai_gow.layout.positions import DEAD, TILE_RING, from_position
from domain.games.pai_gow.tiles.delivery import deliver_in

Hands: TypeAlias = dict[str, tuple[str, ...]]


def deliver(
    stacks: Sequence[Sequence[str]], style: str, start: str, kept: Collection[str]
) -> Hands:
    """The first four tiles of the style to `start`, the next counterclockwise, and so on.

    Tiles of positions that are not kept go, unseen, to the dead hand.
    """
    order = from_position(TILE_RING, start)
    dealt = dict(zip(order, deliver_in(style, stacks), strict=True))
    collected = (dealt[place] for place in TILE_RING[:-1] if place not in kept)
    hands = {place: dealt[place] for place in TILE_RING if place in kept}
    return {**hands, DEAD: (*dealt[DEAD], *chain.from_iterable(collected))}
