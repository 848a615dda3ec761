"""Checkpoints: how large a log was, and the root of its tree, signed."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from services.transparency.encoding import decode64, encode64
from services.transparency.hashing import HASH_BYTES
from services.transparency.notes import BadNote, Note, SigningKey, VerifierKey, read_note

_SIZE: Final = re.compile(r"0|[1-9]\d{0,17}")
_LINES: Final = 3


class OtherOrigin(Exception):
    """A checkpoint of another log."""


class Checkpoint(NamedTuple):
    """What is signed."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{encode64(self.root)}\n"

    def signed(self, key: SigningKey) -> Note:
        return Note(self.text(), (key.sign(self.text()),))


def read_checkpoint(text: str) -> Checkpoint:
    """Out of a note's text; lines after the third are nobody's here."""
    lines = text.split("\n")
    if len(lines) <= _LINES or not all(lines[:-1]) or lines[-1]:
        raise BadNote("a checkpoint has a line each for origin, size and root")
    origin, size, root = lines[:_LINES]
    if not _SIZE.fullmatch(size):
        raise BadNote("the size of a checkpoint is a whole number")
    return Checkpoint(origin, int(size), _read_root(root))


def open_checkpoint(data: bytes | str, keys: Iterable[VerifierKey]) -> tuple[Checkpoint, Note]:
    """Trusted because one of these keys signed it, for the origin that bears the key's name.

    Raises BadNote, NotSigned, BadSignature or OtherOrigin.
    """
    note = read_note(data)
    checkpoint, trusted = read_checkpoint(note.text), list(keys)
    names = {key.name for key in trusted}
    if checkpoint.origin not in names:
        raise OtherOrigin(
            f"it is a checkpoint of {checkpoint.origin}, not of {', '.join(sorted(names))}"
        )
    note.require(key for key in trusted if key.name == checkpoint.origin)
    return checkpoint, note


def _read_root(text: str) -> bytes:
    try:
        root = decode64(text)
    except ValueError:
        root = b""
    if len(root) != HASH_BYTES:
        raise BadNote("the root of a checkpoint is a SHA-256 hash in base64")
    return root
