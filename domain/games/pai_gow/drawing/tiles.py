"""The tiles as they are drawn: spots sunk into black, as on the Chinese dominoes of the layout.

Ones and fours are red, all others white, but that one row of threes in each half of 6-6 is red
too. A one is larger. Spots lie towards the ends, a two side by side, a three aslant, and no line
parts the halves. The first number of a tile's name is drawn above.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from domain.games.pai_gow.tiles.names import TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS
from domain.games.seam.drawing import (
    INK,
    RED,
    WHITE,
    Path,
    Piece,
    PieceKind,
    Rect,
    Shape,
    Spot,
    slab,
)

Place: TypeAlias = tuple[float, float]

_WIDTH: Final = 40
_HEIGHT: Final = 100
_LEFT, _MIDDLE, _RIGHT = 12.5, 20.0, 27.5
_FIRST, _SECOND, _THIRD = 12.5, 24.0, 35.5
_SIX: Final = tuple((x, y) for y in (_FIRST, _SECOND, _THIRD) for x in (_LEFT, _RIGHT))

_HALVES: Final[dict[int, tuple[Place, ...]]] = {
    1: ((_MIDDLE, 14.5),),
    2: ((_LEFT, _FIRST), (_RIGHT, _FIRST)),
    3: ((_LEFT, _FIRST), (_MIDDLE, _SECOND), (_RIGHT, _THIRD)),
    4: tuple((x, y) for y in (_FIRST, 27.5) for x in (_LEFT, _RIGHT)),
    5: ((_MIDDLE, _SECOND), *((x, y) for y in (_FIRST, _THIRD) for x in (_LEFT, _RIGHT))),
    6: _SIX,
}
"""Where the spots of a number lie in the upper half; the lower one is the same turned round."""
_EDGE: Final = "#7d848e"
_LINES: Final = "#74869c"


def _colour(count: int, kind: str, x: float) -> str:
    if kind == "6-6":
        return RED if x > _MIDDLE else WHITE
    return RED if count in (1, 4) else WHITE


def _spots(kind: str) -> Iterator[Spot]:
    above, below = map(int, kind.split("-"))
    for count, turned in ((above, False), (below, True)):
        for x, y in _HALVES[count]:
            at_x, at_y = (_WIDTH - x, _HEIGHT - y) if turned else (x, y)
            yield Spot(at_x, at_y, 7 if count == 1 else 4.6, _colour(count, kind, at_x))


def _tile(kind: str) -> Piece:
    """Called as in `6-6, teen (heaven, 天), 12 spots`; typed by its numbers, either first."""
    names = TILE_NAMES[kind]
    called = f"{names.pit} ({names.english[0]}, {names.chinese[0]})"
    shapes: tuple[Shape, ...] = (slab(_WIDTH, _HEIGHT, 5, INK, _EDGE), *_spots(kind))
    typed = kind.replace("-", "")
    title = f"{kind}, {called}, {KINDS[kind].spots} spots"
    return Piece(kind, title, shapes, (typed, typed[::-1]))


_LATTICE: Final = "".join(f"M8 {y}l12-8 12 8-12 8z" for y in range(18, 90, 16))
TILES: Final = PieceKind(
    "tile",
    _WIDTH,
    _HEIGHT,
    tuple(map(_tile, KINDS)),
    back=(
        slab(_WIDTH, _HEIGHT, 5, "#1a222e", _EDGE),
        Rect(4, 4, 32, 92, 3, "none", _LINES),
        Path(_LATTICE, "none", edge=_LINES),
    ),
)
