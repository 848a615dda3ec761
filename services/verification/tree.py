"""The tree over the log made again from the stored bytes, held against tiles and checkpoints."""

from collections.abc import Callable, Sequence
from typing import Final

from services.store.ledger import StoredRow
from services.transparency.checkpoints import Checkpoint
from services.transparency.encoding import encode64
from services.transparency.hashing import HASH_BYTES, leaf_hash
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog
from services.transparency.tiles import WIDTH, Edge, Tile
from services.transparency.trust import Trust
from services.verification.checkpoints import (
    contradicted,
    dropped,
    rolled_back,
    signature_finding,
    unvouched,
)
from services.verification.findings import Finding, Notebook
from services.verification.stored_tiles import StoredTiles

_WHOLE: Final = WIDTH * HASH_BYTES
_FAR: Final = 1 << 62


class TreeCheck:
    """Grows the tree event by event; asks at every checkpoint's size for the root."""

    def __init__(
        self,
        sealed: SealedLog,
        trust: Trust,
        kept: Sequence[Checkpoint],
        first: int,
    ) -> None:
        """From event `first` on; what lies before it is taken from the tiles. Raises NotSealed."""
        self.book = Notebook("tree")
        self._sealed = sealed
        self._trust = trust
        self._edge = Edge(first - 1, self._before)
        self._partial: dict[tuple[int, int], bytes] = {}
        newest = sealed.newest()
        self._newest = newest.size if newest else 0
        self._tiles = StoredTiles(sealed, self._newest, self.book)
        self._checkpoints = sealed.all(after=first - 1 if first > 1 else -1)
        self._next: Sealed | None = next(self._checkpoints, None)
        self._good = first - 1
        """So many events a checkpoint agrees with."""
        self._broken = False
        self._kept = sorted((one for one in kept if one.size >= first), key=lambda one: one.size)
        for one in kept:
            if one.size < first:
                self._of_tiles(one)
        if first == 1:
            self._at_size()

    def _before(self, tile: Tile) -> bytes:
        found = self._sealed.tile(tile)
        if found is None:
            raise NotSealed(f"tile {tile.index} of level {tile.level} is not there")
        return found

    def take(self, rows: Sequence[StoredRow]) -> None:
        """The next events; behind a gap each stands in another place than it was sealed in."""
        if self._broken:
            return
        expected = self._edge.size + 1
        leaves = [
            leaf_hash(row.state) for at, row in enumerate(rows) if row.position == expected + at
        ]
        self.book.counts["events"] += len(leaves)
        at = 0
        while at < len(leaves) and not self._broken:
            stop = min(len(leaves), at + self._up_to_next())
            self._grow(leaves[at:stop])
            at = stop
            self._at_size()
        if len(leaves) < len(rows) and not self._broken:
            self._broken = True
            what = "it is missing, and no tree can be made of what comes after it"
            self.book.find(Finding(part="tree", what=what, position=self._edge.size + 1))

    def finish(self, last: int, head: Callable[[], int], *, to_the_end: bool) -> int:
        """What is left to be said; how many events no checkpoint covers.

        `head` tells the log's end as it is then: it may have been played and sealed on meanwhile.
        """
        if not self._broken:
            self._compare_partial()
            self._tell_tile()
        self._require_vouched()
        left = [] if self._next is None else [self._next, *self._checkpoints]
        end = head()
        if to_the_end and left:
            self._beyond(left, end)
        for kept in self._kept:
            if kept.size > end:
                self.book.find(rolled_back(kept, end))
            else:
                self.book.notes["checkpoints kept aside that were not reached"] += 1
        return max(0, last - self._newest)

    def _require_vouched(self) -> None:
        """A key that was told speaks for those before it by the checkpoint that covers its coming;
        where that lies outside of the range, by its signature alone."""
        for entered in self._trust.entered():
            try:
                covering = self._sealed.covering(entered.since)
            except NotSealed:
                covering = None
            if covering is None or signature_finding(covering, self._trust) is not None:
                self.book.find(unvouched(entered))

    def _grow(self, leaves: list[bytes]) -> None:
        self._partial.clear()
        for (level, index), hashes in self._edge.append(leaves).items():
            if len(hashes) == _WHOLE:
                self._tiles.compare(level, index, hashes)
            else:
                self._partial[level, index] = hashes

    def _compare_partial(self) -> None:
        for (level, index), hashes in self._partial.items():
            self._tiles.compare(level, index, hashes)
        self._partial.clear()

    def _up_to_next(self) -> int:
        """Leaves until the next size at which the root is asked for."""
        sealed = self._next.size if self._next is not None else _FAR
        kept = self._kept[0].size if self._kept else _FAR
        return max(1, min(sealed, kept) - self._edge.size)

    def _at_size(self) -> None:
        size = self._edge.size
        is_sealed = self._next is not None and self._next.size == size
        asked = [one for one in self._kept if one.size == size]
        if not asked and not is_sealed:
            return
        root = self._edge.root()
        self._kept = self._kept[len(asked) :]
        for kept in asked:
            self._kept_aside(kept, root, is_sealed=is_sealed)
        if is_sealed:
            self._checkpoint(root)

    def _kept_aside(self, kept: Checkpoint, root: bytes, *, is_sealed: bool) -> None:
        self.book.counts["kept aside"] += 1
        if kept.root != root:
            self.book.find(contradicted(kept, root))
        elif not is_sealed:
            self.book.find(dropped(kept))

    def _of_tiles(self, kept: Checkpoint) -> None:
        """One that covers less than what lies before the range."""
        root = self._sealed.tree(kept.size).root()
        self.book.counts["kept aside"] += 1
        if kept.root != root:
            self.book.find(contradicted(kept, root))

    def _checkpoint(self, root: bytes) -> None:
        assert self._next is not None
        sealed, self._next = self._next, next(self._checkpoints, None)
        self.book.counts["checkpoints"] += 1
        if not self._trust.told:
            self.book.notes["signatures that were not looked at, for no key is known"] += 1
        wrong = signature_finding(sealed, self._trust)
        if wrong is not None:
            self.book.find(wrong)  # what it says of the root is nobody's word
        elif sealed.root == root:
            self._good = sealed.size
            self._tell_tile()
        else:
            self._broken = True
            self._other_root(sealed, root)

    def _other_root(self, sealed: Sealed, root: bytes) -> None:
        """Named as closely as it can be: by the hash in its tile, else between two checkpoints."""
        self._compare_partial()
        roots = f"they come to {encode64(root)}, signed was {encode64(sealed.root)}"
        bad = self._tiles.take_bad()
        if bad is not None and bad.level == 0:
            what = f"its bytes are not those that were sealed (of {sealed.size} events {roots})"
            self.book.find(Finding(part="tree", what=what, position=bad.leaf + 1))
            return
        what = (
            f"one of the events {self._good + 1} to {sealed.size} is not what was sealed, or stands"
            f" in another place, and the tiles were changed with it ({roots})"
        )
        self.book.find(Finding(part="tree", what=what, position=self._good + 1))

    def _tell_tile(self) -> None:
        """A hash that differs where the root is right was changed itself."""
        bad = self._tiles.take_bad()
        if bad is None:
            return
        named = f"tile {bad.tile} of level {bad.level}"
        if bad.leaf < self._good:
            what = (
                f"{named} was changed: it is not what the events come to, and a signed checkpoint"
                " agrees with the events"
            )
        else:
            what = f"its bytes are not those that {named} was made of"
        self.book.find(Finding(part="tree", what=what, position=bad.leaf + 1))

    def _beyond(self, left: list[Sealed], head: int) -> None:
        """Checkpoints that were not come to."""
        if left[-1].size > head:
            what = (
                f"{left[-1].size} events were sealed, and the log ends at {head}: what came after"
                " was taken out"
            )
            self.book.find(Finding(part="tree", what=what, position=head + 1))
        elif self._broken:
            self.book.notes["checkpoints behind the first bad event, not looked at"] += len(left)
