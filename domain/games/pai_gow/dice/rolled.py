"""Three dice as they were read."""

from typing import TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Three of them. In the dragon's eye variation the first is the dragon's eye die."""


def is_triple(dice: Dice) -> bool:
    """All three show the same number."""
    return len(set(dice)) == 1
