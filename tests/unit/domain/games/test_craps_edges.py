"""The house edge of every craps wager: exact, and met by dice that are thrown."""

from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final

import pytest

from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.craps.wagers.chances import Course, chances
from domain.games.craps.wagers.deciding import point_after
from domain.games.craps.wagers.record import CrapsWager
from domain.wagers.elected import Elected

KNOWN: Final = {
    ("pass", "1/1"): "7/495",
    ("come", "1/1"): "7/495",
    ("place_4", "9/5"): "1/15",
    ("place_5", "7/5"): "1/25",
    ("place_6", "7/6"): "1/66",
    ("place_8", "7/6"): "1/66",
    ("place_9", "7/5"): "1/25",
    ("place_10", "9/5"): "1/15",
    ("place_lose_4", "5/11"): "1/33",
    ("place_lose_5", "5/8"): "1/40",
    ("place_lose_6", "4/5"): "1/55",
    ("hard_4", "7/1"): "1/9",
    # What the dice alone would pay leaves nothing.
    ("place_4", "2/1"): "0",
    ("place_lose_9", "2/3"): "0",
    ("hard_4", "8/1"): "0",
}
THROWN: Final = 20_000
DEVIATIONS: Final = 4


def of(wager: CrapsWager) -> Course:
    return Course(wager.decides, wager.moves, wager.place_bet)


@pytest.mark.parametrize(("filed", "edge"), KNOWN.items(), ids=str)
def test_the_edge_is_as_the_books_of_odds_have_it(filed: tuple[str, str], edge: str) -> None:
    wager, odds = filed
    (found,) = CATALOGUE[wager].edges_by(Fraction(odds))
    assert (found.wager, found.edge) == (wager, Fraction(edge))
    assert "until it is decided" in found.counted
    assert "the submission's own odds" in found.counted


@pytest.mark.parametrize("wager", ["dont_pass", "dont_come"])
def test_void_wagers_are_told_apart(wager: str) -> None:
    made, decided = CATALOGUE[wager].edges_by(Fraction(1))
    assert (made.edge, decided.edge) == (Fraction(3, 220), Fraction(27, 1925))
    assert CATALOGUE[wager].edge("nj-craps", Elected(odds={wager: (1, 1)})) == decided
    assert CATALOGUE[wager].edge("nj-craps") is None
    assert chances(of(CATALOGUE[wager])).void == Fraction(1, 36)


@pytest.mark.parametrize("wager", CATALOGUE.values(), ids=CATALOGUE)
def test_a_wager_ends_for_certain(wager: CrapsWager) -> None:
    its = chances(of(wager))
    assert its.win + its.lose + its.void == 1
    assert its.win
    assert its.lose


def thrown(wager: CrapsWager, luck: Random) -> str:
    """One wager, thrown for until it is decided, at a table that begins with a come out roll."""
    table: int | None = None if wager.made != "after_come_out" else 4
    own: int | None = None
    while True:
        dice = (luck.randint(1, 6), luck.randint(1, 6))
        off = wager.place_bet and table is None
        verdict = None if off else wager.decides(dice, own)
        if verdict is not None:
            return verdict
        table = point_after(table, dice)
        own = point_after(own, dice) if wager.moves else None


@pytest.mark.parametrize("wager", CATALOGUE.values(), ids=CATALOGUE)
def test_thrown_dice_agree(wager: CrapsWager) -> None:
    """Within four standard errors of each chance."""
    luck = Random(f"craps/{wager.name}")
    ends = [thrown(wager, luck) for _ in range(THROWN)]
    its = chances(of(wager))
    for verdict, share in (("win", its.win), ("lose", its.lose), ("void", its.void)):
        error = sqrt(share * (1 - share) / THROWN)
        assert abs(ends.count(verdict) / THROWN - share) <= DEVIATIONS * error, verdict
