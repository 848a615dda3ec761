"""What the wagers that lie on a craps layout may cost the tray on the next roll."""

from itertools import product
from typing import Final

from domain.games.craps.regulations import NJ_CRAPS
from domain.games.craps.round.settlement import decided
from domain.games.craps.round.state import Craps
from domain.games.craps.wagers.deciding import Dice

_FACES: Final = range(1, 7)
_ROLLS: Final[tuple[Dice, ...]] = tuple(
    (one, other) for one, other in product(_FACES, _FACES) if one <= other
)
"""Which die shows which face decides nothing."""


def worst_roll(game: Craps) -> int:
    """The most that one roll costs, in cents; nothing where every roll wins for the house."""
    return max(0, *(_cost(game, dice) for dice in _ROLLS)) if game.wagers else 0


def _cost(game: Craps, dice: Dice) -> int:
    cost = 0
    for wager in game.wagers:
        verdict = decided(wager, dice, game.point, NJ_CRAPS).verdict
        odds = game.terms.odds_of(wager.wager)
        assert odds is not None
        if verdict == "win":
            cost += int(wager.amount * odds)
        elif verdict == "lose":
            cost -= wager.amount
    return cost
