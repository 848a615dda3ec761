"""Trees and proofs against the RFC's own definitions, written down again here, and known vectors."""

from hashlib import sha256
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.transparency.hashing import (
    EMPTY_ROOT,
    ProofError,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root_of,
)

# The eight entries and the roots that implementations of Certificate Transparency are tried with.
ENTRIES: Final = [
    bytes.fromhex(one)
    for one in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS: Final = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def tree_hash(entries: list[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, word for word."""
    if not entries:
        return sha256(b"").digest()
    if len(entries) == 1:
        return sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < len(entries):
        k *= 2
    return sha256(b"\x01" + tree_hash(entries[:k]) + tree_hash(entries[k:])).digest()


def numbered(size: int) -> list[bytes]:
    return [b"entry %d" % number for number in range(size)]


@pytest.mark.parametrize("size", range(9))
def test_known_roots(size: int) -> None:
    root = root_of([leaf_hash(entry) for entry in ENTRIES[:size]])
    assert root == (bytes.fromhex(ROOTS[size - 1]) if size else EMPTY_ROOT)


@given(st.lists(st.binary(max_size=40), max_size=70))
def test_roots_are_those_of_the_rfc(entries: list[bytes]) -> None:
    assert root_of([leaf_hash(entry) for entry in entries]) == tree_hash(entries)


def test_every_leaf_of_every_tree_is_shown_to_be_in_it() -> None:
    entries = numbered(40)
    for size in range(1, 41):
        root = tree_hash(entries[:size])
        for index in range(size):
            proof = inclusion_proof(index, size, lambda a, b: tree_hash(entries[a:b]))
            check_inclusion(leaf_hash(entries[index]), index, size, root, proof)
            wrong = [(index + 1) % size, index ^ 1]
            for other in {one for one in wrong if one != index and 0 <= one < size}:
                with pytest.raises(ProofError):
                    check_inclusion(leaf_hash(entries[index]), other, size, root, proof)


def test_every_tree_is_shown_to_go_on_from_every_smaller_one() -> None:
    entries = numbered(40)
    roots = [tree_hash(entries[:size]) for size in range(41)]
    for size in range(41):
        for old in range(size + 1):
            proof = consistency_proof(old, size, lambda a, b: tree_hash(entries[a:b]))
            check_consistency(old, roots[old], size, roots[size], proof)


@given(st.data())
def test_no_changed_proof_is_taken(data: st.DataObject) -> None:
    entries = numbered(data.draw(st.integers(2, 40)))
    size = len(entries)
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size - 1))
    subtree = lambda a, b: tree_hash(entries[a:b])  # noqa: E731
    root = tree_hash(entries)
    inclusion, consistency = (
        inclusion_proof(index, size, subtree),
        consistency_proof(old, size, subtree),
    )
    for proof in (inclusion, consistency):
        _spoil(data, proof)
    with pytest.raises(ProofError):
        check_inclusion(leaf_hash(entries[index]), index, size, root, inclusion)
    with pytest.raises(ProofError):
        check_consistency(old, tree_hash(entries[:old]), size, root, consistency)


def _spoil(data: st.DataObject, proof: list[bytes]) -> None:
    how = data.draw(st.sampled_from(["longer", "shorter", "changed"]))
    if how == "longer" or not proof:
        proof.insert(data.draw(st.integers(0, len(proof))), bytes(32))
    elif how == "shorter":
        del proof[data.draw(st.integers(0, len(proof) - 1))]
    else:
        place = data.draw(st.integers(0, len(proof) - 1))
        proof[place] = bytes(a ^ 1 for a in proof[place])


@pytest.mark.parametrize("old", [1, 5, 8, 12])
def test_a_history_that_was_changed_is_not_consistent(old: int) -> None:
    honest, changed = numbered(13), [b"another", *numbered(13)[1:]]
    proof = consistency_proof(old, 13, lambda a, b: tree_hash(changed[a:b]))
    with pytest.raises(ProofError):
        check_consistency(old, tree_hash(honest[:old]), 13, tree_hash(changed), proof)


def test_a_smaller_tree_does_not_contain_a_larger_one() -> None:
    with pytest.raises(ProofError, match="does not contain"):
        check_consistency(9, bytes(32), 8, bytes(32), [])
