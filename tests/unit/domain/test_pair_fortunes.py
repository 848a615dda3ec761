"""MD 5.F and 8.L: which row four tiles make, and what each paytable pays for it."""

from collections import Counter
from itertools import permutations
from typing import Final

import pytest

from domain.games.pai_gow.tiles.pair_fortunes import CITES, PAYTABLES, ROWS, fortune
from tests.support.domain.by_the_book import FOUR_TILES, PAIRS_BY_RANK, UNLIKE_FOURS, Tiles

SIXTEEN: Final = [Counter(pairs[0].split("+")) for pairs in PAIRS_BY_RANK[:16]]
"""Gee joon, heaven and the ten other identical pairs, then the four mixed ones."""


def by_the_text(hand: Tiles) -> str | None:
    """Every tile belongs to exactly one of the sixteen pairs, so pairs are simply looked for."""
    held = Counter(hand)
    found = [place for place, pair in enumerate(SIXTEEN) if pair <= held]
    if found == [0, 1]:
        return "gee_joon_and_heaven"
    if len(found) == 2:
        return "two_pairs"
    if not found:
        return None
    if found == [0]:
        return "gee_joon"
    return "identical_pair" if found[0] <= 11 else "mixed_pair"


def test_all_35960_hands_make_the_row_the_text_says() -> None:
    assert UNLIKE_FOURS.total() == len(FOUR_TILES) == 35960
    for hand in UNLIKE_FOURS:
        assert fortune(hand) == by_the_text(hand), hand


def test_each_row_is_made_as_often_as_counting_pairs_tells() -> None:
    made = Counter(map(fortune, FOUR_TILES))
    two_of_sixteen, one_and_two_singles = 16 * 15 // 2, 30 * 29 // 2 - 15
    assert made == {
        "gee_joon_and_heaven": 1,
        "two_pairs": two_of_sixteen - 1,
        "gee_joon": one_and_two_singles,
        "mixed_pair": 4 * one_and_two_singles,
        "identical_pair": 11 * one_and_two_singles,
        None: (16 * 15 * 14 * 13 // 24) * 2**4,
    }
    assert sum(made.values()) == 35960


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        (("2-4", "6-6", "1-2", "6-6"), "gee_joon_and_heaven"),
        (("2-4", "1-1", "1-2", "1-1"), "two_pairs"),
        (("2-4", "2-5", "1-2", "3-4"), "two_pairs"),
        (("3-6", "1-4", "4-5", "2-3"), "two_pairs"),
        (("2-4", "6-6", "1-2", "4-5"), "gee_joon"),
        (("6-6", "4-5", "1-1", "3-6"), "mixed_pair"),
        (("6-6", "6-6", "4-5", "2-6"), "identical_pair"),
        (("6-6", "4-5", "1-1", "2-6"), None),
        (("2-4", "6-6", "3-3", "1-1"), None),
    ],
)
def test_a_hand_makes_its_row_however_its_tiles_lie(hand: Tiles, row: str | None) -> None:
    assert {fortune(turned) for turned in permutations(hand)} == {row}


def test_8_l_the_paytables_are_those_of_the_text() -> None:
    assert {name: [table[row] for row in ROWS] for name, table in PAYTABLES.items()} == {
        "A": [300, 25, 8, 4, 3],
        "B": [250, 25, 8, 5, 2],
        "C": [250, 30, 7, 5, 2],
        "D": [200, 30, 10, 4, 2],
    }
    assert CITES == {"A": "MD 8.L(1)", "B": "MD 8.L(2)", "C": "MD 8.L(3)", "D": "MD 8.L(4)"}


def test_8_l_the_best_row_is_the_best_paid_in_every_paytable() -> None:
    for table in PAYTABLES.values():
        paid = [table[row] for row in ROWS]
        assert paid == sorted(paid, reverse=True)
