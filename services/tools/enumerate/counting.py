"""What a group's hands form, found by the rules' own evaluator and counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.games.pai_gow.cards.progressive import rows_formed
from domain.games.pai_gow.cards.ranking import PokerHand, rank
from domain.games.pai_gow.cards.setting import splits
from services.tools.enumerate.groups import Group


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands by the best five of their seven, and by the progressive rows they form."""

    best: Counter[PokerHand] = field(default_factory=Counter)
    rows: Counter[frozenset[str]] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.best.update(other.best)
        self.rows.update(other.rows)


def best_five(hand: tuple[str, ...]) -> PokerHand:
    """The highest poker hand of seven cards; where ace to five stands changes none."""
    return max(rank(split.high, "second").hand for split in splits(hand))


def tally(batch: Iterable[tuple[Group, int]]) -> Tally:
    counted = Tally()
    for group, hands in batch:
        sample = group.sample
        counted.best[best_five(sample)] += hands
        counted.rows[rows_formed(sample)] += hands
    return counted
