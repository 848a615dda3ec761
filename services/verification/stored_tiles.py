"""The tiles that are stored, held against those that the events come to."""

from typing import Final, NamedTuple

from services.transparency.hashing import HASH_BYTES
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import WIDTH, tile_width
from services.verification.findings import Finding, Notebook

_AHEAD: Final = 64
"""Tiles of leaves that are read at once."""


class BadHash(NamedTuple):
    """The first hash of a tile that is not what the events come to."""

    level: int
    tile: int
    leaf: int
    """The first leaf below it."""


class StoredTiles:
    """Read a few at a time, in their order; the first that differs is remembered."""

    def __init__(self, sealed: SealedLog, newest: int, book: Notebook) -> None:
        self._sealed = sealed
        self._newest = newest
        self._book = book
        self._held: dict[int, bytes] = {}
        self._held_up_to = 0
        self.bad: BadHash | None = None

    def compare(self, level: int, index: int, mine: bytes) -> None:
        """As far as both go; what a checkpoint covers has to be there."""
        self._book.counts["tiles"] += 1
        stored = self._tile(level, index)
        common = min(len(mine), len(stored))
        if mine[:common] != stored[:common]:
            place = _first_other(mine[:common], stored)
            leaf = (index * WIDTH + place) * WIDTH**level
            self.bad = self.bad or BadHash(level, index, leaf)
        needed = min(tile_width(level, index, self._newest) * HASH_BYTES, len(mine))
        if len(stored) < needed and not self._is_archived(level, index):
            has, had = len(stored) // HASH_BYTES, needed // HASH_BYTES
            what = f"tile {index} of level {level} has {has} of the {had} hashes that were sealed"
            leaf = (index * WIDTH + has) * WIDTH**level
            self._book.find(Finding(part=self._book.part, what=what, position=leaf + 1))

    def _is_archived(self, level: int, index: int) -> bool:
        """Leaf hashes are taken out with their entries; what lies above them stays, and tells."""
        return level == 0 and self._sealed.is_archived(index)

    def take_bad(self) -> BadHash | None:
        bad, self.bad = self.bad, None
        return bad

    def _tile(self, level: int, index: int) -> bytes:
        if level:
            return self._sealed.tiles(level, index, 1).get(index, b"")
        if index >= self._held_up_to:
            self._held = self._sealed.tiles(0, index, _AHEAD)
            self._held_up_to = index + _AHEAD
        return self._held.get(index, b"")


def _first_other(mine: bytes, stored: bytes) -> int:
    for at in range(0, len(mine), HASH_BYTES):
        if mine[at : at + HASH_BYTES] != stored[at : at + HASH_BYTES]:
            return at // HASH_BYTES
    raise AssertionError("they are the same")
