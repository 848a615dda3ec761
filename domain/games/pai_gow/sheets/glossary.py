"""The tiles and the pairs they make, with what people call them."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from domain.games.pai_gow.tiles.names import TILE_NAMES, TileNames
from domain.games.pai_gow.tiles.ranking import NO_PAIR, pair_name, rank
from domain.games.pai_gow.tiles.tile_set import FULL_SET, KINDS, Tile


class TileEntry(NamedTuple):
    """One kind of tile."""

    piece: str
    tile: Tile
    names: TileNames


class PairEntry(NamedTuple):
    """Two tiles that make a pair, a wong or a gong."""

    place: int
    """1 is the highest."""
    name: str
    ways: tuple[tuple[str, str], ...]
    """The tiles that make it."""


def tiles() -> Iterator[TileEntry]:
    """From the highest rank down."""
    ordered = sorted(KINDS.items(), key=lambda one: one[1].rank)
    return (TileEntry(kind, tile, TILE_NAMES[kind]) for kind, tile in ordered)


def pairs() -> list[PairEntry]:
    """Whatever ranks above a hand's value, the highest first; one line a rank."""
    found: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for hand in sorted(set(combinations(FULL_SET, 2))):
        name = pair_name(hand)
        if name is not None:
            found.setdefault((NO_PAIR - rank(hand).pair, name), []).append(hand)
    return [PairEntry(place, name, tuple(ways)) for (place, name), ways in sorted(found.items())]
