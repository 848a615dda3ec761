"""Batches decompressed up to a limit: a megabyte of zstd may stand for gigabytes of noughts."""

import gzip
import io
from collections.abc import Callable
from typing import Any, Final

import lz4.frame
import zstandard
from kafka.codec import snappy_decode
from kafka.errors import UnsupportedCodecError

MOST_BYTES: Final = 128 * 1024 * 1024


class TooLarge(Exception):
    """More than any batch of commands or events comes to."""


def _zstd(content: io.BytesIO) -> Any:
    return zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True)


_OPENED: Final[dict[int, Callable[[io.BytesIO], Any]]] = {
    1: lambda content: gzip.GzipFile(fileobj=content),
    3: lz4.frame.LZ4FrameFile,
    4: _zstd,
}
"""By the number that a batch's attributes have for its compression."""
_NONE, _SNAPPY = 0, 2


def decompress(codec: int, content: bytes) -> bytes:
    """What the batch holds. Snappy needs no limit, since it cannot make much of little."""
    if codec == _NONE:
        return content
    if codec == _SNAPPY:
        plain: bytes = snappy_decode(content)
        return plain
    if codec not in _OPENED:
        raise UnsupportedCodecError(f"Unrecognized compression type: {codec}")
    with _OPENED[codec](io.BytesIO(content)) as opened:
        plain = opened.read(MOST_BYTES + 1)
    if len(plain) > MOST_BYTES:
        raise TooLarge(f"it comes to more than {MOST_BYTES} bytes when it is decompressed")
    return plain
