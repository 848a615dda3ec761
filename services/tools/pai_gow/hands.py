"""All hands of seven cards in groups whose hands are alike in all that ranks, and what these form.

Suits matter only where five cards share one, the joker counted with them, and then only that suit.
So a hand is told by the ranks in its long suit and the ranks beside it, or by its ranks alone where
no suit is long.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

from domain.games.pai_gow.cards.deck import JOKER, RANKS, SUITS
from domain.games.pai_gow.cards.progressive import rows_formed
from domain.games.pai_gow.cards.ranking import PokerHand, rank
from domain.games.pai_gow.cards.setting import splits

_LONG: Final = 5


class Group(NamedTuple):
    """Hands of the same ranks in the long suit, the same ranks beside it, with the joker or not."""

    long: tuple[str, ...]
    rest: tuple[str, ...]
    joker: bool

    @property
    def sample(self) -> tuple[str, ...]:
        """One hand of the group, its cards in no long suit spread over the suits."""
        suits = SUITS[1:] if self.long else SUITS
        rest = (rank + suits[place % len(suits)] for place, rank in enumerate(self.rest))
        return (*(rank + SUITS[0] for rank in self.long), *rest, *((JOKER,) if self.joker else ()))


def group_of(hand: tuple[str, ...]) -> Group:
    natural = sorted(
        (card for card in hand if card != JOKER), key=lambda card: RANKS.index(card[0])
    )
    joker = len(natural) < len(hand)
    suit, length = Counter(card[1] for card in natural).most_common(1)[0]
    if length + joker < _LONG:
        suit = ""
    return Group(
        long=tuple(card[0] for card in natural if card[1] == suit),
        rest=tuple(card[0] for card in natural if card[1] != suit),
        joker=joker,
    )


def groups() -> Iterator[tuple[Group, int]]:
    """Every group with the number of its hands."""
    for joker in (False, True):
        yield from _groups(joker=joker)


def _groups(*, joker: bool) -> Iterator[tuple[Group, int]]:
    cards = 7 - joker
    in_long_suit: Counter[tuple[str, ...]] = Counter()
    for length in range(_LONG - joker, cards + 1):
        for long in combinations(RANKS, length):
            for rest in _ranks(cards - length, copies=3):
                hands = len(SUITS) * _ways(rest, suits=3)
                in_long_suit[_sorted(*long, *rest)] += hands
                yield Group(long, rest, joker), hands
    for ranks in _ranks(cards, copies=4):
        # What is left of all hands of these ranks when those with a long suit are taken away.
        hands = _ways(ranks, suits=4) - in_long_suit[ranks]
        if hands:
            yield Group((), ranks, joker), hands


def _ranks(size: int, copies: int) -> Iterator[tuple[str, ...]]:
    for ranks in combinations_with_replacement(RANKS, size):
        if all(count <= copies for count in Counter(ranks).values()):
            yield ranks


def _sorted(*ranks: str) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=RANKS.index))


def _ways(ranks: tuple[str, ...], suits: int) -> int:
    """How many hands have these ranks, each card in one of so many suits."""
    return prod(comb(suits, count) for count in Counter(ranks).values())


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
