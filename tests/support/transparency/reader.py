"""A reader of the published log that knows the specifications and nothing of the service."""

import base64
from collections.abc import Callable

from tests.support.transparency import own_tree
from tests.support.transparency.own_tree import Told

Fetch = Callable[[str], bytes]


def number(index: int) -> str:
    """1234067 is x001/x234/067."""
    digits = str(index)
    digits = digits.rjust(-(-len(digits) // 3) * 3, "0")
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])


def paths(kind: str, count: int) -> list[tuple[str, int]]:
    """Addresses of all tiles of a level that has so many hashes, with their widths."""
    found = [(f"tile/{kind}/{number(index)}", 256) for index in range(count // 256)]
    if count % 256:
        found.append((f"tile/{kind}/{number(count // 256)}.p/{count % 256}", count % 256))
    return found


class LogReader:
    """Verifies all of it: signature, every level of the tree, every entry."""

    def __init__(self, fetch: Fetch, vkey: str) -> None:
        self._fetch = fetch
        self._vkey = vkey

    def checkpoint(self) -> Told:
        told = own_tree.read_checkpoint(self._fetch("checkpoint").decode())
        own_tree.check_signed(told, self._vkey)
        assert told.origin == own_tree.read_vkey(self._vkey).name
        return told

    def hashes(self, level: int, count: int) -> list[bytes]:
        found: list[bytes] = []
        for path, width in paths(str(level), count):
            tile = self._fetch(path)
            assert len(tile) == 32 * width, path
            found += [tile[at : at + 32] for at in range(0, len(tile), 32)]
        return found

    def leaves(self, told: Told) -> list[bytes]:
        """Of the tree that was signed; the levels above are held against those below."""
        leaves = below = self.hashes(0, told.size)
        assert own_tree.root(leaves) == told.root
        level, count = 1, told.size // 256
        while count:
            here = self.hashes(level, count)
            assert here == [own_tree.root(below[n * 256 : n * 256 + 256]) for n in range(count)]
            below, level, count = here, level + 1, count // 256
        return leaves

    def entries(self, told: Told) -> list[bytes]:
        """Every entry, each of which hashes to its leaf."""
        found: list[bytes] = []
        for path, width in paths("entries", told.size):
            bundle = self._fetch(path)
            here = []
            while bundle:
                length = int.from_bytes(bundle[:2], "big")
                assert len(bundle) >= 2 + length
                here.append(bundle[2 : 2 + length])
                bundle = bundle[2 + length :]
            assert len(here) == width
            found += here
        assert [own_tree.leaf(entry) for entry in found] == self.leaves(told)
        return found


def encoded(hash_: bytes) -> str:
    return base64.b64encode(hash_).decode()
