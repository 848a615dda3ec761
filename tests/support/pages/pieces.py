"""Pieces that a page's text tells, in words or drawn."""

import re
from typing import Final

from domain.games.pai_gow.tiles.tile_set import KINDS

_ALIKE: Final = re.compile(r"[A-Z]+\d+-\d+-\d+|<cite[^>]*>[^<]*</cite>")
"""Names of rounds and of paragraphs are written as pieces are."""
_TOLD: Final = (
    re.compile(r"(?<![\w-])[1-6]-[1-6](?![\w-])|#tile-[1-6]"),
    re.compile(r"\b[2-9TJQKA][SHDC]\b|\bJK\b|#card-[2-9TJQKA]"),
    re.compile(r"\b(with|pair of) (" + "|".join(one.name for one in KINDS.values()) + ")"),
)


def pieces_told(body: str) -> list[str]:
    """Tiles, cards and names of hands."""
    bare = _ALIKE.sub("", body)
    return [one[0] for rule in _TOLD for one in rule.finditer(bare)]
