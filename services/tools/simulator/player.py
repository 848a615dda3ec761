"""A player: what is in the rack, how it is wagered, when it is time to go."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, TypeAlias

Temperament: TypeAlias = Literal["flat", "presses", "chases"]
BuyInKind: TypeAlias = Literal["cash", "counter_check", "voucher"]

SMALLEST_CHIP: Final = 500
_HUNDRED_DOLLARS: Final = 10_000

_UNITS: Final[dict[Temperament, Callable[[int], int]]] = {
    "flat": lambda _: 1,
    "presses": lambda streak: 1 + min(max(streak, 0), 3),
    "chases": lambda streak: 1 << min(max(-streak, 0), 3),
}
"""How many units go down after a streak: wins in a row, or losses in a row below zero."""

_TEMPERAMENTS: Final[tuple[Temperament, ...]] = ("flat", "presses", "chases")
_KINDS: Final[tuple[BuyInKind, ...]] = ("cash", "counter_check", "voucher")


@dataclass(slots=True)
class Player:
    """Somebody at a seat; chips change as the events say, in cents."""

    name: str
    unit: int
    temperament: Temperament
    rounds_left: int
    goal_percent: int
    """Of what was bought or brought: with that many chips it is time to go."""
    rebuys_left: int
    chips: int = 0
    put_in: int = 0
    streak: int = 0
    coupons: int = 0
    marker: int = 0
    """What was bought for a counter check and is not paid back."""

    def stake(self, minimum: int, maximum: int) -> int:
        """What goes on the spot this round; nothing where it would be below the minimum."""
        wish = self.unit * _UNITS[self.temperament](self.streak)
        amount = min(wish, maximum, self.chips // SMALLEST_CHIP * SMALLEST_CHIP)
        return amount if amount >= minimum else 0

    def usual_amount(self, luck: Random) -> int:
        """Fifteen to fifty units, in hundreds of dollars."""
        wanted = self.unit * luck.randint(15, 50)
        return -(-wanted // _HUNDRED_DOLLARS) * _HUNDRED_DOLLARS

    def brings(self, chips: int) -> None:
        """Chips bought at another table; the drop box of this one never saw them."""
        self.chips += chips
        self.put_in += chips

    def is_broke(self, minimum: int) -> bool:
        return self.chips // SMALLEST_CHIP * SMALLEST_CHIP < minimum

    def has_had_enough(self) -> bool:
        """Far ahead, or simply tired."""
        return self.rounds_left <= 0 or self.chips * 100 >= self.put_in * self.goal_percent

    def won(self) -> None:
        self.streak = max(self.streak, 0) + 1

    def lost(self) -> None:
        self.streak = min(self.streak, 0) - 1


def temperament(luck: Random) -> Temperament:
    """Of somebody who comes: most wager the same all evening."""
    return luck.choices(_TEMPERAMENTS, (50, 30, 20))[0]


def kind_of_buy_in(luck: Random) -> BuyInKind:
    """Cash mostly."""
    return luck.choices(_KINDS, (72, 15, 13))[0]
