"""What a roll makes of a wager: won, lost, void, or nothing yet (19:47-1.2(a))."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias

Dice: TypeAlias = tuple[int, ...]
Verdict: TypeAlias = Literal["win", "lose", "void"]
Decides: TypeAlias = Callable[[Dice, int | None], Verdict | None]
"""By the dice, and the number that the wager stands on; None of it: this is its first roll."""

POINTS: Final = (4, 5, 6, 8, 9, 10)
"""What may become a point, and what may be placed."""
SEVEN: Final = 7
NATURALS: Final = (7, 11)
CRAPS: Final = (2, 3, 12)
STANDOFF: Final = 12
"""Of the craps the one on which a don't wager neither wins nor loses."""
_HARD_FOUR: Final = (2, 2)
_TURNED: Final[dict[Verdict, Verdict]] = {"win": "lose", "lose": "win"}


def right_way(dice: Dice, point: int | None) -> Verdict | None:
    """Pass and come: (a)1 and (a)3."""
    total = sum(dice)
    if point is None:
        return "win" if total in NATURALS else "lose" if total in CRAPS else None
    return "win" if total == point else "lose" if total == SEVEN else None


def wrong_way(dice: Dice, point: int | None) -> Verdict | None:
    """Don't pass and don't come: (a)2 and (a)4."""
    if point is None and sum(dice) == STANDOFF:
        return "void"
    return _turned(right_way(dice, point))


def number_before_seven(number: int, dice: Dice, _: int | None) -> Verdict | None:
    """A place bet to win: (a)5."""
    return right_way(dice, number)


def seven_before_number(number: int, dice: Dice, _: int | None) -> Verdict | None:
    """A place bet to lose: (a)6."""
    return _turned(right_way(dice, number))


def hard_four(dice: Dice, _: int | None) -> Verdict | None:
    """Four the hardway: (a)7. The text says when it wins; it loses when it no longer can."""
    if dice == _HARD_FOUR:
        return "win"
    return "lose" if sum(dice) in (sum(_HARD_FOUR), SEVEN) else None


def placed_to_win(number: int) -> Decides:
    return partial(number_before_seven, number)


def placed_to_lose(number: int) -> Decides:
    return partial(seven_before_number, number)


def point_after(point: int | None, dice: Dice) -> int | None:
    """The number stood on after a roll, by the table or by a wager that it leaves undecided."""
    total = sum(dice)
    if point is None:
        return total if total in POINTS else None
    return None if total in (point, SEVEN) else point


def _turned(verdict: Verdict | None) -> Verdict | None:
    return None if verdict is None else _TURNED[verdict]
