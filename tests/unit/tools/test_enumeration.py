"""`make enumerate`: the groups hold every hand once, and a group's hands are alike."""

from collections import Counter
from itertools import product
from math import comb
from random import Random

import pytest

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.progressive import ROWS, rows_formed
from domain.games.pai_gow.cards.row_counts import ALL_HANDS, HANDS_BY_ROWS
from services.tools.pai_gow.enumerate import BEST_OF_SEVEN, compare, lines
from services.tools.pai_gow.hands import Group, Tally, best_five, group_of, groups, tally


@pytest.fixture(scope="module")
def told() -> list[tuple[Group, int]]:
    return list(groups())


@pytest.fixture(scope="module")
def found(told: list[tuple[Group, int]]) -> dict[Group, int]:
    return dict(told)


def _aces(group: Group) -> int:
    return (*group.long, *group.rest).count("A")


def as_kept() -> Tally:
    none: frozenset[str] = frozenset()
    rest = ALL_HANDS - sum(HANDS_BY_ROWS.values())
    return Tally(Counter(BEST_OF_SEVEN), Counter({**HANDS_BY_ROWS, none: rest}))


def test_the_groups_hold_all_hands_of_seven_cards(found: dict[Group, int]) -> None:
    assert sum(found.values()) == ALL_HANDS == comb(53, 7)
    assert min(found.values()) > 0


def test_no_group_is_told_twice(told: list[tuple[Group, int]], found: dict[Group, int]) -> None:
    assert len(told) == len(found)


def test_every_group_shows_one_of_its_own_hands(told: list[tuple[Group, int]]) -> None:
    for group, _ in told[::13]:
        assert len(set(group.sample)) == 7
        assert group_of(group.sample) == group


def test_groups_have_the_size_that_going_through_their_hands_gives(found: dict[Group, int]) -> None:
    print("seed 53")  # noqa: T201
    luck = Random(53)
    long = [group for group in found if group.long]
    short = [group for group in found if not group.long]
    for group in [*luck.sample(long, 6), *luck.sample(short, 6)]:
        ranks = [*group.long, *group.rest]
        dealt = {
            frozenset(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for suits in product("SHDC", repeat=len(ranks))
        }
        joker = ("JK",) if group.joker else ()
        hands = [(*cards, *joker) for cards in dealt if len(cards) == len(ranks)]
        assert found[group] == sum(group_of(hand) == group for hand in hands), group


def test_a_sample_of_hands_forms_what_its_groups_are_counted_for(found: dict[Group, int]) -> None:
    print("seed 154143080")  # noqa: T201
    luck = Random(154_143_080)
    hands = [tuple(luck.sample(DECK, 7)) for _ in range(800)]
    suited = [card for card in DECK if card[1] in "SH" or card[0] == "A"]
    hands += [(*luck.sample(suited, 6), "JK") for _ in range(400)]
    hands = [hand for hand in hands if len(set(hand)) == 7]
    assert len(hands) > 1_000
    for hand in hands:
        group = group_of(hand)
        counted = tally([(group, found[group])])
        assert counted.best == {best_five(hand): found[group]}, hand
        assert counted.rows == {rows_formed(hand): found[group]}, hand


def test_the_rarest_hands_are_all_counted(told: list[tuple[Group, int]]) -> None:
    """Of the groups with the joker and all four aces, and of those with a natural royal flush."""
    aces = [(group, hands) for group, hands in told if group.joker and _aces(group) == 4]
    royals = [(group, hands) for group, hands in told if set("TJQKA") <= set(group.long)]
    rarest = {"five_aces", "natural_royal_flush"}
    kept = {rows: hands for rows, hands in HANDS_BY_ROWS.items() if rarest & rows}
    assert tally([*aces, *royals]).rows == kept


def test_figures_as_kept_are_the_same_and_told_as_such() -> None:
    figures = compare(as_kept())
    assert all(figure.same for figure in figures)
    told = [" ".join(line.split()) for line in lines(figures)]
    assert "all hands 154,143,080 154,143,080" in told
    assert "four of a kind 307,472 307,472" in told
    assert "$1 natural royal flush and pair 264 264" in told
    assert "$5 nothing 124,556,196 124,556,196" in told
    assert "$5 percent that the fixed rows return 62.1646 62.1646" in told
    assert len(figures) == 1 + 11 + 1 + 2 * (len(ROWS) + 1 + 1)


def test_a_figure_that_is_not_as_kept_is_told() -> None:
    counted = as_kept()
    counted.rows[frozenset({"flush"})] -= 1
    counted.rows[frozenset({"straight"})] += 1
    wrong = [line for line in lines(compare(counted)) if line.endswith("DIFFERS")]
    assert [line.split()[:2] for line in wrong] == [
        ["sets", "of"],
        ["$1", "flush"], ["$1", "straight"], ["$1", "percent"],
        ["$5", "flush"], ["$5", "straight"], ["$5", "percent"],
    ]  # fmt: skip


def test_tallies_add_up(told: list[tuple[Group, int]]) -> None:
    both = tally(told[:5])
    both.add(tally(told[5:9]))
    assert both == tally(told[:9])
