"""The tree as it grows: events hashed in the order of the log, ahead of the next checkpoint."""

from typing import Final

from domain.events import topic_of
from domain.events.day import DayClosed
from services.store.ledger import Ledger
from services.transparency.findings import Finding
from services.transparency.hashing import HASH_BYTES, leaf_hash
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Edge, Tile, Tree

_PAGE: Final = 4096
_SIGNED_SOON: Final = frozenset({topic_of(DayClosed)})


class Growth:
    """From a signed size on; nothing of it is kept before it is signed."""

    def __init__(self, ledger: Ledger, sealed: SealedLog, size: int) -> None:
        self._ledger = ledger
        self._sealed = sealed
        self._edge = Edge(size, self._stored)
        self._signed = size
        self.tiles: dict[tuple[int, int], bytes] = {}
        """Those that are new or have grown since the last signature."""
        self.is_urgent = False
        """Whether something came in that is to be sealed soon."""

    @property
    def size(self) -> int:
        return self._edge.size

    @property
    def unsigned(self) -> int:
        """Events that no checkpoint covers yet."""
        return self.size - self._signed

    def read(self) -> bool:
        """A page of the log; whether there may be more of it."""
        page = self._ledger.log_after(self.size, _PAGE)
        for expected, logged in enumerate(page, self.size + 1):
            if logged.position != expected:
                raise Finding("missing", f"event {expected} is missing", expected)
        if page:
            self.tiles |= self._edge.append([leaf_hash(one.state) for one in page])
            self.is_urgent |= not _SIGNED_SOON.isdisjoint(one.topic for one in page)
        return len(page) == _PAGE

    def tree(self) -> Tree:
        """As it would be signed: what is new, upon what is kept."""
        return Tree(self.size, self._present)

    def signed(self) -> None:
        """All of it was signed and is kept now."""
        self._signed = self.size
        self.tiles, self.is_urgent = {}, False

    def _present(self, tile: Tile) -> bytes:
        new = self.tiles.get((tile.level, tile.index))
        return self._stored(tile) if new is None else new[: tile.width * HASH_BYTES]

    def _stored(self, tile: Tile) -> bytes:
        found = self._sealed.tile(tile)
        if found is None:
            said = f"tile {tile.index} of level {tile.level} is missing or too short"
            raise Finding("tree", said)
        return found
