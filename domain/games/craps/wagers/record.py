"""What craps adds to a wager's record: when it may be made, and how the dice decide it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from domain.games.craps.wagers.chances import Course
from domain.games.craps.wagers.deciding import Decides, Verdict
from domain.games.craps.wagers.edges import edges_by
from domain.wagers.catalogue import WagerRecord
from domain.wagers.edge import Edge
from domain.wagers.elected import NOTHING_ELECTED, Elected

Made: TypeAlias = Literal["before_come_out", "after_come_out", "any_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsWager(WagerRecord):
    """One wager of a craps table."""

    made: Made
    """When it may be placed."""
    decides: Decides
    moves: bool = False
    """An undecided first roll gives it a number of its own to stand on."""
    items: Mapping[Verdict, str] = field(default_factory=dict[Verdict, str])
    """The item of its paragraph that says when it is won, lost or void, where it has such."""
    place_bet: bool = False
    """Inactive on a come out roll, unless it is called on."""

    def facts(self, regulation: str) -> dict[str, Any]:
        # Named by its class: a dataclass with slots is made anew, which `super()` does not follow.
        own = {"made": self.made, "moves": self.moves, "place_bet": self.place_bet}
        return {**WagerRecord.facts(self, regulation), **own}

    def rule_of(self, regulation: str, verdict: Verdict | None) -> str:
        """The item by which it is decided so; its paragraph where it stands."""
        return self.permitted[regulation] + (self.items.get(verdict, "") if verdict else "")

    @property
    def said(self) -> str:
        """As the layout names it: "don't pass", "place 6 to win"."""
        return self.label.lower()

    @property
    def has_come_point(self) -> bool:
        """A seat may hold several of it, each on another number."""
        return self.made == "after_come_out"

    def edges_by(self, odds: Fraction) -> tuple[Edge, ...]:
        """Exact, by the odds that a submission files; the last is what the books reckon with."""
        return edges_by(self.name, Course(self.decides, self.moves, self.place_bet), odds)

    def edge(self, regulation: str, elected: Elected = NOTHING_ELECTED) -> Edge | None:
        """By the odds filed; the regulation's text has none."""
        odds = elected.odds.get(self.name)
        return None if odds is None else self.edges_by(Fraction(*odds))[-1]
