"""What was done to a bundle of events, told from the hashes alone."""

import pytest

from services.transparency.comparing import compare
from services.transparency.findings import Finding
from tests.support.transparency import own_tree

FIRST = 257
EVENTS = [f"event {number}".encode() for number in range(20)]
SEALED = [own_tree.leaf(event) for event in EVENTS]


def numbered(events: list[bytes], first: int = FIRST) -> list[tuple[int, bytes]]:
    return list(enumerate(events, first))


def found(rows: list[tuple[int, bytes]]) -> Finding:
    with pytest.raises(Finding) as told:
        compare(SEALED, FIRST, rows)
    return told.value


def test_events_that_were_sealed_are_their_leaves() -> None:
    assert compare(SEALED, FIRST, numbered(EVENTS)) == SEALED
    assert compare([], 1, []) == []


@pytest.mark.parametrize("place", [0, 7, 19])
def test_one_that_was_changed(place: int) -> None:
    events = [*EVENTS]
    events[place] = b"something else"
    finding = found(numbered(events))
    assert (finding.kind, finding.position) == ("changed", FIRST + place)


@pytest.mark.parametrize("place", [0, 7, 19])
def test_one_that_is_missing(place: int) -> None:
    rows = numbered(EVENTS)
    del rows[place]
    finding = found(rows)
    assert (finding.kind, finding.position) == ("missing", FIRST + place)


def test_one_that_was_taken_out_so_that_the_others_moved_up() -> None:
    events = [*EVENTS, b"the next bundle's first"]
    del events[7]
    finding = found(numbered(events))
    assert (finding.kind, finding.position) == ("missing", FIRST + 7)
    assert "taken out" in str(finding)


def test_one_that_was_put_in() -> None:
    events = [*EVENTS[:7], b"forged", *EVENTS[7:-1]]
    finding = found(numbered(events))
    assert (finding.kind, finding.position) == ("inserted", FIRST + 7)


def test_two_that_have_changed_places() -> None:
    events = [*EVENTS]
    events[3], events[11] = events[11], events[3]
    finding = found(numbered(events))
    assert (finding.kind, finding.position) == ("exchanged", FIRST + 3)
    assert f"{FIRST + 3} and {FIRST + 11}" in str(finding)


def test_two_at_one_place() -> None:
    rows = [*numbered(EVENTS)[:5], (FIRST + 4, b"twice"), *numbered(EVENTS)[5:]]
    finding = found(rows)
    assert (finding.kind, finding.position) == ("inserted", FIRST + 4)


def test_all_are_gone() -> None:
    finding = found([])
    assert (finding.kind, finding.position) == ("missing", FIRST)
