"""19:47-11.3 and the basic way written down a second time, sharing nothing with the code under test.

The joker is tried as every card of the deck, and a hand is looked up in what the paragraph lists.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[str, ...]
Reading: TypeAlias = tuple[int, str]
"""Place of the poker hand, ten the highest; then a word that sorts as the hands compare."""

LOW_TO_HIGH: Final = "23456789TJQKA"
FIFTY_TWO: Final = tuple(rank + suit for suit in "CDHS" for rank in LOW_TO_HIGH)
FIFTY_THREE: Final = (*FIFTY_TWO, "JK")
LETTERS: Final = dict(zip(LOW_TO_HIGH, "abcdefghijklm", strict=True))

STRAIGHTS: Final = {
    "second": "AKQJT A5432 KQJT9 QJT98 JT987 T9876 98765 87654 76543 65432",
    "lowest": "AKQJT KQJT9 QJT98 JT987 T9876 98765 87654 76543 65432 A5432",
}
"""11.3(b)7 and 11.3(d), highest first."""
(
    FIVE_ACES, ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR,
    NOTHING,
) = range(10, -1, -1)  # fmt: skip


def _natural(cards: list[str], wheel: str) -> Reading:
    held = Counter(card[0] for card in cards)
    by_count = sorted(held, key=lambda rank: (held[rank], LOW_TO_HIGH.index(rank)), reverse=True)
    word = "".join(by_count)
    sorts_as = "".join(LETTERS[rank] for rank in by_count)
    flush = len(cards) == 5 and len({card[1] for card in cards}) == 1
    if len(held) == 5 and word in STRAIGHTS[wheel]:
        if word == "AKQJT" and flush:
            return ROYAL, ""
        place = "zyxwvutsrq"[STRAIGHTS[wheel].split().index(word)]
        return (STRAIGHT_FLUSH if flush else STRAIGHT), place
    shape = sorted(held.values(), reverse=True)
    if shape == [5]:
        return FIVE_ACES, ""
    if shape[0] == 4:
        return FOUR, sorts_as
    if shape[:2] == [3, 2]:
        return FULL_HOUSE, sorts_as
    if flush:
        return FLUSH, sorts_as
    if shape[0] == 3:
        return THREE, sorts_as
    if shape[:2] == [2, 2]:
        return TWO_PAIRS, sorts_as
    return (PAIR if shape[0] == 2 else NOTHING), sorts_as


@cache
def read(hand: Cards, wheel: str = "second") -> Reading:
    """11.3(a) to (d): the joker an ace, or whichever card best completes one of four hands."""
    if "JK" not in hand:
        return _natural(list(hand), wheel)
    rest = [card for card in hand if card != "JK"]
    as_card = [_natural([*rest, card], wheel) for card in FIFTY_TWO if card not in hand]
    completed = [it for it in as_card if it[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)]
    return max([_natural([*rest, "A*"], wheel), *completed])


def parts(seven: Cards) -> list[tuple[Cards, Cards]]:
    """Every five and two."""
    return [
        (tuple(card for card in seven if card not in two), two) for two in combinations(seven, 2)
    ]


def lawful(five: Cards, two: Cards, wheel: str) -> bool:
    """Poker hand first, then rank by rank; whatever of the two is matched decides nothing."""
    (high, high_word), (low, low_word) = read(five, wheel), read(two, wheel)
    return high > low or (high == low and high_word[: len(low_word)] >= low_word)


def _sets(cards: Cards, size: int) -> list[str]:
    """The ranks held so many times, the joker counted as an ace, highest first."""
    held = Counter("A" if card == "JK" else card[0] for card in cards)
    return sorted((it for it in held if held[it] >= size), key=LOW_TO_HIGH.index, reverse=True)


def basic(seven: Cards, wheel: str) -> set[tuple[frozenset[str], frozenset[str]]]:
    """The basic way, step by step as it is told."""
    ways = [(five, two) for five, two in parts(seven) if lawful(five, two, wheel)]
    best = max(read(five, wheel)[0] for five, _ in parts(seven))
    if best in (FULL_HOUSE, TWO_PAIRS):
        size = 3 if best == FULL_HOUSE else 2
        kept = _sets(seven, size)[0]
        given = next(rank for rank in _sets(seven, 2) if rank != kept)
        ways = [way for way in ways if kept in _sets(way[0], size) and _sets(way[1], 2) == [given]]
    else:
        ways = [way for way in ways if read(way[0], wheel)[0] == best]
    top = max((read(two, wheel), read(five, wheel)) for five, two in ways)
    return {
        (frozenset(five), frozenset(two))
        for five, two in ways
        if (read(two, wheel), read(five, wheel)) == top
    }


def sevens(seed: int, how_many: int, *, joker: bool) -> list[Cards]:
    """Seeded hands; with the joker every second one holds it."""
    print(f"seed {seed}")  # noqa: T201
    luck = Random(seed)
    hands: list[Cards] = []
    for number in range(how_many):
        if joker and number % 2:
            hands.append((*luck.sample(FIFTY_TWO, 6), "JK"))
        else:
            hands.append(tuple(luck.sample(FIFTY_TWO, 7)))
    return hands
