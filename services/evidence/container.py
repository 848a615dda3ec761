"""The archive that evidence comes in: a zip of which every byte is given by the files in it.

Nothing is compressed and nothing says when or by whom it was packed, so the same files make the
same bytes on every machine. Whoever reads it packs it again and compares: what is hidden between
the files, or was changed around them, does not pass.
"""

import struct
import zlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from services.evidence.verdicts import Changed, Unreadable

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 10_000

_LOCAL: Final = b"PK\x03\x04"
_CENTRAL: Final = b"PK\x01\x02"
_END: Final = b"PK\x05\x06"
_FILE: Final = struct.Struct("<HHHHHIIIHH")
"""Version, flags, method, time, date, sum, packed and own size, length of the name and of more."""
_PLACE: Final = struct.Struct("<HHHII")
"""In the directory at the end: comment, disk, kind, rights, where the file begins."""
_DIRECTORY: Final = struct.Struct("<HHHHIIH")
_VERSION: Final = 20
_MADE_BY: Final = 3 << 8 | _VERSION
_FIRST_DAY: Final = 1 << 5 | 1
"""The first of January 1980, before which no zip can be."""
_RIGHTS: Final = 0o100644 << 16


class _Header(NamedTuple):
    """What stands before a file."""

    version: int
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed: int
    size: int
    name: int
    more: int


def pack(files: Mapping[str, bytes]) -> bytes:
    """In the order in which they are given."""
    body, directory = bytearray(), bytearray()
    for name, content in files.items():
        header = _header(name, content)
        directory += _CENTRAL + _MADE_BY.to_bytes(2, "little") + header
        directory += _PLACE.pack(0, 0, 0, _RIGHTS, len(body)) + name.encode("ascii")
        body += _LOCAL + header + name.encode("ascii") + content
    count = len(files)
    end = _DIRECTORY.pack(0, 0, count, count, len(directory), len(body), 0)
    return bytes(body + directory) + _END + end


def _header(name: str, content: bytes) -> bytes:
    size = len(content)
    return _FILE.pack(_VERSION, 0, 0, 0, _FIRST_DAY, zlib.crc32(content), size, size, len(name), 0)


def unpack(data: bytes) -> dict[str, bytes]:
    """Raises Unreadable for what is no such archive, Changed where another byte is in it."""
    files: dict[str, bytes] = {}
    place = 0
    while data.startswith(_LOCAL, place):
        name, start, size = _read_header(data, place + len(_LOCAL))
        place = start + size
        if place > len(data):
            raise Unreadable(f"it ends in the middle of {name}")
        if name in files:
            raise Unreadable(f"{name} is in it twice")
        if len(files) == MOST_FILES:
            raise Unreadable(f"more than {MOST_FILES} files are in it")
        files[name] = data[start:place]
    if not files:
        raise Unreadable("it is no archive of evidence")
    if pack(files) != data:
        raise Changed("bytes of the archive around its files are not as they were written")
    return files


def _read_header(data: bytes, place: int) -> tuple[str, int, int]:
    """The file's name, where its bytes begin, and how many they are."""
    after = place + _FILE.size
    if after > len(data):
        raise Unreadable("it ends in the middle of a file's name")
    header = _Header(*_FILE.unpack_from(data, place))
    if header.flags or header.method or header.more or header.packed != header.size:
        raise Unreadable(
            "another program has packed it, or a byte was changed: evidence is checked as it was"
            " written, not packed anew"
        )
    start = after + header.name
    try:
        return data[after:start].decode("ascii"), start, header.size
    except UnicodeDecodeError:
        raise Unreadable("a file in it has a name that no file of evidence has") from None
