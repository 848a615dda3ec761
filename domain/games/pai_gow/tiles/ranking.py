"""How two tiles rank as a hand (19:47-10.2(b) to (h); MD 3.B to 3.J)."""

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from domain.games.pai_gow.tiles.tile_set import KINDS, SUPREME, SUPREME_COUNTS

Pair: TypeAlias = tuple[str, str]

_MATCHED: Final = (
    "6-6",
    "1-1",
    "4-4",
    "1-3",
    "5-5",
    "3-3",
    "2-2",
    "5-6",
    "4-6",
    "1-6",
    "1-5",
)
_MIXED: Final = (("3-6", "4-5"), ("3-5", "2-6"), ("3-4", "2-5"), ("1-4", "2-3"))
_NINES: Final = ("4-5", "3-6")
_EIGHTS: Final = ("2-6", "3-5", "4-4")


def _rank_pairs() -> dict[frozenset[str], tuple[int, str]]:
    """Every permissible pair with its place, 1 to 20, and its name."""
    places: dict[frozenset[str], tuple[int, str]] = {SUPREME: (1, "gee joon")}
    for place, kind in enumerate(_MATCHED, start=2):
        places[frozenset({kind})] = (place, f"pair of {KINDS[kind].name}")
    for place, (one, other) in enumerate(_MIXED, start=13):
        places[frozenset({one, other})] = (place, f"mixed {KINDS[one].name}s")
    for name, base, mates in (("wong", 17, _NINES), ("gong", 19, _EIGHTS)):
        for place, lead in enumerate(("6-6", "1-1"), start=base):
            for mate in mates:
                places[frozenset({lead, mate})] = (place, f"{KINDS[lead].name} {name}")
    return places


_PAIRS: Final = _rank_pairs()
NO_PAIR: Final = 21


class Rank(NamedTuple):
    """Compares as hands do: pair first, then value, then the highest tile. Greater is stronger."""

    pair: int
    value: int
    tile: int

    @property
    def place(self) -> int:
        """Place of the pair, 1 to 20; 21 where there is none."""
        return NO_PAIR - self.pair

    @property
    def is_pair(self) -> bool:
        return self.pair > 0

    @property
    def is_zero(self) -> bool:
        """Value zero. A pair, wong or gong has no value, whatever its spots add up to."""
        return self.pair == 0 and self.value == 0


@cache
def rank(hand: Pair) -> Rank:
    """The rank of two tiles; equal ranks are a copy (10.2(c) and (h))."""
    one, other = hand
    pair = _PAIRS.get(frozenset(hand))
    if pair is not None:
        return Rank(pair=NO_PAIR - pair[0], value=0, tile=0)
    # 10.2(e): a gee joon tile apart counts whichever way makes the stronger hand.
    return max(
        Rank(
            pair=0,
            value=(spots_one + spots_other) % 10,
            tile=-min(rank_one, rank_other),
        )
        for spots_one, rank_one in _counts(one)
        for spots_other, rank_other in _counts(other)
    )


def _counts(kind: str) -> tuple[tuple[int, int], ...]:
    tile = KINDS[kind]
    return SUPREME_COUNTS if kind in SUPREME else ((tile.spots, tile.rank),)


_VALUES: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
)


def pair_name(hand: Pair) -> str | None:
    """What the pit calls this pair, wong or gong; None where the two tiles are none."""
    pair = _PAIRS.get(frozenset(hand))
    return None if pair is None else pair[1]


def hand_name(hand: Pair) -> str:
    """What the pit calls this hand."""
    named = pair_name(hand)
    if named is not None:
        return named
    best = rank(hand)
    # A gee joon tile is named as it was counted, so that copies have one name.
    top = next(kind for kind in hand if -best.tile in {place for _, place in _counts(kind)})
    return f"{_VALUES[best.value]} with {KINDS[top].name}"
