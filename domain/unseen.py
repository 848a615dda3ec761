"""A piece that the one who looks may not see."""

from collections.abc import Iterable
from typing import Final

MASK: Final = "??"
DEAD: Final = "dead"
"""The place of pieces that nobody plays: they are never shown."""


def is_unseen(pieces: Iterable[str]) -> bool:
    return MASK in pieces


def mask_pieces(pieces: tuple[str, ...]) -> tuple[str, ...]:
    """As many, and none of them told."""
    return (MASK,) * len(pieces)
