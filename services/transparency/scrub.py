"""Going over the sealed log again and again: every event, every tile and every checkpoint of it.

What was taken out into an archive is left alone: its objects are named by their hashes, and
`pitledger archive --check` reads them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from services.transparency.checks import Checks
from services.transparency.findings import Finding
from services.transparency.notes import VerifierKey
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.tiles import WIDTH, Edge, Tile

_BUNDLES: Final = 16
"""In one step: some four thousand events."""
_WHOLE: Final = WIDTH * 32


class Scrub:
    """Builds the tree anew from the events, and holds all that is kept against it."""

    def __init__(
        self, checks: Checks, sealed: SealedLog, keys: Callable[[], Sequence[VerifierKey]]
    ) -> None:
        self._checks = checks
        self._sealed = sealed
        self._keys = keys
        self._trusted: Sequence[VerifierKey] = ()
        self._goal = -1
        self.rounds = 0
        self._edge = Edge()
        self._checkpoints: Iterator[Sealed] = iter(())
        self._next: Sealed | None = None

    @property
    def position(self) -> int:
        """So many events have been gone over in this round."""
        return self._edge.size

    def step(self, size: int) -> bool:
        """The next bundles of a log of that many sealed events; whether that ended a round.

        Raises Finding with the first thing that is not as it was sealed.
        """
        self._trusted = self._keys()
        if self._goal < 0:
            self._begin(size)
        if self._edge.size < self._goal:
            index = self._edge.size // WIDTH
            self._take(self._checks.bundles(index, _BUNDLES, self._goal))
        if self._edge.size < self._goal:
            return False
        self._goal = -1
        self.rounds += 1
        return True

    def _begin(self, size: int) -> None:
        start = min(size, self._checks.in_database() * WIDTH)
        self._goal, self._edge = size, Edge(start, self._stored)
        self._checkpoints = self._sealed.all()
        self._next = next(self._checkpoints, None)
        while self._next is not None and self._next.size < start:
            self._checks.signed(self._next, self._trusted)
            self._next = next(self._checkpoints, None)
        self._take([])

    def _take(self, leaves: Sequence[bytes]) -> None:
        """Stops at the size of every checkpoint on the way, to compare its root."""
        start, stop = self._edge.size, self._edge.size + len(leaves)
        while self._next is not None and self._next.size <= stop:
            self._append(leaves[self._edge.size - start : self._next.size - start])
            self._compare(self._next)
            self._next = next(self._checkpoints, None)
        self._append(leaves[self._edge.size - start :])

    def _compare(self, sealed: Sealed) -> None:
        found = self._checks.signed(sealed, self._trusted)
        if found.root != self._edge.root():
            said = f"the checkpoint of {sealed.size} events is not of the events that are there"
            raise Finding("checkpoint", said)

    def _stored(self, tile: Tile) -> bytes:
        found = self._sealed.tile(tile)
        if found is None:
            raise Finding("tree", f"tile {tile.index} of level {tile.level} is missing")
        return found

    def _append(self, leaves: Sequence[bytes]) -> None:
        for (level, index), hashes in self._edge.append(leaves).items():
            if level and len(hashes) == _WHOLE and self._sealed.tile(Tile(level, index)) != hashes:
                first = index * WIDTH ** (level + 1) + 1
                raise Finding("tree", f"tile {index} of level {level} was changed", first)
