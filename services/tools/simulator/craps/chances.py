"""How often things happen at a craps table."""

from typing import Final

NO_ROLL: Final = 0.02
VOID_ROUND: Final = 0.004
"""A round is called off, before the dice or in their place."""
WITHDRAWS: Final = 0.02
"""Of the rounds: somebody takes a fresh wager back before its first roll."""
CALLS_ON: Final = 0.08
"""Of the place bets before a come out roll, by somebody who would rather have them active."""
PRESSES: Final = 0.05
"""Of the place bets that lie there: more is laid on them."""
CALLED_AWAY: Final = 0.004
"""Between rounds: somebody has to go, and a supervisor gives the carried wagers back."""
NEW_DICE: Final = 0.006
WAGER_MISKEYED: Final = 0.006
ROLL_MISREAD: Final = 0.012
