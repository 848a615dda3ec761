"""What rounds of a game are found by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

MOST_LETTERS: Final = 60
"""Of words that name a piece."""


class Line(NamedTuple):
    """One wager of a round, or what stands in it as one."""

    seat: int
    player: str
    wager: str
    outcome: str
    amount: int
    paid: int


class Pieces(Protocol):
    """What hands of a game are made of."""

    @property
    def notation(self) -> tuple[str, ...]:
        """Patterns, one of which each piece is written by."""
        ...

    @property
    def most(self) -> int:
        """In one hand."""
        ...

    @property
    def example(self) -> str:
        """A hand as it is written."""
        ...

    @property
    def told(self) -> str:
        """How a piece may be named."""
        ...

    def holdings(self, hand: tuple[str, ...]) -> frozenset[str]:
        """What a hand is found by: each piece, and what several of them make together."""
        ...

    def meant_by(self, words: str) -> tuple[str, ...]:
        """The holdings that the words may mean; none where they mean nothing."""
        ...

    def unknown(self, words: str) -> str:
        """Why words that mean nothing are refused."""
        ...

    def played(self, holding: str) -> str:
        """What is played where a hand holds it, in one word; nothing where no hand of it does."""
        ...

    def narrowed(self, meant: tuple[str, ...], played: str) -> tuple[str, ...]:
        """Of what words may mean, what is left where that is played."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParts:
    """A game's own part of a search."""

    said: str
    """The game as people call it, where something is one of it."""
    last_seat: int
    """Of its largest layout."""
    dice: int = 0
    """So many are rolled."""
    dice_example: str = ""
    dice_told: str = ""
    """How they are written, after those of games with fewer."""
    hand_seats: tuple[int, ...] = ()
    """Betting areas that hold hands."""
    beside: Mapping[str, Callable[[Any], "Line | None"]] = field(default_factory=dict)
    """What a round is found by as if it were a wager: by name, out of the round's row."""
    pieces: Pieces | None = None
