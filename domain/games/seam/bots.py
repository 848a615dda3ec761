"""How a simulated table of a game is played: what the simulator gives, and what the game gives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol, TypeAlias

from domain.games.seam.guests import Luck, Seats, Setup
from domain.games.seam.in_play import InPlay
from domain.table.state import Table

Told: TypeAlias = dict[str, Any]
"""A command as JSON has it."""
Person: TypeAlias = dict[str, str]
"""An id and a role."""
Fields: TypeAlias = dict[str, Any]
Move: TypeAlias = tuple[str, Fields]
"""A command and its fields."""
Span: TypeAlias = tuple[int, int]
"""The fewest and the most seconds."""
WRONG_CHIP: Final = "the wrong chip was keyed in"
DIE_MISREAD: Final = "a die was misread"


class PlayedTable(Protocol):
    """A simulated table: every command that is told is decided at once, and time passes."""

    @property
    def state(self) -> Table: ...

    @property
    def now(self) -> datetime: ...

    @property
    def beside(self) -> Luck:
        """The luck of what happens beside play, so that it takes none of play's own."""
        ...

    def tell(self, command: str, **fields: Any) -> Told:
        """The next command. That the rules refuse it would be a fault of the bots."""
        ...

    def tell_beside(self, command: str, **fields: Any) -> Told:
        """The same, for what happens beside play."""
        ...

    def tell_with_it(self, command: str, **fields: Any) -> Told:
        """What belongs to the command before it and follows at once; luck has no part in it."""
        ...

    def corrected(self, command: str, why: str, **fields: Any) -> Told:
        """Something keyed in wrong is put right, while a supervisor stands by."""
        ...

    def answered_for(self) -> Told:
        """Somebody answers at once for the exception that was raised last."""
        ...

    def supervisor(self, command: str) -> str:
        """Who stands by while it is done."""
        ...

    def signatures(self) -> list[Person]:
        """Of the dealer and the floorperson."""
        ...


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """A table at which somebody else has played, as the pit sees it."""

    regulation: str
    next: tuple[str, ...]
    """Commands lawful now."""
    full_controls: bool
    in_play: InPlay
    luck: Luck
    supervisor: Callable[[str], str]
    """Who stands by while a command is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bots:
    """How a game is played on a simulated floor."""

    letters: str
    """The names of its tables begin with them."""
    one_in: int
    """Of so many tables of a floor it has one, where nobody says how many.

    The first game of the library has those that the others leave.
    """
    setups: Sequence[Setup]
    """Its tables, in their order; after the last one the first comes again."""
    play: Callable[[PlayedTable, Any, Luck], GamePlay]
    """Those who sit at a table that has one of these setups."""
    pace: Mapping[str, Span]
    """How long the commands take that the game alone has, from the command before."""
    told_by: Mapping[str, str]
    """The roles of those who tell them, where that is not the dealer."""
    finishing: Callable[[SeenTable], Iterator[Move]]
    """What would bring a round to its end that somebody else began, the first choice first."""
    giving_back: Callable[[SeenTable, str], Iterator[Move]]
    """What lies on the layout between two rounds goes back, and why."""
