"""Tiles: the tree in pieces of 256 hashes, and the entries in bundles of 256."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from services.transparency.hashing import (
    HASH_BYTES,
    consistency_proof,
    inclusion_proof,
    root_of,
    split,
)

WIDTH: Final = 256
_BITS: Final = 8
_MOST_LEVEL: Final = 63
_NUMBER: Final = re.compile(r"(?:x\d{3}/)*\d{3}")
_WIDTH: Final = re.compile(r"[1-9]\d{0,2}")
_MOST_PARTS: Final = 7
"""Of a tile's number: more than any log will ever have."""


class BadPath(ValueError):
    """No tile is called so."""


class BadBundle(ValueError):
    """Bytes that are no entry bundle."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A level's n-th tile; entries are a bundle, which has the place of level 0."""

    level: int
    index: int
    width: int = WIDTH


def write_path(index: int, width: int = WIDTH) -> str:
    """1234067 is x001/x234/067; a partial tile also says how wide it is."""
    parts = [f"{index % 1000:03}"]
    while index := index // 1000:
        parts.insert(0, f"x{index % 1000:03}")
    return "/".join(parts) + ("" if width == WIDTH else f".p/{width}")


def read_path(path: str) -> tuple[int, int]:
    """Index and width; only what `write_path` writes is taken."""
    number, partial, width = path.partition(".p/")
    if not _NUMBER.fullmatch(number) or number.count("/") >= _MOST_PARTS:
        raise BadPath(path)
    if partial and not (_WIDTH.fullmatch(width) and int(width) < WIDTH):
        raise BadPath(path)
    found = int(number.replace("x", "").replace("/", "")), int(width) if partial else WIDTH
    if write_path(*found) != path:
        raise BadPath(path)
    return found


def read_level(text: str) -> int:
    if not re.fullmatch(r"0|[1-9]\d?", text) or int(text) > _MOST_LEVEL:
        raise BadPath(text)
    return int(text)


def hashes_at(level: int, size: int) -> int:
    """How many hashes a tree of that size has at a level."""
    return size >> (_BITS * level)


def tile_width(level: int, index: int, size: int) -> int:
    """How wide a tile is in a tree of that size; 0: it has none."""
    return max(0, min(WIDTH, hashes_at(level, size) - index * WIDTH))


def edge_tiles(size: int) -> Iterator[Tile]:
    """The unfinished tiles at the right, from the leaves up."""
    level = 0
    while count := hashes_at(level, size):
        if count % WIDTH:
            yield Tile(level, count // WIDTH, count % WIDTH)
        level += 1


ReadTile: TypeAlias = Callable[[Tile], bytes]
"""The hashes of a tile, at least as many as it is wide."""


class Tree:
    """A tree of a certain size, read out of its tiles as far as they are needed."""

    def __init__(self, size: int, read: ReadTile) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[tuple[int, int], bytes] = {}

    def root(self) -> bytes:
        return root_of([]) if self.size == 0 else self.subtree(0, self.size)

    def leaf(self, index: int) -> bytes:
        return self.subtree(index, index + 1)

    def inclusion(self, index: int) -> list[bytes]:
        return inclusion_proof(index, self.size, self.subtree)

    def consistency(self, old: int) -> list[bytes]:
        return consistency_proof(old, self.size, self.subtree)

    def subtree(self, start: int, stop: int) -> bytes:
        size = stop - start
        if size & (size - 1) == 0 and start % size == 0:
            return self._whole(start, size)
        middle = start + split(size)
        return root_of([self.subtree(start, middle), self.subtree(middle, stop)])

    def _whole(self, start: int, size: int) -> bytes:
        """A complete subtree lies in one tile."""
        level = (size.bit_length() - 1) // _BITS
        first, count = start >> (_BITS * level), size >> (_BITS * level)
        hashes = self._hashes(level, first // WIDTH)
        place = first % WIDTH
        return root_of(pieces(hashes[place * HASH_BYTES : (place + count) * HASH_BYTES]))

    def _hashes(self, level: int, index: int) -> bytes:
        known = self._tiles.get((level, index))
        if known is None:
            tile = Tile(level, index, tile_width(level, index, self.size))
            known = self._tiles[level, index] = self._read(tile)
        return known


class Edge:
    """The right edge of a tree that grows: all that is needed to go on."""

    def __init__(self, size: int = 0, read: ReadTile | None = None) -> None:
        self.size = size
        self._unfinished: list[bytearray] = []
        """By level; empty where a level ends with a whole tile."""
        for level in range(_levels(size)):
            count = hashes_at(level, size)
            width = count % WIDTH
            held = b""
            if width:
                assert read is not None
                held = read(Tile(level, count // WIDTH, width))[: width * HASH_BYTES]
            self._unfinished.append(bytearray(held))

    def append(self, leaves: Iterable[bytes]) -> dict[tuple[int, int], bytes]:
        """Leaf hashes in their order; every tile that changed, as it is now."""
        changed: dict[tuple[int, int], bytes] = {}
        for leaf in leaves:
            self._add(0, leaf, changed)
            self.size += 1
        for tile in edge_tiles(self.size):
            changed[tile.level, tile.index] = bytes(self._unfinished[tile.level])
        return changed

    def root(self) -> bytes:
        return Tree(self.size, lambda tile: bytes(self._unfinished[tile.level])).root()

    def _add(self, level: int, one: bytes, changed: dict[tuple[int, int], bytes]) -> None:
        if level == len(self._unfinished):
            self._unfinished.append(bytearray())
        held = self._unfinished[level]
        held += one
        if len(held) == WIDTH * HASH_BYTES:
            whole = bytes(held)
            changed[level, (self.size >> (_BITS * level)) // WIDTH] = whole
            held.clear()
            self._add(level + 1, root_of(pieces(whole)), changed)


def _levels(size: int) -> int:
    level = 0
    while hashes_at(level, size):
        level += 1
    return level


def pieces(hashes: bytes) -> list[bytes]:
    return [hashes[i : i + HASH_BYTES] for i in range(0, len(hashes), HASH_BYTES)]


def pack_entries(entries: Iterable[bytes]) -> bytes:
    """An entry bundle: each entry behind its length in two bytes."""
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)


def unpack_entries(bundle: bytes) -> list[bytes]:
    entries: list[bytes] = []
    place = 0
    while place < len(bundle):
        start = place + 2
        place = start + int.from_bytes(bundle[place:start])
        if start > len(bundle) or place > len(bundle):
            raise BadBundle("it ends in the middle of an entry")
        entries.append(bundle[start:place])
    return entries
