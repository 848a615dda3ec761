"""What a table is opened with: its elections, its limits and its chips."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from domain.game_library import LIBRARY


@dataclass(frozen=True, slots=True)
class Terms(ABC):
    """A table's submission, with limits in cents, and the tray that goes with it."""

    minimum: int
    maximum: int
    chips: dict[str, int]
    """Pieces by denomination in cents. All of it is worth 1,000 minimum wagers or more, so
    that the fill that comes at a quarter of it comes before any one round could empty it."""
    regulation: str = "nj-pai-gow"
    elections: dict[str, Any] = field(default_factory=dict)
    match_play: int = 0
    """Face value of the coupons that the house gives to some of its guests."""
    popularity: tuple[float, float] = (0.12, 0.35)
    """How likely a newcomer is while all seats are free: at least, at most."""
    worn: bool = False
    """What it is played with is old: now and then a piece is chipped and has to go."""

    @property
    def par(self) -> int:
        """What the tray is worth when it is as it should be."""
        return sum(int(denomination) * pieces for denomination, pieces in self.chips.items())

    @property
    def full_controls(self) -> bool:
        """Counts are signed, and a slip goes through three hands."""
        return self.elections.get("controls") == "full"

    def elects(self, election: str) -> bool:
        return bool(self.elections.get(election))

    @property
    def places(self) -> range:
        """The seats of its layout."""
        return range(1, LIBRARY.in_force(self.regulation).places + 1)

    @abstractmethod
    def side_risk(self) -> int:
        """The most that one round could cost the tray beside its main wagers."""

    @abstractmethod
    def submission(self) -> dict[str, Any]:
        """As it stands in `open_table`."""
