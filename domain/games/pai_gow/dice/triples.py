"""Bonus wagers that the dice show three identical faces (19:47-10.11; Maryland has none)."""

from typing import Final

from domain.games.pai_gow.dice.rolled import Dice, is_triple

ANY_TRIPLE: Final = "any_triple"
FACES: Final = {f"all_{face}": face for face in range(1, 7)}
"""The six wagers on one face, with the face each names."""

ODDS: Final = {**dict.fromkeys(FACES, 180), ANY_TRIPLE: 30}
CITES: Final = dict.fromkeys(ODDS, "19:47-10.11(f)")


def odds_to_one(wager: str, dice: Dice, seat: int) -> int | None:
    """What the wager pays to one on these dice, the same at every seat; None where it loses."""
    named = wager == ANY_TRIPLE or FACES[wager] == dice[0]
    return ODDS[wager] if named and is_triple(dice) else None
