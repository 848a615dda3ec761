"""A hand set: what lies as the high hand, what as the low."""

from collections import Counter

import msgspec


class Setting(msgspec.Struct, frozen=True):
    """High and low hand of one position."""

    high: tuple[str, ...]
    low: tuple[str, ...]

    def same_as(self, other: "Setting") -> bool:
        """The same pieces in the same hands; their order within a hand means nothing."""
        same_high = Counter(self.high) == Counter(other.high)
        return same_high and Counter(self.low) == Counter(other.low)

    def uses(self, hand: tuple[str, ...]) -> bool:
        """Exactly the pieces that were dealt."""
        return Counter((*self.high, *self.low)) == Counter(hand)
