"""What a table is opened with: its limits and its chips."""

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Terms:
    """The limits of a table, in cents, and the tray that goes with them."""

    minimum: int
    maximum: int
    chips: dict[str, int]
    """Pieces by denomination in cents. All of it is worth 1,000 minimum wagers or more, so
    that the fill that comes at a quarter of it comes before any one round could empty it."""

    @property
    def par(self) -> int:
        """What the tray is worth when it is as it should be."""
        return sum(int(denomination) * pieces for denomination, pieces in self.chips.items())

    def submission(self) -> dict[str, Any]:
        limits = {"pai_gow": [self.minimum, self.maximum]}
        return {"regulation": "nj-pai-gow", "limits": limits}


_TERMS: Final = (
    Terms(2_500, 500_000, {"500": 300, "2500": 300, "10000": 120, "50000": 10}),
    Terms(1_000, 200_000, {"500": 300, "2500": 160, "10000": 40, "50000": 2}),
    Terms(5_000, 500_000, {"500": 300, "2500": 500, "10000": 250, "50000": 30}),
    Terms(10_000, 1_000_000, {"500": 200, "2500": 600, "10000": 500, "50000": 80}),
)


def terms_of(number: int) -> Terms:
    """The terms of the floor's table with this number, the first being 1."""
    return _TERMS[(number - 1) % len(_TERMS)]
