"""What the dice show of a wager, in words."""

from typing import Final

from domain.games.pai_gow.dice.rolled import Rolled, is_triple
from domain.wording import listed

_IN_A_ROW: Final = {1: "first", 2: "second", 3: "third"}
_HOW_MANY: Final = {
    0: "none of the dice shows",
    1: "one of the dice shows",
    2: "two of the dice show",
    3: "all three dice show",
}


def ordinal(running: int) -> str:
    return _IN_A_ROW[running]


def bonus(rolled: Rolled, seat: int) -> str:
    if not rolled.running:
        return "no triple"
    whose = "its own shake" if rolled.shaker == seat else "another's shake"
    return f"the {ordinal(rolled.running)} triple running, on {whose}"


def parity(rolled: Rolled, _: int) -> str:
    if is_triple(rolled.dice):
        return "a triple, which neither even nor odd can win"
    eye = rolled.dice[0]
    return f"the dragon's eye die shows {eye}, {'odd' if eye % 2 else 'even'}"


def match(rolled: Rolled, seat: int) -> str:
    return f"{_HOW_MANY[rolled.dice.count(seat)]} {seat}"


def double(rolled: Rolled, _: int) -> str:
    _eye, second, third = rolled.dice
    if second == third:
        return f"the other two dice both show {second}"
    return f"the other two dice show {second} and {third}"


def triple(rolled: Rolled, _: int) -> str:
    dice = rolled.dice
    shown = listed(map(str, dice))
    return f"all three dice show {dice[0]}" if is_triple(dice) else f"{shown} are no triple"


def all_of(face: int, rolled: Rolled, seat: int) -> str:
    """Of a wager on one face."""
    dice = rolled.dice
    if dice.count(face) == len(dice):
        return triple(rolled, seat)
    return f"{listed(map(str, dice))} are not all {face}"
