"""What the life of a table asks of the game that is played there."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from services.tools.simulator.lawful_table import Told
from services.tools.simulator.seats import Seats


class GamePlay(Protocol):
    """A game's guests and its rounds at one table."""

    @property
    def seats(self) -> Seats[Any]: ...

    @property
    def complaints(self) -> Sequence[str]:
        """What its guests say when they think that they were wronged."""
        ...

    def bets(self) -> dict[int, int] | None:
        """What each seat is about to wager, in cents; None: there is no round to play."""
        ...

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        """The round in which these bets are made."""
        ...

    def lying(self) -> dict[int, int]:
        """Wagers that stay on the layout between rounds, in cents by seat."""
        ...

    def give_back(self) -> Iterator[Told]:
        """What lies on the layout goes back to the players before the table closes."""
        ...

    def owed(self) -> int:
        """What those that lie there may cost the tray next, beyond an ordinary round."""
        ...

    def look_after(self) -> Iterator[Told]:
        """What the game is played with, between two rounds."""
        ...

    def nobody_plays(self) -> Iterator[Told]:
        """What is done while no seat is taken."""
        ...
