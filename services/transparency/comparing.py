"""Events beside the leaves they were sealed as: what is different, and how, by its position."""

from collections.abc import Sequence

from services.transparency.findings import Finding
from services.transparency.hashing import leaf_hash


def compare(sealed: Sequence[bytes], first: int, found: Sequence[tuple[int, bytes]]) -> list[bytes]:
    """The leaf hashes, if the events at these positions are those that were sealed.

    `sealed` are the leaf hashes of the events from position `first` on; `found` are positions and
    bytes as the log has them now. Raises Finding with the first that differs.
    """
    hashes = [leaf_hash(state) for _, state in found]
    positions = [position for position, _ in found]
    for index, leaf in enumerate(sealed):
        expected = first + index
        if index >= len(found) or positions[index] > expected:
            raise Finding("missing", f"event {expected} is missing", expected)
        if positions[index] < expected:
            place = positions[index]
            raise Finding("inserted", f"an event stands at {place}, where none was sealed", place)
        if hashes[index] != leaf:
            raise _difference(sealed, hashes, index, first)
    return hashes


def _difference(
    sealed: Sequence[bytes], hashes: Sequence[bytes], index: int, first: int
) -> Finding:
    """What somebody may have done: only the words depend on it."""
    leaf, present, place = sealed[index], hashes[index], first + index
    if present in sealed and (other := sealed.index(present)) < len(hashes):
        if hashes[other] == leaf:
            said = f"events {place} and {first + other} have changed places"
            return Finding("exchanged", said, place)
        if other == index + 1:
            said = f"event {place} was taken out, and those behind it moved up"
            return Finding("missing", said, place)
    if index + 1 < len(hashes) and hashes[index + 1] == leaf:
        said = f"an event was put in at {place}, and those behind it moved on"
        return Finding("inserted", said, place)
    return Finding("changed", f"event {place} is not what was sealed", place)
