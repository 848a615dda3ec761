"""Supplemental wagers of the dragon's eye variation (13:69F-10.11, 11.19; Maryland has none)."""

from collections.abc import Callable
from typing import Final

from domain.games.pai_gow.dice.rolled import Dice, is_triple

CITES: Final = {
    "even": "13:69F-10.11(b)",
    "odd": "13:69F-10.11(c)",
    "match": "13:69F-10.11(a)",
    "double": "13:69F-10.11(d)",
    "triple": "13:69F-10.11(e)",
}
CARDS_CITES: Final = {wager: cite.replace("10.11", "11.19") for wager, cite in CITES.items()}
"""The same wagers at a table of pai gow poker."""

PARITY_ODDS: Final = 1
MATCH_ODDS_A_DIE: Final = 1
DOUBLE_ODDS: Final = 4
TRIPLE_ODDS: Final = 30


def _even(dice: Dice, seat: int) -> int | None:
    """By the dragon's eye die; a triple loses, whatever it shows ((b), 10.7(l))."""
    return PARITY_ODDS if dice[0] % 2 == 0 and not is_triple(dice) else None


def _odd(dice: Dice, seat: int) -> int | None:
    """By the dragon's eye die; a triple loses, whatever it shows ((c), 10.7(l))."""
    return PARITY_ODDS if dice[0] % 2 == 1 and not is_triple(dice) else None


def _match(dice: Dice, seat: int) -> int | None:
    """Once for each die that shows the number of the seat ((a))."""
    return MATCH_ODDS_A_DIE * dice.count(seat) or None


def _double(dice: Dice, seat: int) -> int | None:
    """The two dice beside the dragon's eye die are alike; a triple is a double too ((d))."""
    return DOUBLE_ODDS if dice[1] == dice[2] else None


def _triple(dice: Dice, seat: int) -> int | None:
    """All three are alike ((e))."""
    return TRIPLE_ODDS if is_triple(dice) else None


_PAYS: Final[dict[str, Callable[[Dice, int], int | None]]] = {
    "even": _even,
    "odd": _odd,
    "match": _match,
    "double": _double,
    "triple": _triple,
}


def odds_to_one(wager: str, dice: Dice, seat: int) -> int | None:
    """What the wager pays to one on these dice at this seat; None where it loses."""
    return _PAYS[wager](dice, seat)
