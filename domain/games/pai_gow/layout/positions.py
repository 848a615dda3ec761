"""Where hands lie: a ring counted counterclockwise from the dealer."""

from typing import Final

from domain import unseen

DEALER: Final = "dealer"
DEAD: Final = unseen.DEAD
SEATS: Final = (1, 2, 3, 4, 5, 6)
TILE_RING: Final = (DEALER, *map(str, SEATS), DEAD)
"""Area 1 is farthest to the dealer's right (19:46-1.13C(b)1); the dead hand lies to the left."""


def count_to(ring: tuple[str, ...], first: str, number: int) -> str:
    """The position that `number` falls on when `first` counts as one (19:47-10.6(c), MD 6.B)."""
    return ring[(ring.index(first) + number - 1) % len(ring)]


def from_position(ring: tuple[str, ...], start: str) -> tuple[str, ...]:
    """The ring, counterclockwise, beginning at `start`."""
    at = ring.index(start)
    return ring[at:] + ring[:at]
