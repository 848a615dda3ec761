"""Segments: entry bundles of the log in a row, compressed together, named by their content.

Decompressed (`zstd -d`) a segment is what C2SP's tlog-tiles calls entry bundles, one behind the
other, so that it can be read without anything of ours.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

import zstandard

from domain.events.size import MOST_EVENT_BYTES
from services.store.archived import ArchiveAway
from services.transparency.tiles import WIDTH, BadBundle, pack_entries, unpack_entries

SEGMENT: Final = 64 * WIDTH
"""Entries of a whole one: large enough to compress well, small enough to be fetched for one round.
"""
_LEVEL: Final = 15
"""Higher ones save a tenth of the bytes and take five times as long."""
_WINDOW_LOG: Final = 25
"""So far back, 32 MiB, a repetition is found: in all of a segment."""
_LENGTH_BYTES: Final = 2


def cuts(start: int, stop: int, width: int = SEGMENT) -> Iterator[tuple[int, int]]:
    """A stretch of the log cut into segments, at the same places whoever cuts it."""
    while start < stop:
        end = min(stop, start - start % width + width)
        yield start, end
        start = end


def compress(data: bytes) -> bytes:
    """The same bytes for the same data, so that they can be named by their hash."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL, window_log=_WINDOW_LOG, enable_ldm=True, write_checksum=True
    )
    return zstandard.ZstdCompressor(compression_params=parameters).compress(data)


def decompress(data: bytes, most_bytes: int) -> bytes:
    """Never more than was expected, whatever the data says of itself."""
    unpacking = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_LOG)
    return unpacking.stream_reader(data).read(most_bytes + 1)


def packed(entries: Sequence[bytes]) -> bytes:
    return compress(pack_entries(entries))


def unpacked(data: bytes, count: int) -> list[bytes]:
    """The entries of a segment. Raises ArchiveAway where it does not hold so many."""
    try:
        bundles = decompress(data, count * (_LENGTH_BYTES + MOST_EVENT_BYTES))
        entries = unpack_entries(bundles)
    except (zstandard.ZstdError, BadBundle) as error:
        raise ArchiveAway(f"a segment of the archive cannot be read: {error}") from None
    if len(entries) != count:
        raise ArchiveAway(f"a segment of the archive has {len(entries)} entries, not {count}")
    return entries


def name_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def path_of(folder: str, name: str, ending: str) -> str:
    """Spread over folders: no file system likes a hundred thousand names in one."""
    return f"{folder}/{name[:2]}/{name}{ending}"
