"""Manifests: what an archive holds. Each goes on from the one before, and none is ever changed.

There is no pointer to the newest: names say how far manifests go, and the one that goes farthest
counts. So
an archive can lie in a store that lets nothing be overwritten.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from services.archive.object_store import ObjectStore
from services.archive.segments import name_of, path_of
from services.store.archived import ArchiveAway

FORMAT: Final = "pitledger-archive-v1"
_FOLDER: Final = "manifests"
_NAME: Final = re.compile(rf"{_FOLDER}/(\d{{16}})-([0-9a-f]{{64}})\.json")


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """Whole entry bundles: indexes count from zero, as in the tree."""

    first: int
    count: int
    sha256: str
    """Of the object, which is its name."""
    bytes: int
    hashes: str
    """Of its bundles' trees, one behind the other, as in a tile of level 1; base64."""
    days: tuple[str, str]
    recorded: tuple[str, str]
    streams: dict[str, tuple[int, int]]

    @property
    def end(self) -> int:
        return self.first + self.count

    @property
    def path(self) -> str:
        return segment_path(self.sha256)


class Tail(msgspec.Struct, frozen=True):
    """Up to the checkpoint: an entry bundle that is not whole, packed as segments are.

    The next segment holds its entries again.
    """

    count: int
    sha256: str
    bytes: int

    @property
    def path(self) -> str:
        return segment_path(self.sha256)


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """One stretch of the archive, and how the log was signed when it was written."""

    format: str = FORMAT
    origin: str
    previous: str | None
    """The manifest before; none: this one begins with the first event."""
    size: int
    """How many entries lie in segments, up to and with this manifest's."""
    root: str
    """Of the tree over them; base64."""
    checkpoint: str
    """The signed note that covers them, and the tail."""
    checkpoints: str | None
    """The object with every checkpoint of this stretch."""
    segments: tuple[Segment, ...]
    tail: Tail | None = None

    @property
    def first(self) -> int:
        return self.segments[0].first if self.segments else self.size

    @property
    def reach(self) -> int:
        """How many entries it leads to, with its tail."""
        return self.size + (self.tail.count if self.tail else 0)

    def objects(self) -> list[Segment | Tail]:
        return [*self.segments, *([self.tail] if self.tail else [])]


class Named(NamedTuple):
    """A manifest with the object it was read from."""

    path: str
    manifest: Manifest


def segment_path(name: str) -> str:
    return path_of("segments", name, ".zst")


def write_manifest(store: ObjectStore, manifest: Manifest) -> Named:
    """The last thing that is written: with it the stretch belongs to the archive."""
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    path = f"{_FOLDER}/{manifest.reach:016}-{name_of(data)}.json"
    store.put_new(path, data)
    return read_manifest(store, path)


def newest_manifest(store: ObjectStore) -> Named | None:
    names = [name for name in store.names(_FOLDER) if _NAME.fullmatch(name)]
    return read_manifest(store, names[-1]) if names else None


def read_manifest(store: ObjectStore, path: str) -> Named:
    """Raises ArchiveAway where it is not what its name says."""
    told, data = _NAME.fullmatch(path), store.get(path)
    if told is None or name_of(data) != told[2]:
        raise ArchiveAway(f"{path} in {store.url} is not what its name says: it was changed")
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.MsgspecError as error:
        raise ArchiveAway(f"{path} in {store.url} is no manifest: {error}") from None
    if manifest.format != FORMAT:
        raise ArchiveAway(f"{path} in {store.url} is a {manifest.format}, not a {FORMAT}")
    return Named(path, manifest)


def chain(store: ObjectStore, newest: Named, down_to: int = -1) -> list[Manifest]:
    """From the one that holds this index, or from the first of all, up to the newest.

    Raises ArchiveAway where one does not follow the other.
    """
    found = list(_backwards(store, newest, down_to))
    return found[::-1]


def _backwards(store: ObjectStore, newest: Named, down_to: int) -> Iterator[Manifest]:
    manifest = newest.manifest
    while True:
        yield manifest
        end = manifest.first
        for segment in manifest.segments:
            if segment.first != end:
                raise ArchiveAway(f"the archive {store.url} has no segment from {end} on")
            end = segment.end
        if end != manifest.size or (manifest.previous is None and manifest.first):
            raise ArchiveAway(f"the archive {store.url} has a manifest that ends at {end}")
        if manifest.previous is None or manifest.first <= down_to:
            return
        before = read_manifest(store, manifest.previous).manifest
        if before.size != manifest.first or before.origin != manifest.origin:
            raise ArchiveAway(f"{manifest.previous} in {store.url} does not lead on")
        manifest = before
