"""All of an archive, from the first event on."""

from collections.abc import Iterator
from typing import NamedTuple

from services.archive.kept_checkpoints import read_checkpoints
from services.archive.manifests import Manifest, Segment, Tail, chain, newest_manifest
from services.archive.object_store import ObjectStore
from services.archive.segments import name_of, unpacked
from services.store.archived import ArchiveAway
from services.transparency.sealed_log import Sealed


class Stretch(NamedTuple):
    """Entries that follow each other, from an index on."""

    first: int
    entries: list[bytes]


class WholeArchive:
    """Its manifests in their order; everything else is read as it is asked for."""

    def __init__(self, store: ObjectStore) -> None:
        newest = newest_manifest(store)
        if newest is None:
            raise ArchiveAway(f"there is no archive in {store.url}")
        self._store = store
        self.manifests: list[Manifest] = chain(store, newest)
        self.newest = newest.manifest

    @property
    def size(self) -> int:
        return self.newest.reach

    def checkpoints(self) -> dict[int, Sealed]:
        """By size; as they were cosigned when they were last archived."""
        found: dict[int, Sealed] = {}
        for manifest in self.manifests:
            kept = read_checkpoints(self._store, manifest.checkpoints)
            found |= {one.size: one for one in kept}
        return dict(sorted(found.items()))

    def stretches(self, start: int = 0) -> Iterator[Stretch]:
        """Segment by segment, then the tail; from the segment on that holds this index."""
        for manifest in self.manifests:
            for segment in manifest.segments:
                if segment.end > start:
                    yield Stretch(segment.first, self.entries(segment))
        tail = self.newest.tail
        if tail is not None:
            yield Stretch(self.newest.size, self.entries(tail))

    def entries(self, kept: Segment | Tail) -> list[bytes]:
        """Raises ArchiveAway where an object is not what its name says."""
        data = self._store.get(kept.path)
        if name_of(data) != kept.sha256:
            raise ArchiveAway(
                f"{kept.path} in {self._store.url} is not what its name says: it was changed"
            )
        return unpacked(data, kept.count)
