"""Whether the log, its tree and what was signed still agree."""

from collections.abc import Iterable
from typing import Final

from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint, OtherOrigin, open_checkpoint
from services.transparency.comparing import compare
from services.transparency.findings import Finding
from services.transparency.hashing import (
    HASH_BYTES,
    ProofError,
    check_consistency,
    leaf_hash,
    root_of,
)
from services.transparency.notes import BadNote, BadSignature, NotSigned, VerifierKey
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog
from services.transparency.tiles import WIDTH, Tile, Tree, pieces, tile_width

_UNTRUSTED: Final = (BadNote, NotSigned, BadSignature, ValueError)


class Checks:
    """Each raises a Finding where something was changed behind the seal's back."""

    def __init__(self, ledger: Ledger, sealed: SealedLog) -> None:
        self._ledger = ledger
        self._sealed = sealed

    def signed(self, sealed: Sealed, keys: Iterable[VerifierKey]) -> Checkpoint:
        """A checkpoint of the store is what its signature says.

        One of another name is an older log's of the house, whose keys nobody may have any more.
        """
        trusted = list(keys)
        try:
            found = open_checkpoint(sealed.note, trusted)[0]
        except OtherOrigin:
            found = sealed.checkpoint()
        except _UNTRUSTED as error:
            said = f"the checkpoint of {sealed.size} events cannot be trusted: {error}"
            raise Finding("checkpoint", said, None) from None
        if (found.size, found.root) != (sealed.size, sealed.root):
            said = f"the checkpoint of {sealed.size} events is kept with another size or root"
            raise Finding("checkpoint", f"{said} than was signed")
        return found

    def length(self, size: int) -> None:
        """The log is no shorter than what was sealed of it, and begins where it should."""
        head, first = self._ledger.head(), self._ledger.first()
        if head < size:
            said = f"the log ends with event {head}, but {size} were sealed: event {head + 1}"
            raise Finding("shortened", f"{said} and those behind it are gone", head + 1)
        if first < 1:
            said = f"an event stands at {first}, before the first of the log"
            raise Finding("inserted", said, first)

    def tree(self, size: int, root: bytes) -> None:
        """The tiles give the root that was signed."""
        try:
            found = self._sealed.tree(size).root()
        except NotSealed as error:
            raise Finding("tree", f"the tree of {size} events is not whole: {error}") from None
        if found != root:
            raise Finding("tree", f"the tree of {size} events is not the one that was signed")

    def grown(self, old: Checkpoint, new: Tree, root: bytes) -> None:
        """A tree that is to be signed begins with the one that was."""
        try:
            proof = new.consistency(old.size)
            check_consistency(old.size, old.root, new.size, root, proof)
        except (ProofError, NotSealed) as error:
            said = f"a checkpoint of {new.size} events would contradict the one before: {error}"
            raise Finding("tree", said) from None

    def remembered(self, kept: Checkpoint, where: str, newest: Sealed | None) -> None:
        """What was kept aside is no newer than the store, and is a part of its tree."""
        size = -1 if newest is None else newest.size
        if kept.size > size:
            has = "has no checkpoint" if newest is None else f"has {size} at most"
            raise Finding(
                "rolled_back",
                f"{where} a checkpoint of {kept.size} events is kept, but the database {has}:"
                " it was rolled back to an earlier state",
            )
        try:
            self.tree(kept.size, kept.root)
        except Finding:
            raise Finding(
                "rolled_back",
                f"{where} a checkpoint of {kept.size} events is kept that is no part of this log:"
                " the database is another one, or was rolled back and has gone another way",
            ) from None

    def bundle(self, index: int, size: int) -> list[bytes]:
        """The leaf hashes of a bundle, in a log of which so many events were sealed."""
        width = tile_width(0, index, size)
        sealed = self._leaves(Tile(0, index, width))
        found = [(one.position, one.state) for one in self._ledger.log_after(index * WIDTH, width)]
        try:
            return compare(sealed, index * WIDTH + 1, found)
        except Finding as finding:
            hashes = [leaf_hash(state) for _, state in found]
            if self._is_the_tiles_fault(index, width, hashes):
                said = f"tile {index} of level 0 was changed; its events are as they were sealed"
                raise Finding("tree", said, index * WIDTH + 1) from None
            raise finding from None

    def newest(self, size: int) -> None:
        """The newest sealed events: nothing signed later would show that they were replaced."""
        if size:
            self.bundle((size - 1) // WIDTH, size)

    def _leaves(self, tile: Tile) -> list[bytes]:
        hashes = self._sealed.tile(tile)
        if hashes is None:
            first = tile.index * WIDTH + 1
            raise Finding("tree", f"tile {tile.index} of level 0 is missing", first)
        return pieces(hashes)

    def _is_the_tiles_fault(self, index: int, width: int, hashes: list[bytes]) -> bool:
        """Whether the level above, or the root that was signed, is that of the events."""
        if width == WIDTH:
            above = self._sealed.tile(Tile(1, index // WIDTH, index % WIDTH + 1))
            return above is not None and above[-HASH_BYTES:] == root_of(hashes)
        newest = self._sealed.newest()
        if newest is None:
            return False
        instead = b"".join(hashes)

        def read(tile: Tile) -> bytes:
            own = (tile.level, tile.index) == (0, index)
            return instead if own else self._sealed.tile(tile) or b""

        return Tree(newest.size, read).root() == newest.root
