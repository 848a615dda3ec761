"""Three dice as they were read."""

from typing import Literal, Protocol, TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Three of them. In the dragon's eye variation the first is the dragon's eye die."""


class Rolled(Protocol):
    """A valid roll, as a wager on the dice needs it."""

    @property
    def dice(self) -> Dice: ...
    @property
    def total(self) -> int: ...
    @property
    def shaker(self) -> int | Literal["dealer"] | None:
        """Whose roll it was."""
        ...

    @property
    def running(self) -> int:
        """Which triple in a row this is; 0 where it is none."""
        ...


def is_triple(dice: Dice) -> bool:
    """All three show the same number."""
    return len(set(dice)) == 1
