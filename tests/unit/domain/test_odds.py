"""Exact house edges, each pinned and derived a second time without the code that pays."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from domain.games.pai_gow.odds import bonus_edges, dice_edge, fortune_edge

TRIPLE = Fraction(1, 36)


def edge_of(*paid: tuple[Fraction, int]) -> Fraction:
    """One wager: chances to win with their odds; whatever is left of the chances loses one."""
    return 1 - sum((chance + chance * odds for chance, odds in paid), Fraction(0))


@pytest.mark.parametrize("face", range(1, 7))
def test_one_face_three_times(face: int) -> None:
    assert dice_edge(f"all_{face}").edge == edge_of((TRIPLE / 6, 180)) == Fraction(35, 216)


@pytest.mark.parametrize("wager", ["any_triple", "triple"])
def test_any_triple(wager: str) -> None:
    assert dice_edge(wager).edge == edge_of((TRIPLE, 30)) == Fraction(5, 36)


@pytest.mark.parametrize("wager", ["even", "odd"])
def test_even_and_odd_cost_what_triples_take(wager: str) -> None:
    half_without_triples = Fraction(1, 2) * (1 - TRIPLE)
    assert dice_edge(wager).edge == edge_of((half_without_triples, 1)) == TRIPLE


def test_match_is_three_throws_at_one_number() -> None:
    hits = [
        (comb(3, many) * Fraction(1, 6) ** many * Fraction(5, 6) ** (3 - many), many)
        for many in (1, 2, 3)
    ]
    assert dice_edge("match").edge == edge_of(*hits) == Fraction(17, 216)


def test_double_is_one_die_like_another() -> None:
    assert dice_edge("double").edge == edge_of((Fraction(1, 6), 4)) == Fraction(1, 6)


def run_of_triples(first: Fraction, second: Fraction, third: Fraction) -> Fraction:
    """The edge by the four ways a dice bonus wager can end, each with its chance."""
    miss = 1 - TRIPLE
    ends = [
        (miss, Fraction(-1)),
        (TRIPLE * miss, first - 1),
        (TRIPLE**2 * miss, first + second - 1),
        (TRIPLE**3, first + second + third),
    ]
    assert sum(chance for chance, _ in ends) == 1
    return -sum((chance * gain for chance, gain in ends), Fraction(0))


def mixed(shaker: int, other: int) -> Fraction:
    """The button lies at a given seat one time in six."""
    return Fraction(shaker + 5 * other, 6)


def test_the_dice_bonus_counts_the_whole_run_of_a_retained_wager() -> None:
    edges = {edge.case: edge.edge for edge in bonus_edges()}
    whole = [Fraction(odds) for odds in (30, 500, 10_000)]
    others = [Fraction(odds) for odds in (25, 50, 1_000)]
    blend = [mixed(30, 25), mixed(500, 50), mixed(10_000, 1_000)]
    assert edges == {
        "shaker of every roll": run_of_triples(*whole),
        "never the shaker": run_of_triples(*others),
        "placed while holding the button, then as the dice fall": run_of_triples(
            whole[0], *blend[1:]
        ),
        "placed every round, shaker as the dice fall": run_of_triples(*blend),
    }
    assert list(edges.values()) == [
        Fraction(-20225, 46656),
        Fraction(11455, 46656),
        Fraction(775, 46656),
        Fraction(6175, 46656),
    ]


def test_the_mix_of_shaker_and_others_agrees_with_walking_every_face() -> None:
    """Seat 4, whose turn to shake comes when the face before, its first die, was a four."""
    lost = Fraction(0)
    for before, first, second in product(range(1, 7), repeat=3):
        shakes = [face == 4 for face in (before, first, second)]
        odds = [
            Fraction(mine if shaker else theirs)
            for shaker, mine, theirs in zip(shakes, (30, 500, 10_000), (25, 50, 1_000), strict=True)
        ]
        lost += run_of_triples(*odds)
    assert bonus_edges()[3].edge == lost / 216


@pytest.mark.parametrize(
    ("paytable", "odds", "edge"),
    [
        ("A", (300, 25, 8, 4, 3), Fraction(381, 7192)),
        ("B", (250, 25, 8, 5, 2), Fraction(979, 7192)),
        ("C", (250, 30, 7, 5, 2), Fraction(118, 899)),
        ("D", (200, 30, 10, 4, 2), Fraction(519, 3596)),
    ],
)
def test_pair_fortunes_by_choosing_pairs(
    paytable: str, odds: tuple[int, ...], edge: Fraction
) -> None:
    """Sixteen pairs that share no tile: two of them, or one with two tiles that match nothing."""
    with_one = comb(30, 2) - 15
    many = (1, comb(16, 2) - 1, with_one, 4 * with_one, 11 * with_one)
    hands = comb(32, 4)
    assert edge_of(*((Fraction(n, hands), o) for n, o in zip(many, odds, strict=True))) == edge
    told = fortune_edge(paytable)
    assert (told.edge, told.case) == (edge, f"paytable {paytable}")
    assert "35,960" in told.counted
