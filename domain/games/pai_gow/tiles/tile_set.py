"""The thirty-two tiles and their individual ranks (19:47-10.2(g); MD 3.I)."""

from typing import Final, NamedTuple


class Tile(NamedTuple):
    """One kind of tile: its spots, its rank (1 is highest), how many the set holds, its name."""

    spots: int
    rank: int
    copies: int
    name: str


KINDS: Final[dict[str, Tile]] = {
    "6-6": Tile(12, 1, 2, "teen"),
    "1-1": Tile(2, 2, 2, "day"),
    "4-4": Tile(8, 3, 2, "yun"),
    "1-3": Tile(4, 4, 2, "gor"),
    "5-5": Tile(10, 5, 2, "mooy"),
    "3-3": Tile(6, 6, 2, "chong"),
    "2-2": Tile(4, 7, 2, "bon"),
    "5-6": Tile(11, 8, 2, "foo"),
    "4-6": Tile(10, 9, 2, "ping"),
    "1-6": Tile(7, 10, 2, "tit"),
    "1-5": Tile(6, 11, 2, "look"),
    "3-6": Tile(9, 12, 1, "nine"),
    "4-5": Tile(9, 12, 1, "nine"),
    "2-6": Tile(8, 13, 1, "eight"),
    "3-5": Tile(8, 13, 1, "eight"),
    "2-5": Tile(7, 14, 1, "seven"),
    "3-4": Tile(7, 14, 1, "seven"),
    "2-4": Tile(6, 15, 1, "gee joon six"),
    "1-4": Tile(5, 16, 1, "five"),
    "2-3": Tile(5, 16, 1, "five"),
    "1-2": Tile(3, 17, 1, "gee joon three"),
}

SUPREME: Final = frozenset({"2-4", "1-2"})
"""Gee joon: together the supreme pair; apart, each counts as 3 or 6 (19:47-10.2(e); MD 3.E)."""

SUPREME_COUNTS: Final = ((3, 17), (6, 15))
"""Spots and individual rank of a gee joon tile used apart."""

FULL_SET: Final = tuple(kind for kind, tile in KINDS.items() for _ in range(tile.copies))


def misfit(tiles: tuple[str, ...]) -> str | None:
    """What keeps these tiles from being taken out of one set, if anything does."""
    for kind in tiles:
        if kind not in KINDS:
            return f"{kind!r} is not a tile of the set"
    for kind in dict.fromkeys(tiles):
        if tiles.count(kind) > KINDS[kind].copies:
            held = KINDS[kind].copies
            return f"tile {kind} appears {tiles.count(kind)} times; the set holds {held}"
    return None
