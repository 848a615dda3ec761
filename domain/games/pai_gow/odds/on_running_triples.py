"""Edges of the dice bonus wager, which stays up while triples run (13:69F-10.11(f)).

What is counted is one wager of one from the roll it was placed for: never taken down, lost on the
first roll that is no triple, paid on each triple before that, returned after the third. Everything
it pays is set against the one stake, for that is all the player ever puts down.

The shaker is paid more, and who shakes is a matter of chance too: the seat that the last roll's
dragon's eye die named, where it has the wager down (13:69F-10.6A(c), (e)). So the two columns of
the text are bounds; the last two cases are what a player meets. A bank, which shakes in its own
round, is left out.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from domain.games.pai_gow.dice.dice_bonus import LAST, WAGER, bonus_odds
from domain.games.pai_gow.dice.rolled import Dice, is_triple
from domain.games.pai_gow.odds.on_dice import ROLLS
from domain.wagers.edge import Edge, cost

ShakesNext: TypeAlias = Callable[[Dice], bool]
"""Whether the wager's player shakes the roll after this one."""

_OWN_SEAT: Final = 1
"""The dice favour no number, so any seat stands for all."""

_COUNTED: Final = "over all runs of rolls, as a share of the one wager, never taken down"


def _always(_: Dice) -> bool:
    return True


def _never(_: Dice) -> bool:
    return False


def _by_the_eye(dice: Dice) -> bool:
    return dice[0] == _OWN_SEAT


@cache
def _cost_from(running: int, shakes: bool, shakes_next: ShakesNext) -> Fraction:
    """What the wager costs on average once `running` triples are behind it."""
    total = Fraction(0)
    for dice in ROLLS:
        if not is_triple(dice):
            total += cost(None)
            continue
        total += cost(bonus_odds(running + 1, shaker=shakes))
        if running + 1 < LAST:
            total += _cost_from(running + 1, shakes_next(dice), shakes_next)
    return total / len(ROLLS)


@cache
def bonus_edges() -> tuple[Edge, ...]:
    """The shaker's column, the others' column, and the two as they really mix."""
    with_button = _cost_from(0, True, _by_the_eye)
    anywhere = sum(_cost_from(0, _by_the_eye(last), _by_the_eye) for last in ROLLS)
    return tuple(
        Edge(WAGER, Fraction(edge), _COUNTED, case)
        for case, edge in (
            ("shaker of every roll", _cost_from(0, True, _always)),
            ("never the shaker", _cost_from(0, False, _never)),
            ("placed while holding the button, then as the dice fall", with_button),
            ("placed every round, shaker as the dice fall", anywhere / len(ROLLS)),
        )
    )
