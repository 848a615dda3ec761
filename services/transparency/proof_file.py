"""Proofs of inclusion as files: where an entry stands, the way up to the root, the checkpoint."""

import re
from dataclasses import dataclass
from typing import Final

from services.transparency.encoding import decode64, encode64
from services.transparency.hashing import HASH_BYTES

_FIRST: Final = "c2sp.org/tlog-proof@v1"
_EXTRA: Final = "extra "
_INDEX: Final = re.compile(r"index (0|[1-9]\d{0,17})")
_MOST_HASHES: Final = 63


class BadProofFile(ValueError):
    """What is no proof of inclusion."""


@dataclass(frozen=True, slots=True)
class ProofFile:
    """All that shows an entry to be in a log, but for the entry itself."""

    index: int
    proof: tuple[bytes, ...]
    checkpoint: str
    """A signed note, as it was published."""
    extra: bytes | None = None
    """What the format leaves to whoever writes it. Nothing signs it."""

    def __str__(self) -> str:
        extra = "" if self.extra is None else f"{_EXTRA}{encode64(self.extra)}\n"
        way = "".join(f"{encode64(one)}\n" for one in self.proof)
        return f"{_FIRST}\n{extra}index {self.index}\n{way}\n{self.checkpoint}"


def read_proof_file(data: bytes) -> ProofFile:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadProofFile("it is not UTF-8") from None
    head, found, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if not found or lines[0] != _FIRST:
        raise BadProofFile(f"it does not begin with {_FIRST}")
    extra = None
    if len(lines) > 1 and lines[1].startswith(_EXTRA):
        extra = _decoded(lines.pop(1).removeprefix(_EXTRA))
    index = _INDEX.fullmatch(lines[1]) if len(lines) > 1 else None
    if index is None:
        raise BadProofFile("it does not say at which index the entry stands")
    if len(lines) > 2 + _MOST_HASHES:
        raise BadProofFile("it has more hashes than any tree is high")
    return ProofFile(int(index[1]), tuple(map(_hash, lines[2:])), checkpoint, extra)


def _hash(line: str) -> bytes:
    found = _decoded(line)
    if len(found) != HASH_BYTES:
        raise BadProofFile("a line of it is no SHA-256 hash in base64")
    return found


def _decoded(text: str) -> bytes:
    try:
        return decode64(text)
    except ValueError:
        raise BadProofFile("a line of it is not base64") from None
