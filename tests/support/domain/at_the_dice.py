"""Rounds at tables where the dice are wagered on, and where a player banks."""

from collections.abc import Iterable
from itertools import product
from typing import Any, Final, TypeAlias

from domain.events import Event
from domain.events.round import WagerSettled
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
)

Dice: TypeAlias = tuple[int, int, int]

FACES: Final = range(1, 7)
ROLLS: Final[tuple[Dice, ...]] = tuple(product(FACES, FACES, FACES))
TRIPLES: Final = {(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5), (6, 6, 6)}
PLAIN: Final = (1, 2, 6)
"""Dice that are no triple; their total gives the first stack to the dealer."""
EIGHT: Final = (1, 2, 5)
"""Dice that give the first stack to the dealer where seat 1 banks."""

ON_TRIPLES: Final = (*(f"all_{face}" for face in FACES), "any_triple")
ON_THE_EYE: Final = ("even", "odd", "match", "double", "triple", "dice_bonus")


def by_the_text(wager: str, dice: Dice, seat: int) -> int:
    """What 19:47-10.11(f) and 13:69F-10.11(a) to (e) pay to one, from the dice; 0 is a loss."""
    eye, left, right = dice
    if wager.startswith("all_"):
        return 180 if "".join(map(str, dice)) == wager[-1] * 3 else 0
    if wager in ("any_triple", "triple"):
        return 30 if dice in TRIPLES else 0
    if wager == "match":
        return sum(1 for die in dice if die == seat)
    if wager == "double":
        return 4 if left - right == 0 else 0
    wanted = {"even": (2, 4, 6), "odd": (1, 3, 5)}[wager]
    return 1 if eye in wanted and dice not in TRIPLES else 0


def bet(seat: int, wager: str = "dice_bonus", amount: int = 100, **fields: Any) -> Asked:
    return ask("place_wager", seat=seat, wager=wager, amount=amount, **fields)


def take_down(seat: int, wager: str = "dice_bonus") -> Asked:
    return ask("withdraw_wager", seat=seat, wager=wager)


def eye_table(**elections: Any) -> Asked:
    """A table of the dragon's eye, whose terms may be told one by one."""
    eye = ("vigorish_method", "standalone", "start")
    terms = {name: elections.pop(name) for name in eye if name in elections}
    return open_table(dragons_eye=terms, **elections)


def to_the_dice(*bets: Asked, dice: Iterable[int] = PLAIN, **fields: Any) -> list[Asked]:
    """One round from its opening until the dice are read."""
    return [open_round(), *bets, no_more_bets(), roll(*dice, **fields)]


def played_out(*seats: int) -> list[Asked]:
    """The rest of a round in which these seats play their hands, by the house way."""
    return [ask("deal", stacks=stacks({})), *map(set_hand, seats), set_house(), settle()]


def accept_bank(seat: int, chips: int = 1_000_000, **fields: Any) -> Asked:
    return ask("accept_bank", seat=seat, chips=chips, **fields)


def before_a_bank(opening: Asked, *seats: int, amount: int = 2500) -> list[Asked]:
    """A table whose next round the lowest of these seats may bank."""
    first = [place(seat, amount) for seat in seats]
    return [opening, *to_the_dice(*first), *played_out(*seats)]


Told: TypeAlias = list[tuple[int, str, str, int]]


def told(events: Iterable[Event]) -> Told:
    """Seat, wager, outcome and winnings of what was settled, in order."""
    return [
        (event.seat, event.wager, event.outcome, event.paid)
        for event in events
        if isinstance(event, WagerSettled)
    ]
