"""RFC 6962 and the signed notes once more, written for the tests from the specifications alone."""

import base64
import hashlib
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def leaf(entry: bytes) -> bytes:
    return hashlib.sha256(b"\0" + entry).digest()


def root(leaves: list[bytes]) -> bytes:
    """The Merkle tree hash of a list of leaf hashes, by its recursive definition."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return hashlib.sha256(b"\x01" + root(leaves[:middle]) + root(leaves[middle:])).digest()


def is_consistent(
    old: int, old_root: bytes, size: int, new_root: bytes, proof: list[bytes]
) -> bool:
    """RFC 9162, 2.1.4.2, which says the same of these trees as RFC 6962."""
    if old == size:
        return not proof and old_root == new_root
    if old == 0:
        return not proof
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    fn, sn = old - 1, size - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    first = second = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            first = hashlib.sha256(b"\x01" + c + first).digest()
            second = hashlib.sha256(b"\x01" + c + second).digest()
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            second = hashlib.sha256(b"\x01" + second + c).digest()
        fn, sn = fn >> 1, sn >> 1
    return (first, second, sn) == (old_root, new_root, 0)


class Key(NamedTuple):
    """A verifier key taken apart."""

    name: str
    id: bytes
    kind: int
    public: bytes


def read_vkey(line: str) -> Key:
    name, id_, encoded = line.split("+", 2)
    raw = base64.b64decode(encoded, validate=True)
    assert hashlib.sha256(name.encode() + b"\n" + raw).digest()[:4].hex() == id_
    return Key(name, bytes.fromhex(id_), raw[0], raw[1:])


class Told(NamedTuple):
    """A checkpoint as its text says it."""

    origin: str
    size: int
    root: bytes
    text: str
    lines: list[tuple[str, bytes]]
    """Name and decoded rest of every signature."""


def read_checkpoint(note: str) -> Told:
    text, _, below = note.rpartition("\n\n")
    origin, size, encoded = text.split("\n")
    lines = []
    for line in below.removesuffix("\n").split("\n"):
        dash, name, signed = line.split(" ")
        assert dash == "\N{EM DASH}"
        lines.append((name, base64.b64decode(signed, validate=True)))
    return Told(origin, int(size), base64.b64decode(encoded, validate=True), f"{text}\n", lines)


def check_signed(told: Told, vkey: str) -> None:
    """Raises where that key did not sign it."""
    key = read_vkey(vkey)
    [signed] = [raw[4:] for name, raw in told.lines if (name, raw[:4]) == (key.name, key.id)]
    public = Ed25519PublicKey.from_public_bytes(key.public)
    if key.kind == 4:
        seconds = int.from_bytes(signed[:8], "big")
        message = f"cosignature/v1\ntime {seconds}\n{told.text}".encode()
        public.verify(signed[8:], message)
    else:
        public.verify(signed, told.text.encode())
