"""Segments read back, one at a time, for who asks for events that are gone from the database."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from services.archive.manifests import segment_path
from services.archive.object_store import PROMPT, ObjectStore
from services.archive.segments import name_of, unpacked
from services.store.archived import ArchiveAway

_MOST_BYTES: Final = 64 * 1024 * 1024
"""Held decompressed: some eight segments, so that reading on within one fetches it once."""


class ArchiveReader:
    """Named by their hash, segments cannot be other than they were when they were taken out."""

    def __init__(self, store: ObjectStore, most_bytes: int = _MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[str, tuple[int, Sequence[bytes]]] = OrderedDict()
        self._bytes = 0

    def entries(self, name: str, count: int) -> Sequence[bytes]:
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name][1]
        path = segment_path(name)
        data = self._store.get(path)
        if name_of(data) != name:
            raise ArchiveAway(f"{path} in {self._store.url} is not what its name says")
        entries = unpacked(data, count)
        self._hold(name, entries)
        return entries

    def _hold(self, name: str, entries: Sequence[bytes]) -> None:
        size = sum(map(len, entries))
        with self._lock:
            if name in self._held:
                return
            self._held[name] = size, entries
            self._bytes += size
            while self._bytes > self._most_bytes and len(self._held) > 1:
                _, (gone, _) = self._held.popitem(last=False)
                self._bytes -= gone


def reader_of(url: str) -> ArchiveReader | None:
    """None where no archive is named; nothing is opened before it is needed."""
    return ArchiveReader(ObjectStore(url, PROMPT)) if url else None
