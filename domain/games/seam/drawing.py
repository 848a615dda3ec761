"""Pieces as drawings: the shapes they are made of, each in its piece's own measure."""

from typing import Final, NamedTuple, TypeAlias

INK: Final = "#14171b"
IVORY: Final = "#fbf7ec"
RED: Final = "#f0443a"
WHITE: Final = "#ffffff"
GOLD: Final = "#e0b354"


class Rect(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    corner: float
    fill: str
    edge: str


class Spot(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: str


class Path(NamedTuple):
    """An outline in the notation of SVG, moved and enlarged as a whole."""

    outline: str
    fill: str
    x: float = 0
    y: float = 0
    scale: float = 1
    edge: str = ""


class Text(NamedTuple):
    """Words, centred at a place."""

    words: str
    x: float
    y: float
    size: float
    fill: str


Shape: TypeAlias = Rect | Spot | Path | Text


class Piece(NamedTuple):
    """One piece: as events write it, as people call it, as it looks, as it is typed."""

    name: str
    title: str
    shapes: tuple[Shape, ...]
    keys: tuple[str, ...] = ()
    """Left out: by its name."""


class PieceKind(NamedTuple):
    """Pieces of one shape, drawn in one measure."""

    name: str
    width: int
    height: int
    pieces: tuple[Piece, ...]
    back: tuple[Shape, ...] = ()
    """Of one that lies face down; none where none ever does."""
    size: float = 1
    """How tall it is drawn, where the tallest of the layout is 1."""


class DieLook(NamedTuple):
    """The colours of a die."""

    name: str
    face: str
    edge: str
    pip: str
    red_pip: str
    """Of its one and its four."""
    has_large_one: bool


def slab(width: float, height: float, corner: float, fill: str, edge: str) -> Rect:
    """A face with a fine edge, which shows it on a ground of its own colour."""
    return Rect(0.5, 0.5, width - 1, height - 1, corner, fill, edge)


_SIDE: Final = 40
_LOW, _MID, _HIGH = 11, 20, 29
_PIPS: Final = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: tuple((x, y) for y in (_LOW, _MID, _HIGH) for x in (_LOW, _HIGH)),
}


def dice(*looks: DieLook) -> PieceKind:
    """The six faces of each look, named as in `western-5`."""
    faces = tuple(_die(look, face) for look in looks for face in _PIPS)
    return PieceKind("die", _SIDE, _SIDE, faces, size=0.5)


def _die(look: DieLook, face: int) -> Piece:
    radius = 6.5 if look.has_large_one and face == 1 else 3.9
    pip = look.red_pip if face in (1, 4) else look.pip
    pips = (Spot(x, y, radius, pip) for x, y in _PIPS[face])
    shapes: tuple[Shape, ...] = (slab(_SIDE, _SIDE, 8, look.face, look.edge), *pips)
    return Piece(f"{look.name}-{face}", f"die showing {face}", shapes)
