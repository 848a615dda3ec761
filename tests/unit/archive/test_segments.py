"""Cutting and packing the log, and what a stretch of it holds, without any store."""

import json
from collections.abc import Sequence

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from services.archive.contents import contents_of, multirange, read_rows
from services.archive.reader import ArchiveReader
from services.archive.segments import (
    SEGMENT,
    compress,
    cuts,
    name_of,
    packed,
    unpacked,
)
from services.store.archived import ArchiveAway
from services.store.log_row import BadEntry, RoundPlace, place_of_round, read_row


def entry(key: str, seq: int, round_id: str | None = None, day: str = "2026-03-01") -> bytes:
    told = {
        "event": "RoundOpened",
        "version": 1,
        "key": key,
        "seq": seq,
        "round": round_id,
        "day": day,
        "recorded": f"{day}T20:00:00Z",
        "command_id": None,
    }
    return json.dumps(told, separators=(",", ":")).encode()


@given(st.integers(0, 400), st.integers(0, 400), st.integers(1, 40))
def test_cuts_lie_at_the_same_places_wherever_one_begins(start: int, more: int, width: int) -> None:
    stop = start + more
    pieces = list(cuts(start, stop, width))
    assert [place for piece in pieces for place in range(*piece)] == list(range(start, stop))
    assert all(end % width == 0 for _, end in pieces[:-1])
    assert all(end - first <= width for first, end in pieces)


def test_a_whole_segment_is_of_whole_bundles() -> None:
    assert SEGMENT % 256 == 0


@given(st.lists(st.binary(max_size=200), max_size=40))
def test_what_is_packed_comes_out_again(entries: list[bytes]) -> None:
    data = packed(entries)
    assert unpacked(data, len(entries)) == entries
    assert packed(entries) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        packed([b"one"]),
        packed([b"one", b"two", b"three"]),
        compress(b"\x00\x09ab"),
    ],
)
def test_what_is_no_segment_of_so_many_is_refused(data: bytes) -> None:
    with pytest.raises(ArchiveAway, match="a segment of the archive"):
        unpacked(data, 2)


def test_a_segment_takes_no_more_memory_than_its_events_could() -> None:
    bomb = zstandard.ZstdCompressor(level=19).compress(bytes(50_000_000))
    with pytest.raises(ArchiveAway):
        unpacked(bomb, 2)


@given(st.sets(st.integers(0, 60)))
def test_a_multirange_holds_exactly_its_numbers(numbers: set[int]) -> None:
    text = multirange(numbers)
    found: set[int] = set()
    for part in filter(None, text.strip("{}").replace("),", ")|").split("|")):
        low, high = part.strip("[)").split(",")
        assert int(high) not in numbers
        found |= set(range(int(low), int(high)))
    assert found == numbers


def test_a_round_has_a_place_among_those_of_its_table() -> None:
    places = [place_of_round(one) for one in ("PG01-1-9", "PG01-1-10", "PG01-2-1")]
    numbers = [place.number for place in places if place]
    assert numbers == sorted(numbers)
    assert place_of_round("A_b-3-17") == RoundPlace("A_b", 3_000_000_017)
    assert place_of_round("no round") is None


def test_contents_tell_streams_days_and_rounds() -> None:
    entries = [
        entry("PG01", 4, "PG01-1-2"),
        entry("meter:M1", 7, "PG01-1-2", "2026-03-02"),
        entry("PG01", 5, "PG01-1-1"),
        entry("PG02", 1),
    ]
    found = contents_of(read_rows(256, entries))
    assert found.streams == {"PG01": (4, 5), "meter:M1": (7, 7), "PG02": (1, 1)}
    assert found.days == ("2026-03-01", "2026-03-02")
    assert found.rounds == {"PG01": {1_000_000_001, 1_000_000_002}}


def test_a_gap_or_a_round_without_a_name_is_refused_with_its_place() -> None:
    with pytest.raises(BadEntry, match="event 258 is PG01/3, which does not follow PG01/1"):
        contents_of(read_rows(256, [entry("PG01", 1), entry("PG01", 3)]))
    with pytest.raises(BadEntry, match="event 1 is of 'x', which is no round"):
        contents_of(read_rows(0, [entry("PG01", 1, "x")]))


def test_bytes_that_are_no_event_are_refused_with_their_place() -> None:
    for data in (b"", b"{}", b"\xff", b'{"event":1}'):
        with pytest.raises(BadEntry, match="event 7 of the log cannot be read"):
            read_row(7, data)
    with pytest.raises(BadEntry, match="event 1 takes 65536 bytes"):
        read_rows(0, [bytes(65_536)])


class Counting:
    """A store that counts what is fetched."""

    url = "memory"

    def __init__(self, *segments: Sequence[bytes]) -> None:
        self.objects = {name_of(data): data for data in map(packed, segments)}
        self.fetched: list[str] = []

    def get(self, path: str) -> bytes:
        name = path.rpartition("/")[2].removesuffix(".zst")
        self.fetched.append(name)
        return self.objects[name]


def test_a_reader_holds_what_it_read_last_and_not_more() -> None:
    store = Counting([b"a" * 60], [b"b" * 60], [b"c" * 60])
    first, second, third = store.objects
    reader = ArchiveReader(store, most_bytes=130)  # type: ignore[arg-type]
    for name in (first, first, second, first, third, first, second):
        assert len(reader.entries(name, 1)[0]) == 60
    assert store.fetched == [first, second, third, second]


def test_a_reader_believes_nothing_but_the_name() -> None:
    store = Counting([b"a"])
    (name,) = store.objects
    store.objects[name] = packed([b"b"])
    with pytest.raises(ArchiveAway, match="is not what its name says"):
        ArchiveReader(store).entries(name, 1)  # type: ignore[arg-type]
