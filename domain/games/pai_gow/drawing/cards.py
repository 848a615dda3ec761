"""The cards as they are drawn: a large index that is read across a layout, the suit, a crown for
the court."""

from typing import Final

from domain.games.pai_gow.cards.deck import DECK, JOKER
from domain.games.pai_gow.cards.names import CARD_NAMES
from domain.games.seam.drawing import (
    GOLD,
    INK,
    IVORY,
    Path,
    Piece,
    PieceKind,
    Rect,
    Shape,
    Text,
    slab,
)

_WIDTH: Final = 50
_HEIGHT: Final = 70
_EDGE: Final = "#8b919b"
_RED: Final = "#c81e1e"
_VIOLET: Final = "#6a2ba1"
_OUTLINES: Final = {
    "S": (
        "M10 .8C11.8 5 18.4 8 18.4 12.6a3.9 3.9 0 0 1-7.3 2C11.3 17 12 18.4 13.4 19.2H6.6"
        "C8 18.4 8.7 17 8.9 14.6a3.9 3.9 0 0 1-7.3-2C1.6 8 8.2 5 10 .8z"
    ),
    "H": (
        "M10 18.6C4.4 13.8 1 10.6 1 6.5A4.7 4.7 0 0 1 10 4.9 4.7 4.7 0 0 1 19 6.5"
        "c0 4.1-3.4 7.3-9 12.1z"
    ),
    "D": "M10 .8Q13.2 5.8 17.4 10 13.2 14.2 10 19.2 6.8 14.2 2.6 10 6.8 5.8 10 .8z",
    "C": (
        "M10 1a4.2 4.2 0 0 1 3.3 6.8 4.2 4.2 0 1 1-2.1 6.9C11.4 17 12 18.4 13.4 19.2H6.6"
        "C8 18.4 8.6 17 8.8 14.7a4.2 4.2 0 1 1-2.1-6.9A4.2 4.2 0 0 1 10 1z"
    ),
}
_COLOURS: Final = {"S": INK, "H": _RED, "D": _RED, "C": INK}
_CROWN: Final = "M0 9V2l4 3 4-5 4 5 4-3v7z"
_STAR: Final = "M10 0l2.9 6.6 7.1.7-5.4 4.7 1.6 7L10 15.3 3.8 19l1.6-7L0 7.3l7.1-.7z"
_FACE: Final = slab(_WIDTH, _HEIGHT, 5, IVORY, _EDGE)
_LATTICE: Final = "".join(f"M{x} {y}l6-6 6 6-6 6z" for x in (7, 19, 31) for y in range(11, 60, 12))


def _card(card: str) -> Piece:
    """Typed by rank and suit, either first."""
    shapes = _joker() if card == JOKER else _face(card[0], card[1])
    return Piece(card, CARD_NAMES[card], shapes, (card, card[::-1]))


def _face(rank: str, suit: str) -> tuple[Shape, ...]:
    colour, outline = _COLOURS[suit], _OUTLINES[suit]
    index, size = ("10", 21) if rank == "T" else (rank, 25)
    shapes = (
        _FACE,
        Text(index, 14.5, 24, size, colour),
        Path(outline, colour, x=7.5, y=28, scale=0.7),
        Path(outline, colour, x=18, y=38, scale=1.4),
    )
    return (*shapes, Path(_CROWN, GOLD, x=24.5, y=26.5, scale=0.95)) if rank in "JQK" else shapes


def _joker() -> tuple[Shape, ...]:
    return (
        _FACE,
        Text("JK", 17, 21, 19, _VIOLET),
        Path(_STAR, _VIOLET, x=10, y=29, scale=1.5),
        Path(_STAR, GOLD, x=17.5, y=36.4, scale=0.75),
    )


CARDS: Final = PieceKind(
    "card",
    _WIDTH,
    _HEIGHT,
    tuple(map(_card, DECK)),
    back=(
        _FACE,
        Rect(4, 4, 42, 62, 3, "#27427a", ""),
        Path(_LATTICE, "none", edge="#a9bde6"),
    ),
)
