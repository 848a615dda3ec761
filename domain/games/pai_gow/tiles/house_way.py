"""How the dealer's four tiles are set (19:47-10.7(d); MD 8.D)."""

from collections.abc import Callable, Iterable
from typing import Final

from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.tiles.ranking import Pair, rank
from domain.games.pai_gow.tiles.tile_set import KINDS, SUPREME

_SPLITS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
_PLAYABLE: Final = (9, 8, 7)


def pair_of(tiles: Iterable[str]) -> Pair:
    one, other = tiles
    return one, other


def splits(tiles: tuple[str, ...]) -> list[Setting]:
    """The three ways to form a high and a low hand; equal hands may stand either way round."""
    ways = []
    for first, second in _SPLITS:
        one = (tiles[first[0]], tiles[first[1]])
        other = (tiles[second[0]], tiles[second[1]])
        if rank(one) < rank(other):
            one, other = other, one
        ways.append(Setting(high=one, low=other))
    return ways


def _ranks(setting: Setting) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    return rank(pair_of(setting.low)), rank(pair_of(setting.high))


def _best(ways: list[Setting], merit: Callable[[Setting], int]) -> list[Setting]:
    """The ways of most merit, then of the strongest low hand, then of the strongest high hand."""
    top = max((merit(way), *_ranks(way)) for way in ways)
    equals = [way for way in ways if (merit(way), *_ranks(way)) == top]
    # Of equals the same one is named however the tiles lie, so that replay cannot differ.
    return sorted(equals, key=lambda way: sorted(way.high))


def _pair_merit(way: Setting) -> int:
    return max(rank(pair_of(way.high)).pair, rank(pair_of(way.low)).pair)


def _value_merit(way: Setting) -> int:
    values = (rank(pair_of(way.high)).value, rank(pair_of(way.low)).value)
    return max((value for value in values if value in _PLAYABLE), default=0)


def _keeps_supreme(way: Setting) -> bool:
    return SUPREME in (set(way.high), set(way.low))


def _joins_ends(way: Setting) -> bool:
    """The highest ranked tile lies with the lowest ranked one (10.7(d)4)."""
    by_rank = sorted((*way.high, *way.low), key=lambda kind: KINDS[kind].rank)
    ends = sorted((by_rank[0], by_rank[-1]))
    return ends in (sorted(way.high), sorted(way.low))


def basic(tiles: tuple[str, ...]) -> list[Setting]:
    """The settings the basic way allows, the first being the one it names.

    There is more than one only where hands are alike in everything that ranks.
    """
    ways = splits(tiles)
    if set(tiles) >= SUPREME:
        return _best([way for way in ways if _keeps_supreme(way)], _pair_merit)
    if any(_pair_merit(way) for way in ways):
        return _best(ways, _pair_merit)
    if any(_value_merit(way) for way in ways):
        return _best(ways, _value_merit)
    return [way for way in ways if _joins_ends(way)]


def bound_by(tiles: tuple[str, ...]) -> str | None:
    """What of MD 8.D leaves no choice of how these are set; None where 8.D(3) leaves one."""
    ways = splits(tiles)
    if set(tiles) >= SUPREME:
        return "gee joon, which is played as such (8.D(1))"
    if any(map(_pair_merit, ways)):
        return "a pair, wong or gong, which is played (8.D(2))"
    if not any(map(_value_merit, ways)):
        return "no nine, eight or seven, and the highest tile goes with the lowest (8.D(4))"
    return None


def plays_seven_or_more(setting: Setting) -> bool:
    """Two tiles that make nine, eight or seven are together (10.7(d)3; MD 8.D(3))."""
    return _value_merit(setting) > 0


BASIC: Final = "basic"
HOUSE_WAYS: Final[dict[str, Callable[[tuple[str, ...]], list[Setting]]]] = {BASIC: basic}
