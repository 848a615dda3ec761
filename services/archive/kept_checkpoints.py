"""The checkpoints of a stretch of the log, as they were published: notes and cosignatures."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
import zstandard

from services.archive.object_store import ObjectStore
from services.archive.segments import compress, decompress, name_of, path_of
from services.store.archived import ArchiveAway
from services.transparency.encoding import decode64, encode64
from services.transparency.sealed_log import Sealed

_MOST_BYTES: Final = 1 << 30


class _Kept(msgspec.Struct, frozen=True):
    size: int
    root: str
    note: str
    cosignatures: str
    signed: datetime


def put_checkpoints(store: ObjectStore, sealed: Sequence[Sealed]) -> str | None:
    """One object for all of them; its name, or none where there is nothing to keep."""
    if not sealed:
        return None
    lines = [
        _Kept(one.size, encode64(one.root), one.note, one.cosignatures, one.signed)
        for one in sealed
    ]
    data = compress(msgspec.json.Encoder().encode_lines(lines))
    name = name_of(data)
    store.put_new(_path(name), data)
    if list(read_checkpoints(store, name)) != list(sealed):
        raise ArchiveAway(f"{_path(name)} in {store.url} is not what was written")
    return name


def read_checkpoints(store: ObjectStore, name: str | None) -> Iterable[Sealed]:
    if name is None:
        return []
    data = store.get(_path(name))
    if name_of(data) != name:
        raise ArchiveAway(f"{_path(name)} in {store.url} is not what its name says: it was changed")
    try:
        lines = decompress(data, _MOST_BYTES)
        kept = msgspec.json.Decoder(_Kept).decode_lines(lines)
        return [
            Sealed(one.size, decode64(one.root), one.note, one.cosignatures, one.signed)
            for one in kept
        ]
    except (zstandard.ZstdError, msgspec.MsgspecError, ValueError) as error:
        raise ArchiveAway(f"{_path(name)} in {store.url} cannot be read: {error}") from None


def _path(name: str) -> str:
    return path_of("checkpoints", name, ".jsonl.zst")
