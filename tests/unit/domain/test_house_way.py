"""19:47-10.7(d): all 35,960 hands of four tiles, set by the house way `basic`."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import REGULATIONS
from domain.games.pai_gow.tiles.house_way import basic, splits
from domain.games.pai_gow.tiles.ranking import rank
from tests.support.domain import by_the_book
from tests.support.domain.by_the_book import FOUR_TILES, UNLIKE_FOURS, Tiles

NINES: Final = {"3-6", "4-5"}
EIGHTS: Final = {"2-6", "3-5", "4-4"}
LEADS: Final = {"6-6", "1-1"}
MIXED: Final = (NINES, {"3-5", "2-6"}, {"3-4", "2-5"}, {"1-4", "2-3"})
ALL: Final = comb(32, 4)
WITH_TILES: Final = [regulation for regulation in REGULATIONS if regulation.game.in_stacks]


allowed_for = cache(basic)


def written(high: Tiles, low: Tiles) -> str:
    """A setting in one way, whatever the order of the tiles within a hand."""
    return " ".join(sorted(high)) + " / " + " ".join(sorted(low))


def named(four: Tiles) -> str:
    """The setting the house way names first."""
    way = allowed_for(four)[0]
    return written(way.high, way.low)


def places(ways: list[Setting]) -> set[int]:
    """The pair ranks that some hand of these settings has."""
    hands = [hand for way in ways for hand in (way.high, way.low)]
    return {rank((one, other)).place for one, other in hands}


def how_many_can_form(first: int, last: int) -> int:
    """Hands of four tiles in which the code finds a pair of these ranks."""
    wanted = set(range(first, last + 1))
    return sum(
        times for four, times in UNLIKE_FOURS.items() if not wanted.isdisjoint(places(splits(four)))
    )


def test_every_hand_of_four_is_set_as_the_four_steps_say() -> None:
    assert UNLIKE_FOURS.total() == len(FOUR_TILES) == ALL == 35_960
    for four in UNLIKE_FOURS:
        allowed = {written(way.high, way.low) for way in allowed_for(four)}
        expected = {written(*split) for split in by_the_book.house_way(four)}
        assert allowed == expected, four


def test_md_8_d_maryland_sets_the_same_hands_by_the_same_four_steps() -> None:
    for four in UNLIKE_FOURS:
        allowed = allowed_for(four)
        for regulation in WITH_TILES:
            assert regulation.game.house_settings(regulation.house_ways[0], four) == allowed, four


def test_every_setting_uses_exactly_the_four_tiles_with_the_high_hand_not_below_the_low() -> None:
    for four in UNLIKE_FOURS:
        for way in allowed_for(four):
            assert Counter((*way.high, *way.low)) == Counter(four), four
            assert (len(way.high), len(way.low)) == (2, 2)
            high, low = map(by_the_book.reading_of, (way.high, way.low))
            assert by_the_book.compare(high, low) >= 0, (four, way)


def test_the_named_setting_does_not_depend_on_the_order_of_the_tiles() -> None:
    for four in sorted({tuple(sorted(four)) for four in UNLIKE_FOURS}):
        one, two, three, last = four
        orders = [four[::-1], (two, one, last, three), (three, one, two, last)]
        if len(allowed_for(four)) > 1:
            orders = list(permutations(four))
        assert {named(order) for order in orders} == {named(four)}, four


def test_more_than_one_setting_is_allowed_only_where_all_of_them_rank_alike() -> None:
    choices = [ways for ways in map(allowed_for, UNLIKE_FOURS) if len(ways) > 1]
    assert choices
    for ways in choices:
        ranked = {tuple(map(by_the_book.reading_of, (way.high, way.low))) for way in ways}
        assert len(ranked) == 1, ways


def test_the_supreme_pair_can_be_formed_as_often_as_two_more_tiles_can_be_drawn() -> None:
    by_sets = sum({"1-2", "2-4"} <= set(four) for four in FOUR_TILES)
    assert how_many_can_form(1, 1) == by_sets == comb(30, 2)


def test_a_pair_can_be_formed_as_often_as_the_sixteen_couples_allow() -> None:
    def holds_a_couple(four: Tiles) -> bool:
        kinds = set(four)
        return len(kinds) < 4 or any(mixed <= kinds for mixed in (*MIXED, {"1-2", "2-4"}))

    by_sets = sum(map(holds_a_couple, FOUR_TILES))
    one_tile_of_each_of_four_couples = comb(16, 4) * 2**4
    assert how_many_can_form(1, 16) == by_sets == ALL - one_tile_of_each_of_four_couples


def test_a_wong_can_be_formed_as_often_as_a_teen_or_day_meets_a_nine() -> None:
    by_sets = sum(bool(LEADS & set(four)) and bool(NINES & set(four)) for four in FOUR_TILES)
    without_lead, without_nine, without_both = comb(28, 4), comb(30, 4), comb(26, 4)
    expected = ALL - without_lead - without_nine + without_both
    assert how_many_can_form(17, 18) == by_sets == expected


def test_a_gong_can_be_formed_as_often_as_a_teen_or_day_meets_an_eight() -> None:
    by_sets = sum(bool(LEADS & set(four)) and bool(EIGHTS & set(four)) for four in FOUR_TILES)
    without_lead, without_eight, without_both = comb(28, 4), comb(28, 4), comb(24, 4)
    expected = ALL - without_lead - without_eight + without_both
    assert how_many_can_form(19, 20) == by_sets == expected


def test_10_7_d_1_the_supreme_pair_is_played_as_such() -> None:
    assert named(("2-4", "6-6", "1-2", "6-6")) == "1-2 2-4 / 6-6 6-6"
    assert named(("6-6", "3-6", "1-2", "2-4")) == "1-2 2-4 / 3-6 6-6"


def test_10_7_d_2_the_best_pair_is_kept_and_the_low_hand_made_strong() -> None:
    assert named(("6-6", "6-6", "3-6", "4-5")) == "6-6 6-6 / 3-6 4-5"
    assert named(("6-6", "4-5", "3-6", "5-5")) == "3-6 4-5 / 5-5 6-6"
    assert named(("6-6", "4-4", "2-6", "1-3")) == "2-6 6-6 / 1-3 4-4"


def test_10_7_d_3_nine_comes_before_eight_and_eight_before_seven() -> None:
    assert named(("6-6", "1-6", "5-6", "5-5")) == "1-6 6-6 / 5-5 5-6"
    assert named(("6-6", "1-1", "3-3", "5-6")) == "1-1 3-3 / 5-6 6-6"
    assert named(("1-3", "1-5", "5-6", "4-6")) == "1-5 5-6 / 1-3 4-6"


def test_10_7_d_4_else_the_highest_tile_goes_with_the_lowest() -> None:
    four = ("5-5", "4-6", "3-3", "2-3")
    assert not {9, 8, 7} & {rank(two).value for two in combinations(four, 2)}
    assert named(four) == "3-3 4-6 / 2-3 5-5"


def test_two_settings_are_the_same_if_both_hands_hold_the_same_tiles_in_any_order() -> None:
    setting = Setting(("6-6", "1-6"), ("5-5", "2-3"))
    assert setting.same_as(Setting(("1-6", "6-6"), ("2-3", "5-5")))
    assert not setting.same_as(Setting(("6-6", "1-6"), ("5-5", "1-4")))
    assert not setting.same_as(Setting(("6-6", "1-5"), ("5-5", "2-3")))
    assert not setting.same_as(Setting(("5-5", "2-3"), ("6-6", "1-6")))
