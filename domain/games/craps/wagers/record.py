"""What craps adds to a wager's record: when it may be made, and how the dice decide it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.games.craps.wagers.deciding import Decides
from domain.wagers.catalogue import WagerRecord

Made: TypeAlias = Literal["before_come_out", "after_come_out", "any_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsWager(WagerRecord):
    """One wager of a craps table."""

    made: Made
    """When it may be placed."""
    decides: Decides
    moves: bool = False
    """An undecided first roll gives it a number of its own to stand on."""
    place_bet: bool = False
    """Inactive on a come out roll, unless it is called on."""

    @property
    def has_come_point(self) -> bool:
        """A seat may hold several of it, each on another number."""
        return self.made == "after_come_out"
