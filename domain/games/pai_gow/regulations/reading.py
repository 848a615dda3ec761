"""How a version reads its text where another version reads it otherwise: one flag a reading.

The defaults are the reading in force. A rule that is mended gets a flag here, which `FIRST`
switches back: rounds that were played under version 1 are decided as they were.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The readings in which the versions differ."""

    void_returns_surrendered: bool = True
    """A void round gives back a surrendered wager too (10.9(c), (e); MD 10.C, 10.E)."""
    offer_by_own_text: bool = True
    """The bank is offered as the regulation itself says: Maryland has no rotation (MD 9.C)."""
    offered_once: bool = True
    """A player on two areas is offered the bank once, at the lower seat (10.8(c); MD 9.C(1))."""
    hands_move_the_offer: bool = True
    """A round without a wager on the hands leaves the offer of the bank as it was (10.8(c))."""
    last_wager_of_the_player: bool = True
    """The dealer matches the last wager of the bank's player, not the seat's (10.8(h); MD 9.H)."""
    bank_keeps_retained_bonus: bool = True
    """A dice bonus that was retained on another area does not keep its player from the bank."""
    aged_when_a_round_opens: bool = True
    """Dice and tiles are judged by their age when a round opens, and grow older while the table is
    closed (10.3(c); MD 2.E, 3.A(2)); else when they are used, counted from the opening."""


IN_FORCE: Final = Reading()

FIRST: Final = Reading(
    void_returns_surrendered=False,
    offer_by_own_text=False,
    offered_once=False,
    hands_move_the_offer=False,
    last_wager_of_the_player=False,
    bank_keeps_retained_bonus=False,
    aged_when_a_round_opens=False,
)
"""As version 1 read the texts."""
