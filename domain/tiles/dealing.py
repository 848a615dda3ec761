"""Eight stacks to eight positions (19:47-10.6(d), (e); MD 6.C, 6.D)."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import TypeAlias

from domain.positions import DEAD, DEALER, TILE_RING, from_position

Hands: TypeAlias = dict[str, tuple[str, ...]]


def deliver(stacks: Sequence[Sequence[str]], start: str, playing: Collection[str]) -> Hands:
    """House way from the right: the first stack to `start`, then counterclockwise.

    Tiles at a position without a wager go, unseen, to the dead hand.
    """
    dealt = {
        position: tuple(stack)
        for position, stack in zip(from_position(TILE_RING, start), stacks, strict=True)
    }
    kept = {DEALER, *playing}
    collected = (dealt[position] for position in TILE_RING[1:-1] if position not in kept)
    hands = {position: dealt[position] for position in TILE_RING if position in kept}
    return {**hands, DEAD: (*dealt[DEAD], *chain.from_iterable(collected))}
