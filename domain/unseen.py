"""A piece that the one who looks may not see."""

from collections.abc import Iterable
from typing import Final

MASK: Final = "??"


def is_unseen(pieces: Iterable[str]) -> bool:
    return MASK in pieces
