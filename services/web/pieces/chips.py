"""Chips in the colours of their denominations, and an amount as a stack of them."""

from typing import Final, NamedTuple

from services.web.pieces.shapes import Symbol, spot, text


class _Look(NamedTuple):
    body: str
    edge: str
    ink: str
    label: str


_WHITE: Final = "#f7f7f2"
_DARK: Final = "#14171b"
LOOKS: Final = {
    25: _Look("#c9a36b", _WHITE, _DARK, "25c"),
    50: _Look("#e7b4a1", "#7a2d1a", _DARK, "50c"),
    100: _Look(_WHITE, "#2f5fa8", _DARK, "1"),
    250: _Look("#f0a7c0", _WHITE, _DARK, "2.5"),
    500: _Look("#b8232a", _WHITE, _WHITE, "5"),
    1_000: _Look("#1f4f9c", _WHITE, _WHITE, "10"),
    2_000: _Look("#e7c23a", _DARK, _DARK, "20"),
    2_500: _Look("#157347", _WHITE, _WHITE, "25"),
    10_000: _Look("#1c1f24", _WHITE, _WHITE, "100"),
    50_000: _Look("#6a2c91", _WHITE, _WHITE, "500"),
    100_000: _Look("#d9772b", _WHITE, _DARK, "1k"),
    500_000: _Look("#6b5a4b", "#f2d9a0", _WHITE, "5k"),
    2_500_000: _Look("#1f7f8c", "#f2d9a0", _WHITE, "25k"),
}
"""By denomination in cents, as American houses colour them."""
_OTHER: Final = _Look("#7c848f", _WHITE, _WHITE, "")
STACKED: Final = tuple(
    value for value in sorted(LOOKS, reverse=True) if value not in (25, 50, 250, 1_000, 2_000)
)
"""What a dealer colours an amount in: the denominations that every tray holds."""
MOST: Final = 8


def _ring(edge: str) -> str:
    """Six stripes round the rim."""
    return (
        f'<circle cx="20" cy="20" r="16.5" fill="none" stroke="{edge}" stroke-width="5"'
        ' stroke-dasharray="8.64 8.64"/>'
    )


def _chip(name: str, look: _Look) -> Symbol:
    size = {1: 16, 2: 15, 3: 12}.get(len(look.label), 10)
    marks = (
        spot(20, 20, 19.5, _DARK if look.body == _WHITE else look.body),
        spot(20, 20, 19, look.body),
        _ring(look.edge),
        f'<circle cx="20" cy="20" r="12.5" fill="{look.body}" stroke="{look.edge}"/>',
        text(look.label, 20, 20 + size * 0.36, size, look.ink),
    )
    return Symbol(f"chip-{name}", 40, 40, marks)


CHIP_SYMBOLS: Final = (
    *(_chip(str(value), look) for value, look in LOOKS.items()),
    _chip("other", _OTHER),
)


def stack(amount: int) -> list[int]:
    """The chips an amount lies in, largest first, as many as are worth drawing.

    What no chip makes up, and what is more than a stack, is said by the amount written beside it.
    """
    chips: list[int] = []
    for value in STACKED:
        pieces, amount = divmod(amount, value)
        chips += [value] * min(pieces, MOST)
    return chips[:MOST]
