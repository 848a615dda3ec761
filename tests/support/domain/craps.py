"""Craps as tables send it, with as little said as a test needs."""

from collections.abc import Iterable
from typing import Any, Final

from domain.games.craps.round.state import Craps
from domain.hosting import Table
from tests.support.domain.asked import Asked, ask, no_more_bets, open_round

POINTS: Final = (4, 5, 6, 8, 9, 10)
ROLLS: Final = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
THROWN: Final = {
    total: next(roll for roll in ROLLS if sum(roll) == total) for total in range(2, 13)
}
"""Some dice for every total; a 4 is thrown as 1 and 3."""

ODDS: Final[dict[str, tuple[int, int]]] = {
    "pass": (1, 1),
    "dont_pass": (1, 1),
    "come": (1, 1),
    "dont_come": (1, 1),
    "place_4": (9, 5),
    "place_5": (7, 5),
    "place_6": (7, 6),
    "place_8": (7, 6),
    "place_9": (7, 5),
    "place_10": (9, 5),
    "place_lose_4": (5, 11),
    "place_lose_5": (5, 8),
    "place_lose_6": (4, 5),
    "place_lose_8": (4, 5),
    "place_lose_9": (5, 8),
    "place_lose_10": (5, 11),
    "hard_4": (7, 1),
}
"""As a licensee might file them; the regulation's text names none."""
STAKE: Final = 5 * 6 * 8 * 11
"""Cents that all of these odds pay in whole cents."""


def open_craps(inventory: int = 10_000_000, **elections: Any) -> Asked:
    odds = {wager: list(pays) for wager, pays in ODDS.items()}
    submission = {"regulation": "nj-craps", "odds": odds, **elections}
    return ask("open_table", table="PG01", submission=submission, inventory=inventory)


def bet(seat: int, wager: str, amount: int = STAKE, **fields: Any) -> Asked:
    return ask("place_wager", seat=seat, wager=wager, amount=amount, **fields)


def call_on(seat: int, wager: str) -> Asked:
    return ask("call_on", seat=seat, wager=wager)


def throw(*dice: int, **fields: Any) -> Asked:
    return ask("roll", dice=list(dice), **fields)


def return_wager(seat: int, wager: str, **fields: Any) -> Asked:
    said = {"reason": "the player is called away", "supervisor": "f1", **fields}
    return ask("return_wager", seat=seat, wager=wager, **said)


def void_round() -> Asked:
    return ask("void_round", reason="a die was lost", supervisor="f1")


def correct_roll(*dice: int) -> Asked:
    return ask("correct_roll", dice=list(dice), reason="keyed in wrong", supervisor="f1")


def correct_wager(seat: int, wager: str, **fields: Any) -> Asked:
    said = {"reason": "keyed in wrong", "supervisor": "f1", **fields}
    return ask("correct_wager", seat=seat, wager=wager, **said)


def a_round(bets: Iterable[Asked], *dice: int) -> list[Asked]:
    """Wagers, "no more bets", these dice."""
    return [open_round(), *bets, no_more_bets(), throw(*dice)]


def on_a_point(point: int, *bets: Asked) -> list[Asked]:
    """A table opened, and a pass wager of seat 1 on this point."""
    return [open_craps(), *a_round([bet(1, "pass"), *bets], *THROWN[point])]


def game_of(table: Table) -> Craps:
    assert isinstance(table.game, Craps)
    return table.game


AN_EVENING: Final = (
    *on_a_point(6, bet(2, "place_8"), call_on(2, "place_8")),
    *(*a_round([bet(1, "come")], 4, 4), return_wager(1, "come"), return_wager(1, "pass")),
    ask("close_table", inventory=10_000_000),
)
"""With every kind of event that no other game has."""
