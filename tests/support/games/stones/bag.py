"""The stones of the bag."""

from typing import Final

STONES: Final = tuple(f"S-{number}" for number in range(1, 13))
NOTATION: Final = "S-(1[0-2]|[1-9])"
HOUSE: Final = "dealer"
"""The place of the house's stone."""
SEATS: Final = range(1, 9)


def number_of(stone: str) -> int:
    return int(stone.removeprefix("S-"))
