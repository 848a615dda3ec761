"""Merkle tree hashes and proofs as RFC 6962, section 2.1, defines them, over SHA-256."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()
"""Of a tree without any leaf."""

Subtree: TypeAlias = Callable[[int, int], bytes]
"""The tree hash of the leaves from one index up to, not including, another."""


class ProofError(ValueError):
    """A proof that proves nothing."""


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """Where a tree of more than one leaf divides: the largest power of two below its size."""
    return 1 << ((size - 1).bit_length() - 1)


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Of a tree whose leaf hashes, or whole subtrees of one size, these are."""
    level = list(hashes)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:
        odd = level.pop() if len(level) % 2 else None
        level = [node_hash(level[i], level[i + 1]) for i in range(0, len(level), 2)]
        if odd is not None:
            level.append(odd)
    return level[0]


def inclusion_proof(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """From the leaf's sibling up to the root's child (2.1.1)."""
    assert 0 <= index < size
    proof: list[bytes] = []
    start, stop = 0, size
    while stop - start > 1:
        middle = start + split(stop - start)
        if index < middle:
            proof.append(subtree(middle, stop))
            stop = middle
        else:
            proof.append(subtree(start, middle))
            start = middle
    return proof[::-1]


def consistency_proof(old: int, size: int, subtree: Subtree) -> list[bytes]:
    """That the tree of the first `old` leaves is a part of the one of `size` (2.1.2)."""
    assert 0 <= old <= size
    if old in (0, size):
        return []
    proof: list[bytes] = []
    start, stop = 0, size
    while stop != old:
        middle = start + split(stop - start)
        if old <= middle:
            proof.append(subtree(middle, stop))
            stop = middle
        else:
            proof.append(subtree(start, middle))
            start = middle
    if start:
        proof.append(subtree(start, stop))
    return proof[::-1]


def root_by_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root of a tree in which this leaf hash stands at that index."""
    if not 0 <= index < size:
        raise ProofError(f"there is no leaf {index} in a tree of {size}")
    found, place, last = leaf, index, size - 1
    for sibling in proof:
        if last == 0:
            raise ProofError("the proof is too long")
        if place % 2 or place == last:
            found = node_hash(sibling, found)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofError("the proof is too short")
    return found


def check_inclusion(
    leaf: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    if root_by_inclusion(leaf, index, size, proof) != root:
        raise ProofError(f"leaf {index} is not in the tree of {size} that was signed")


def check_consistency(
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """That nothing of the old tree was changed, taken out or put in."""
    if old > size:
        raise ProofError(f"a tree of {size} does not contain one of {old}")
    if old in (0, size):
        if proof:
            raise ProofError("the proof is too long")
        if old_root != (root if old == size else EMPTY_ROOT):
            raise ProofError(f"two trees of {old} have different roots")
        return
    was, became = _both_roots(old, old_root, size, proof)
    if was != old_root:
        raise ProofError(f"the tree of {size} does not begin with the one of {old}")
    if became != root:
        raise ProofError(f"the tree of {size} is not the one that was signed")


def _both_roots(
    old: int, old_root: bytes, size: int, proof: Sequence[bytes]
) -> tuple[bytes, bytes]:
    """What the proof says of the old root and of the new one."""
    hashes = list(proof)
    if old & (old - 1) == 0:
        hashes.insert(0, old_root)  # the old tree is a subtree of the new one
    if not hashes:
        raise ProofError("the proof is too short")
    place, last = old - 1, size - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    was = became = hashes[0]
    for one in hashes[1:]:
        if last == 0:
            raise ProofError("the proof is too long")
        if place % 2 or place == last:
            was, became = node_hash(one, was), node_hash(one, became)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            became = node_hash(became, one)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofError("the proof is too short")
    return was, became
