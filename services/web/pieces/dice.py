"""Dice: the red ones of craps, the white ones of pai gow with a red one and four, and the
dragon's eye die, which has a colour of its own."""

from typing import Final, NamedTuple

from services.web.pieces.shapes import IVORY, WHITE, Symbol, slab, spot

_SIDE: Final = 40
_LOW, _MID, _HIGH = 11, 20, 29
_FACES: Final = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: tuple((x, y) for y in (_LOW, _MID, _HIGH) for x in (_LOW, _HIGH)),
}


class _Kind(NamedTuple):
    face: str
    edge: str
    pip: str
    red_pip: str
    large_one: bool


_KINDS: Final = {
    "western": _Kind("#b3121d", "#6f0b12", WHITE, WHITE, large_one=False),
    "asian": _Kind(IVORY, "#8b919b", "#14171b", "#d1201f", large_one=True),
    "eye": _Kind("#0d6b4f", "#053527", "#ffe9ae", "#ffe9ae", large_one=True),
}


def _die(name: str, kind: _Kind, face: int) -> Symbol:
    large = kind.large_one and face == 1
    pip = kind.red_pip if face in (1, 4) else kind.pip
    pips = (spot(x, y, 6.5 if large else 3.9, pip) for x, y in _FACES[face])
    marks = (slab(_SIDE, _SIDE, 8, kind.face, kind.edge), *pips)
    return Symbol(f"die-{name}-{face}", _SIDE, _SIDE, marks)


DIE_SYMBOLS: Final = tuple(
    _die(name, kind, face) for name, kind in _KINDS.items() for face in _FACES
)
