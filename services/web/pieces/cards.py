"""The cards: a large index that is read across a layout, the suit, a crown for the court."""

from typing import Final

from domain.games.pai_gow.cards.deck import DECK, JOKER
from services.web.pieces.shapes import GOLD, INK, IVORY, Symbol, path, slab, text

_WIDTH: Final = 50
_HEIGHT: Final = 70
_EDGE: Final = "#8b919b"
_RED: Final = "#c81e1e"
_PATHS: Final = {
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


def _face(card: str) -> Symbol:
    rank, suit = card[0], card[1]
    colour, drawn = _COLOURS[suit], _PATHS[suit]
    index = "10" if rank == "T" else rank
    size = 21 if rank == "T" else 25
    marks = [
        slab(_WIDTH, _HEIGHT, 5, IVORY, _EDGE),
        text(index, 14.5, 24, size, colour),
        path(drawn, colour, x=7.5, y=28, scale=0.7),
        path(drawn, colour, x=18, y=38, scale=1.4),
    ]
    if rank in "JQK":
        marks.append(path(_CROWN, GOLD, x=24.5, y=26.5, scale=0.95))
    return Symbol(f"card-{card}", _WIDTH, _HEIGHT, tuple(marks))


def _joker() -> Symbol:
    marks = (
        slab(_WIDTH, _HEIGHT, 5, IVORY, _EDGE),
        text("JK", 17, 21, 19, "#6a2ba1"),
        path(_STAR, "#6a2ba1", x=10, y=29, scale=1.5),
        path(_STAR, GOLD, x=17.5, y=36.4, scale=0.75),
    )
    return Symbol(f"card-{JOKER}", _WIDTH, _HEIGHT, marks)


def _back() -> Symbol:
    lattice = "".join(f"M{x} {y}l6-6 6 6-6 6z" for x in (7, 19, 31) for y in range(11, 60, 12))
    marks = (
        slab(_WIDTH, _HEIGHT, 5, IVORY, _EDGE),
        '<rect x="4" y="4" width="42" height="62" rx="3" fill="#27427a"/>',
        f'<path d="{lattice}" fill="none" stroke="#a9bde6"/>',
    )
    return Symbol("card-back", _WIDTH, _HEIGHT, marks)


CARD_SYMBOLS: Final = (*(_face(card) for card in DECK if card != JOKER), _joker(), _back())
