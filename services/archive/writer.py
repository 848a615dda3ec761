"""Filling an archive: what was sealed of the log since the last time, read back and compared."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from services.archive.contents import contents_of, read_rows
from services.archive.kept_checkpoints import put_checkpoints, read_checkpoints
from services.archive.manifests import (
    Manifest,
    Named,
    Segment,
    Tail,
    newest_manifest,
    segment_path,
    write_manifest,
)
from services.archive.object_store import ObjectStore
from services.archive.same_history import OtherHistory, require_same
from services.archive.segments import SEGMENT, cuts, name_of, packed, unpacked
from services.store.archived import ArchiveAway
from services.store.ledger import Ledger
from services.store.log_row import BadEntry
from services.transparency.encoding import encode64
from services.transparency.hashing import (
    HASH_BYTES,
    ProofError,
    check_consistency,
    leaf_hash,
    root_of,
)
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog
from services.transparency.tiles import WIDTH, Edge, Tile

_STEP: Final = 32
"""After so many segments a manifest is written: all that a run has to do again if it is ended."""
_PAGE: Final = 4096


class Archived(NamedTuple):
    """What a run has added."""

    first: int
    """Position of its first event; events of the tail before are in it again."""
    last: int
    objects: int
    bytes: int


class Writer:
    """One run. Whoever calls sees to it that there is one at a time."""

    def __init__(self, ledger: Ledger, store: ObjectStore, width: int = SEGMENT) -> None:
        """`width`: entries of a segment; whole bundles."""
        assert width % WIDTH == 0
        self._width = width
        self._ledger = ledger
        self._sealed = SealedLog(ledger.datastore)
        self._store = store

    def run(self, on_event: Callable[[int], None] = lambda _: None) -> Archived | None:
        """Up to the newest checkpoint; None: there was nothing new.

        Raises NotSealed, OtherHistory, BadEntry or ArchiveAway.
        """
        newest = self._sealed.newest()
        if newest is None:
            raise NotSealed("nothing of the log has been sealed yet: let `pitledger follow` run")
        head = newest_manifest(self._store)
        if newest.size == 0:
            return None
        if head is not None:
            require_same(head.manifest, self._sealed, self._store.url)
        began, written = head.manifest.size if head else 0, []
        while head is None or head.manifest.reach < newest.size:
            head = self._step(head, newest, on_event)
            written.append(head.manifest)
        if not written:
            return None
        objects = [one for manifest in written for one in manifest.objects()]
        return Archived(began + 1, newest.size, len(objects), sum(one.bytes for one in objects))

    def _step(self, head: Named | None, newest: Sealed, on_event: Callable[[int], None]) -> Named:
        """Some segments, and the manifest that makes them a part of the archive."""
        start = head.manifest.size if head else 0
        step = _STEP * self._width
        goal = start - start % step + step
        last = goal >= newest.size
        sealed = newest if last else self._sealed.covering(goal)
        end = newest.size - newest.size % WIDTH if last else goal
        edge = Edge(start, self._tile)
        segments = []
        for first, stop in cuts(start, end, self._width):
            segments.append(self._segment(first, stop, edge))
            on_event(stop)
        root = edge.root()
        tail = self._tail(end, sealed.size, edge) if last else None
        self._require_signed(start, edge, sealed)
        on_event(edge.size)
        manifest = Manifest(
            origin=sealed.checkpoint().origin,
            previous=head.path if head else None,
            size=end,
            root=encode64(root),
            checkpoint=sealed.published(),
            checkpoints=put_checkpoints(self._store, list(self._checkpoints(head, sealed))),
            segments=tuple(segments),
            tail=tail,
        )
        return write_manifest(self._store, manifest)

    def _segment(self, first: int, stop: int, edge: Edge) -> Segment:
        entries = self._entries(first, stop)
        contents = contents_of(read_rows(first, entries))
        name, size, leaves = self._put(entries)
        edge.append(leaves)
        bundles = (leaves[at : at + WIDTH] for at in range(0, len(leaves), WIDTH))
        return Segment(
            first=first,
            count=len(entries),
            sha256=name,
            bytes=size,
            hashes=encode64(b"".join(root_of(bundle) for bundle in bundles)),
            days=contents.days,
            recorded=contents.recorded,
            streams=contents.streams,
        )

    def _tail(self, first: int, stop: int, edge: Edge) -> Tail | None:
        """So that the archive ends where something was signed."""
        entries = self._entries(first, stop)
        if not entries:
            return None
        name, size, leaves = self._put(entries)
        edge.append(leaves)
        return Tail(len(entries), name, size)

    def _put(self, entries: list[bytes]) -> tuple[str, int, list[bytes]]:
        """Written, read back and compared; leaf hashes are of what was read back."""
        data = packed(entries)
        name = name_of(data)
        self._store.put_new(segment_path(name), data)
        stored = self._store.get(segment_path(name))
        again = unpacked(stored, len(entries)) if name_of(stored) == name else []
        if again != entries:
            raise ArchiveAway(
                f"{segment_path(name)} in {self._store.url} is not what was written: look at the"
                " store; the object may be removed, and is written again by the next run"
            )
        return name, len(data), [leaf_hash(entry) for entry in again]

    def _entries(self, first: int, stop: int) -> list[bytes]:
        entries: list[bytes] = []
        while len(entries) < stop - first:
            done = first + len(entries)
            page = self._ledger.log_after(done, min(_PAGE, stop - done))
            for expected, logged in enumerate(page, done + 1):
                if logged.position != expected:
                    raise BadEntry(f"event {expected} of the log is missing")
                entries.append(logged.state)
            if not page:
                raise BadEntry(f"event {done + 1} of the log is missing, but it was sealed")
        return entries

    def _checkpoints(self, head: Named | None, until: Sealed) -> Iterator[Sealed]:
        """Those since the manifest before; and of its own those that were cosigned since."""
        after = -1
        if head is not None:
            kept = {one.size: one for one in self._kept(head)}
            after = max((head.manifest.reach, *kept))
            for sealed in self._sealed.all(min(kept, default=after) - 1):
                if sealed.size > after:
                    break
                if sealed.size in kept and sealed != kept[sealed.size]:
                    yield sealed
        for sealed in self._sealed.all(after):
            if sealed.size > until.size:
                return
            yield sealed

    def _kept(self, head: Named) -> list[Sealed]:
        return list(read_checkpoints(self._store, head.manifest.checkpoints))

    def _require_signed(self, start: int, edge: Edge, sealed: Sealed) -> None:
        """What was read back is what was signed, and goes on from what was archived before."""
        try:
            proof = self._sealed.tree(sealed.size).consistency(edge.size)
            check_consistency(edge.size, edge.root(), sealed.size, sealed.root, proof)
        except ProofError as error:
            wrong = self._first_other(start, edge.size)
            raise OtherHistory(
                f"event {wrong} is not what was sealed: run `pitledger verify`"
                if wrong
                else f"events {start + 1} to {edge.size} are not what was sealed: {error}"
            ) from None

    def _first_other(self, start: int, stop: int) -> int | None:
        """Position of the first event whose hash is not in its tile."""
        for index in range(start // WIDTH, -(-stop // WIDTH)):
            width = min(WIDTH, stop - index * WIDTH)
            tile = self._sealed.tile(Tile(0, index, width)) or b""
            entries = self._entries(index * WIDTH, index * WIDTH + width)
            for place, entry in enumerate(entries):
                if leaf_hash(entry) != tile[place * HASH_BYTES : (place + 1) * HASH_BYTES]:
                    return index * WIDTH + place + 1
        return None

    def _tile(self, tile: Tile) -> bytes:
        found = self._sealed.tile(tile)
        if found is None:
            raise NotSealed(f"tile {tile.index} of level {tile.level} is not there")
        return found
