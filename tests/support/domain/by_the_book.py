"""19:47-10.2 and 10.7(d) written down a second time, sharing nothing with the code under test."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

Tiles: TypeAlias = tuple[str, ...]

PAIRS_BY_RANK: Final = [
    line.split()
    for line in """\
2-4+1-2
6-6+6-6
1-1+1-1
4-4+4-4
1-3+1-3
5-5+5-5
3-3+3-3
2-2+2-2
5-6+5-6
4-6+4-6
1-6+1-6
1-5+1-5
3-6+4-5
3-5+2-6
3-4+2-5
1-4+2-3
6-6+4-5 6-6+3-6
1-1+4-5 1-1+3-6
6-6+2-6 6-6+3-5 6-6+4-4
1-1+2-6 1-1+3-5 1-1+4-4""".splitlines()
]
"""10.2(b), first to twentieth."""

TILES_BY_RANK: Final = [
    line.split()
    for line in """\
6-6 6-6
1-1 1-1
4-4 4-4
1-3 1-3
5-5 5-5
3-3 3-3
2-2 2-2
5-6 5-6
4-6 4-6
1-6 1-6
1-5 1-5
3-6 4-5
2-6 3-5
2-5 3-4
2-4
1-4 2-3
1-2""".splitlines()
]
"""10.2(g), first to seventeenth, every tile of the set as often as the set holds it."""

SET: Final = tuple(tile for line in TILES_BY_RANK for tile in line)
TWO_TILES: Final = tuple(combinations(SET, 2))
FOUR_TILES: Final = tuple(combinations(SET, 4))
UNLIKE_FOURS: Final = Counter(FOUR_TILES)
"""The same hands told apart by what is on their tiles, each with how many of the 35,960 it is."""
NO_PAIR: Final = 21


class Reading(NamedTuple):
    """One way to read a hand: place of its pair, its value, place of its highest tile."""

    pair: int
    value: int
    tile: int


def place_of_pair(hand: Tiles) -> int:
    written = {"+".join(hand), "+".join(reversed(hand))}
    for place, pairs in enumerate(PAIRS_BY_RANK, start=1):
        if written.intersection(pairs):
            return place
    return NO_PAIR


def place_of_tile(tile: str) -> int:
    return next(place for place, tiles in enumerate(TILES_BY_RANK, 1) if tile in tiles)


def spots_on(tile: str) -> int:
    return sum(int(half) for half in tile.split("-"))


def ways_to_count(tile: str) -> list[tuple[int, int]]:
    """Spots and place of a tile; 10.2(e) gives the tiles of the supreme pair two ways each."""
    if tile in ("1-2", "2-4"):
        return [(3, place_of_tile("1-2")), (6, place_of_tile("2-4"))]
    return [(spots_on(tile), place_of_tile(tile))]


def read(hand: Tiles) -> Reading:
    """The strongest reading of two tiles."""
    place = place_of_pair(hand)
    if place != NO_PAIR:
        return Reading(place, value=-1, tile=-1)
    one, other = hand
    readings = [
        Reading(NO_PAIR, int(str(spots + more)[-1]), min(first, second))
        for spots, first in ways_to_count(one)
        for more, second in ways_to_count(other)
    ]
    best = readings[0]
    for reading in readings[1:]:
        if compare(reading, best) > 0:
            best = reading
    return best


def compare(one: Reading, other: Reading) -> int:
    """1 where `one` ranks higher, -1 where `other` does, 0 for a copy: 10.2(b), (d), (f), (h)."""
    if one.pair != other.pair:
        return 1 if one.pair < other.pair else -1
    if one.value != other.value:
        return 1 if one.value > other.value else -1
    if one.tile != other.tile:
        return 1 if one.tile < other.tile else -1
    return 0


_READINGS: Final[dict[Tiles, Reading]] = {
    hand: read(hand) for hand in {*TWO_TILES, *(two[::-1] for two in TWO_TILES)}
}


def reading_of(hand: Tiles) -> Reading:
    return _READINGS[hand]


class Split(NamedTuple):
    """Four tiles as a high and a low hand."""

    high: Tiles
    low: Tiles


def splits(four: Tiles) -> list[Split]:
    """The three ways, the stronger hand high."""
    first, *others = four
    found = []
    for mate in range(3):
        one = (first, others[mate])
        left, right = (tile for at, tile in enumerate(others) if at != mate)
        other = (left, right)
        turned = compare(reading_of(one), reading_of(other)) < 0
        found.append(Split(other, one) if turned else Split(one, other))
    return found


def house_way(four: Tiles) -> list[Split]:
    """The settings 10.7(d)1 to 4 leave, in the order the four steps are taken."""
    ways = splits(four)
    if "2-4" in four and "1-2" in four:
        return [way for way in ways if 1 in _pairs(way)]
    best = min(min(_pairs(way)) for way in ways)
    if best != NO_PAIR:
        return _stronger([way for way in ways if best in _pairs(way)])
    for value in (9, 8, 7):
        if holding := [way for way in ways if value in _values(way)]:
            return _stronger(holding)
    in_order = sorted(four, key=place_of_tile)
    ends = {in_order[0], in_order[-1]}
    return [way for way in ways if ends in (set(way.high), set(way.low))]


def _pairs(way: Split) -> tuple[int, int]:
    return reading_of(way.high).pair, reading_of(way.low).pair


def _values(way: Split) -> tuple[int, int]:
    return reading_of(way.high).value, reading_of(way.low).value


def _stronger(ways: list[Split]) -> list[Split]:
    """Those with the stronger low hand, and of these those with the stronger high hand."""
    ways = [way for way in ways if _unbeaten(way.low, (other.low for other in ways))]
    return [way for way in ways if _unbeaten(way.high, (other.high for other in ways))]


def _unbeaten(hand: Tiles, others: Iterable[Tiles]) -> bool:
    return all(compare(reading_of(hand), reading_of(other)) >= 0 for other in others)
