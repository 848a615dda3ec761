"""Marks of SVG, and the symbol they stand in.

A sprite is used from another file, where a browser resolves neither gradients nor nested uses:
every symbol is drawn whole, in plain fills, which also come out on paper.
"""

from typing import NamedTuple

INK = "#14171b"
IVORY = "#fbf7ec"
RED = "#f0443a"
WHITE = "#ffffff"
GOLD = "#e0b354"


class Symbol(NamedTuple):
    """One drawing of the sprite, in its own measure."""

    name: str
    width: int
    height: int
    marks: tuple[str, ...]

    def written(self) -> str:
        box = f"0 0 {self.width} {self.height}"
        return f'<symbol id="{self.name}" viewBox="{box}">{"".join(self.marks)}</symbol>'


def number(value: float) -> str:
    """As short as SVG allows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def spot(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>'


def slab(width: float, height: float, corner: float, fill: str, edge: str) -> str:
    """A rounded face with a fine edge, which shows it on a ground of its own colour."""
    return (
        f'<rect x=".5" y=".5" width="{number(width - 1)}" height="{number(height - 1)}"'
        f' rx="{number(corner)}" fill="{fill}" stroke="{edge}"/>'
    )


def path(drawn: str, fill: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    moved = f' transform="translate({number(x)} {number(y)}) scale({number(scale)})"'
    return f'<path d="{drawn}" fill="{fill}"{moved if x or y or scale != 1 else ""}/>'


def text(words: str, x: float, y: float, size: float, fill: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"'
        f' text-anchor="middle" font-weight="700"'
        f' font-family="Arial,Helvetica,Liberation Sans,sans-serif">{words}</text>'
    )
