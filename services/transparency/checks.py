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
        if self._ledger.head() < size:
            self.newest(size)
        first = self._ledger.first()
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

    def bundles(self, index: int, count: int, size: int) -> list[bytes]:
        """The leaf hashes of some bundles, in a log of which so many events were sealed."""
        width = min(count * WIDTH, size - index * WIDTH)
        tiles = self._sealed.tiles(0, index, count)
        logged = self._ledger.log_after(index * WIDTH, width)
        found = [(one.position, one.state) for one in logged]
        hashes: list[bytes] = []
        for number in range(-(-width // WIDTH)):
            part = found[number * WIDTH : (number + 1) * WIDTH]
            tile = tiles.get(index + number) or self._archived(index + number)
            hashes += self._bundle(index + number, tile, size, part)
        return hashes

    def bundle_of(self, position: int, size: int) -> None:
        """The events around one of them, unless they were taken out."""
        index = (position - 1) // WIDTH
        if index >= self.in_database():
            self.bundles(index, 1, size)

    def in_database(self) -> int:
        """The first bundle that was not taken out whole, with its leaf hashes, into an archive."""
        return self._ledger.pruned.position() // WIDTH

    def _archived(self, index: int) -> bytes:
        """Taken out while it is looked at, or before: its entries tell its leaf hashes."""
        tile = self._sealed.tile(Tile(0, index)) if self._sealed.is_archived(index) else None
        return tile or b""

    def _bundle(
        self, index: int, tile: bytes, size: int, found: list[tuple[int, bytes]]
    ) -> list[bytes]:
        width, first = tile_width(0, index, size), index * WIDTH + 1
        if len(tile) < width * HASH_BYTES:
            raise Finding("tree", f"tile {index} of level 0 is missing or too short", first)
        try:
            return compare(pieces(tile)[:width], first, found)
        except Finding as finding:
            hashes = [leaf_hash(state) for _, state in found]
            if self._is_the_tiles_fault(index, width, hashes):
                said = f"tile {index} of level 0 was changed; its events are as they were sealed"
                raise Finding("tree", said, first) from None
            raise self._cut(finding, size) from None

    def _cut(self, finding: Finding, size: int) -> Finding:
        """Where all behind it are gone as well, it says so."""
        head = self._ledger.head()
        if finding.kind != "missing" or finding.position != head + 1:
            return finding
        said = f"the log ends with event {head}, but {size} were sealed: event {head + 1}"
        return Finding("shortened", f"{said} and those behind it are gone", head + 1)

    def newest(self, size: int) -> None:
        """The newest sealed events: nothing signed later would show that they were replaced."""
        if size == 0:
            return
        try:
            self.bundle_of(size, size)
        except Finding as finding:
            raise self._first(size, finding) from None

    def _first(self, size: int, finding: Finding) -> Finding:
        """Where one event was put in or taken out, all behind it are others than were sealed.

        So the first that is wrong is looked for by halves, between what is good and what is not.
        """
        good, bad = self.in_database() - 1, (size - 1) // WIDTH
        while bad - good > 1:
            middle = (good + bad) // 2
            try:
                self.bundles(middle, 1, size)
                good = middle
            except Finding as found:
                bad, finding = middle, found
        return finding

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
