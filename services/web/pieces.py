"""The pieces of all games, drawn in one sprite and named; chips, which every game has.

A sprite is used from another file, where a browser resolves neither gradients nor nested uses:
every symbol is drawn whole, in plain fills, which also come out on paper.
"""

from typing import Final, NamedTuple

from domain.game_library import LIBRARY
from domain.games.seam.drawing import INK, Path, PieceKind, Rect, Shape, Spot, Text
from domain.unseen import MASK


def _all_kinds() -> dict[str, PieceKind]:
    """By name; pieces of one kind that several games have, such as dice, stand together."""
    found: dict[str, PieceKind] = {}
    for kind in (kind for game in LIBRARY.games for kind in game.layout.kinds):
        before = found.get(kind.name)
        pieces = () if before is None else before.pieces
        found[kind.name] = kind._replace(pieces=(*pieces, *kind.pieces))
    return found


PIECE_KINDS: Final = _all_kinds()
_KIND_OF: Final = {
    piece.name: kind.name for kind in reversed(PIECE_KINDS.values()) for piece in kind.pieces
}
TITLES: Final = {
    kind.name: {piece.name: piece.title for piece in kind.pieces} for kind in PIECE_KINDS.values()
}
"""By kind, then by the name that events give the piece."""
BACKS: Final = tuple(kind.name for kind in PIECE_KINDS.values() if kind.back)
FACE_DOWN: Final = "face down"


class Drawn(NamedTuple):
    """A piece as a page uses it."""

    kind: str
    symbol: str
    title: str


def drawn(name: str, kind: str = "") -> Drawn | None:
    """One of that kind, or of whichever has it; None for a piece nobody knows, and for a back that
    nobody has drawn."""
    if name == MASK:
        shown = kind if kind in PIECE_KINDS else BACKS[0]
        return Drawn(shown, f"{shown}-back", FACE_DOWN) if shown in BACKS else None
    found = kind if name in TITLES.get(kind, ()) else _KIND_OF.get(name)
    return None if found is None else Drawn(found, f"{found}-{name}", TITLES[found][name])


def _number(value: float) -> str:
    """As short as SVG allows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def as_svg(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, corner, fill, edge):
            stroke = f' stroke="{edge}"' if edge else ""
            return (
                f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}"'
                f' height="{_number(height)}" rx="{_number(corner)}" fill="{fill}"{stroke}/>'
            )
        case Spot(x, y, radius, fill):
            return (
                f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}"/>'
            )
        case Path(outline, fill, x, y, scale, edge):
            stroke = f' stroke="{edge}"' if edge else ""
            moved = f' transform="translate({_number(x)} {_number(y)}) scale({_number(scale)})"'
            at = moved if x or y or scale != 1 else ""
            return f'<path d="{outline}" fill="{fill}"{stroke}{at}/>'
        case Text(words, x, y, size, fill):
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
                f' fill="{fill}" text-anchor="middle" font-weight="700"'
                f' font-family="Arial,Helvetica,Liberation Sans,sans-serif">{words}</text>'
            )


def _symbol(name: str, width: float, height: float, marks: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{marks}</symbol>'


class _Look(NamedTuple):
    body: str
    edge: str
    ink: str
    label: str


_WHITE: Final = "#f7f7f2"
_SAND: Final = "#f2d9a0"
CHIPS: Final = {
    25: _Look("#c9a36b", _WHITE, INK, "25c"),
    50: _Look("#e7b4a1", "#7a2d1a", INK, "50c"),
    100: _Look(_WHITE, "#2f5fa8", INK, "1"),
    250: _Look("#f0a7c0", _WHITE, INK, "2.5"),
    500: _Look("#b8232a", _WHITE, _WHITE, "5"),
    1_000: _Look("#1f4f9c", _WHITE, _WHITE, "10"),
    2_000: _Look("#e7c23a", INK, INK, "20"),
    2_500: _Look("#157347", _WHITE, _WHITE, "25"),
    10_000: _Look("#1c1f24", _WHITE, _WHITE, "100"),
    50_000: _Look("#6a2c91", _WHITE, _WHITE, "500"),
    100_000: _Look("#d9772b", _WHITE, INK, "1k"),
    500_000: _Look("#6b5a4b", _SAND, _WHITE, "5k"),
    2_500_000: _Look("#1f7f8c", _SAND, _WHITE, "25k"),
}
"""By denomination in cents, as American houses colour them."""
_OTHER: Final = _Look("#7c848f", _WHITE, _WHITE, "")
_CHIP_SIDE: Final = 40
_CHIP_SIZE: Final = 0.4
STACKED: Final = tuple(
    value for value in sorted(CHIPS, reverse=True) if value not in (25, 50, 250, 1_000, 2_000)
)
"""What a dealer colours an amount in: the denominations that every tray holds."""
MOST_STACKED: Final = 8


def _chip(name: str, look: _Look) -> str:
    """Six stripes round the rim, the denomination on the inlay."""
    size = {1: 16, 2: 15, 3: 12}.get(len(look.label), 10)
    marks = (
        as_svg(Spot(20, 20, 19.5, INK if look.body == _WHITE else look.body)),
        as_svg(Spot(20, 20, 19, look.body)),
        (
            f'<circle cx="20" cy="20" r="16.5" fill="none" stroke="{look.edge}" stroke-width="5"'
            ' stroke-dasharray="8.64 8.64"/>'
        ),
        f'<circle cx="20" cy="20" r="12.5" fill="{look.body}" stroke="{look.edge}"/>',
        as_svg(Text(look.label, 20, 20 + size * 0.36, size, look.ink)),
    )
    return _symbol(f"chip-{name}", _CHIP_SIDE, _CHIP_SIDE, "".join(marks))


def stack(amount: int) -> list[int]:
    """The chips an amount lies in, largest first, as many as are worth drawing.

    What no chip makes up, and what is more than a stack, is said by the amount written beside it.
    """
    chips: list[int] = []
    for value in STACKED:
        pieces, amount = divmod(amount, value)
        chips += [value] * min(pieces, MOST_STACKED)
    return chips[:MOST_STACKED]


def sprite() -> str:
    """`pieces.svg`: every piece and every chip."""
    symbols = [
        _symbol(f"{kind.name}-{name}", kind.width, kind.height, "".join(map(as_svg, shapes)))
        for kind in PIECE_KINDS.values()
        for name, shapes in (*((one.name, one.shapes) for one in kind.pieces), ("back", kind.back))
        if shapes
    ]
    symbols += [_chip(str(value), look) for value, look in CHIPS.items()]
    body = "\n".join((*symbols, _chip("other", _OTHER)))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def sizes() -> str:
    """The end of `pieces.css`: how large each kind is drawn."""
    measures = {one.name: (one.size, one.width / one.height) for one in PIECE_KINDS.values()}
    return "".join(
        f".piece-{name} {{ height: calc(var(--tall) * {_number(size)});"
        f" width: calc(var(--tall) * {size * ratio:.5g}); }}\n"
        for name, (size, ratio) in {**measures, "chip": (_CHIP_SIZE, 1.0)}.items()
    )
