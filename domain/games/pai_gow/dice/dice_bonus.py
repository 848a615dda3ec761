"""The dice bonus wager on running triples (13:69F-10.11(f), 11.19(f); Maryland has none)."""

from typing import Final

WAGER: Final = "dice_bonus"
CITES: Final = {WAGER: "13:69F-10.11(f)"}
CARDS_CITES: Final = {WAGER: "13:69F-11.19(f)"}
"""The same wager at a table of pai gow poker."""

SHAKER_ODDS: Final = (30, 500, 10_000)
OTHER_ODDS: Final = (25, 50, 1_000)
"""For the first, second and third triple in a row; all are others where the dealer shakes."""

LAST: Final = len(SHAKER_ODDS)
"""The triple after which the wager is paid and returned, and the count begins again."""


def bonus_odds(running: int, *, shaker: bool) -> int:
    """What the wager pays to one on the triple that makes `running` in a row, 1 to 3."""
    assert 1 <= running <= LAST, f"{running} triples in a row pay no dice bonus"
    return (SHAKER_ODDS if shaker else OTHER_ODDS)[running - 1]
