"""The ten styles of delivery: eight stacks of four tiles become eight hands of four.

19:47-10.8(k)1 to 10; Maryland has house way from the right in 6.C and the other nine in 7.B.
Both texts describe the same ten. Stacks are listed from the dealer's right to left, top tile first;
hands come out in the order of delivery, the first for the starting position.

The texts say which tiles make a hand, not in what order they lie in it. Here they lie as they are
taken: stack by stack, counted from the side the style is named for, and from the top down.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

Stack: TypeAlias = Sequence[str]
Hand: TypeAlias = tuple[str, ...]
Style: TypeAlias = Callable[[Sequence[Stack]], Iterable[Hand]]


def _by_halves(pushed_forward: Iterable[tuple[Stack, Stack]]) -> Iterator[Hand]:
    """The top two tiles of both stacks make one hand, the four that remain the next."""
    for one, other in pushed_forward:
        yield (*one[:2], *other[:2])
        yield (*one[2:], *other[2:])


def _slices(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """One tile off the top of each of four stacks, again and again."""
    return zip(*stacks, strict=True)


def _in_turn(first: Iterable[Hand], second: Iterable[Hand]) -> Iterator[Hand]:
    return chain.from_iterable(zip(first, second, strict=True))


def _from_left(style: Style) -> Style:
    """The same style seen in a mirror: what was counted from the right is counted from the left."""
    return lambda stacks: style(stacks[::-1])


def _house_way(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Stack by stack from the named side to the other ((k)1 and 2; MD 6.C, 7.B(1))."""
    return map(tuple, stacks)


def _cup_say(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Pick four: two neighbouring stacks at a time ((k)3 and 4; MD 7.B(2), (3))."""
    return _by_halves(zip(stacks[::2], stacks[1::2], strict=True))


def _jung_quat(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Take the heart: the two centre stacks, then the new centre ((k)5; MD 7.B(4))."""
    return _by_halves(zip(stacks[3::-1], stacks[4:], strict=True))


def _chee_yee(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Chop the ears: the outermost stacks, then the next ones in ((k)6; MD 7.B(5))."""
    return _by_halves(zip(stacks[:4], stacks[:3:-1], strict=True))


def _pin_say(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Slice four: off the four near stacks, then off the four far ones ((k)7, 8; MD 7.B(6), (7)).

    After the fourth position the texts only say that it is repeated: the third tiles of the near
    stacks go to the fifth position, those of the far stacks to the sixth, then the last ones.
    """
    return _in_turn(_slices(stacks[:4]), _slices(stacks[4:]))


def _dragon_head(stacks: Sequence[Stack]) -> Iterator[Hand]:
    """Dragon head and phoenix tail ((k)9, 10; MD 7.B(8), (9)).

    The two near stacks stand on the next two, and two tiles come off each tower, in turn with one
    tile off each far stack. The texts leave open which near stack stands on which; the first on the
    third is taken here, and the other way round would deal the same hands.
    """
    towers = _by_halves([(stacks[0], stacks[1]), (stacks[2], stacks[3])])
    return _in_turn(towers, _slices(stacks[4:]))


_STYLES: Final[dict[str, Style]] = {
    "house_way_from_right": _house_way,
    "house_way_from_left": _from_left(_house_way),
    "cup_say_from_right": _cup_say,
    "cup_say_from_left": _from_left(_cup_say),
    "jung_quat": _jung_quat,
    "chee_yee": _chee_yee,
    "pin_say_from_right": _pin_say,
    "pin_say_from_left": _from_left(_pin_say),
    "dragon_head_from_right": _dragon_head,
    "dragon_head_from_left": _from_left(_dragon_head),
}

STYLES: Final = tuple(_STYLES)
"""In the order of 19:47-10.8(k)."""

NJ_CITES: Final = {style: f"19:47-10.8(k){at}" for at, style in enumerate(STYLES, start=1)}
MD_CITES: Final = {style: f"MD 7.B({at})" if at else "MD 6.C" for at, style in enumerate(STYLES)}
"""Maryland's ordinary deal is the first style; its list of others begins at the second."""


def deliver_in(style: str, stacks: Sequence[Sequence[str]]) -> tuple[Hand, ...]:
    """Eight hands of four: the first goes to the starting position, the next counterclockwise."""
    assert [len(stack) for stack in stacks] == [4] * 8, "eight stacks of four tiles are delivered"
    return tuple(_STYLES[style](stacks))
