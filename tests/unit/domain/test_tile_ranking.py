"""19:47-10.2: every two tiles of the set, ranked and compared."""

from collections import Counter
from typing import Final

import pytest

from domain.games.pai_gow.regulations import REGULATIONS
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.ranking import hand_name, rank
from domain.games.pai_gow.tiles.tile_set import FULL_SET, KINDS
from tests.support.domain.by_the_book import (
    NO_PAIR,
    SET,
    TILES_BY_RANK,
    TWO_TILES,
    compare,
    place_of_tile,
    reading_of,
    spots_on,
    ways_to_count,
)

GAME: Final = TilesGame(zero_ties_to_house=False)
MARYLAND: Final = TilesGame(zero_ties_to_house=True)


def test_10_2_a_the_set_holds_thirty_two_tiles_of_twenty_one_kinds() -> None:
    assert Counter(FULL_SET) == Counter(SET)
    assert (len(FULL_SET), len(KINDS)) == (32, 21)


def test_10_2_g_every_tile_has_its_spots_and_its_individual_rank() -> None:
    told = {kind: (tile.spots, tile.rank) for kind, tile in KINDS.items()}
    assert told == {kind: (spots_on(kind), place_of_tile(kind)) for kind in SET}
    assert len(TILES_BY_RANK) == 17


def test_there_are_496_hands_of_two_tiles() -> None:
    assert len(TWO_TILES) == 32 * 31 // 2


def test_10_2_b_each_hand_has_the_pair_rank_that_the_table_gives_it() -> None:
    for hand in TWO_TILES:
        assert rank(hand).place == reading_of(hand).pair, hand


def test_10_2_b_each_pair_rank_is_formed_as_often_as_the_set_allows() -> None:
    formed = Counter(rank(hand).place for hand in TWO_TILES)
    supreme, each_matched, each_mixed = 1, 1, 1
    nines, eights = 2, 2 + 2
    expected = {
        1: supreme,
        **dict.fromkeys(range(2, 13), each_matched),
        **dict.fromkeys(range(13, 17), each_mixed),
        **dict.fromkeys((17, 18), 2 * nines),
        **dict.fromkeys((19, 20), 2 * eights),
    }
    assert expected[17] == 4
    assert expected[19] == 8
    assert formed == {**expected, NO_PAIR: 496 - sum(expected.values())}


def test_10_2_d_each_hand_without_a_pair_has_the_last_digit_of_its_spots_as_value() -> None:
    plain = [hand for hand in TWO_TILES if not {"2-4", "1-2"} & set(hand)]
    for hand in plain:
        if reading_of(hand).pair == NO_PAIR:
            assert rank(hand).value == sum(map(spots_on, hand)) % 10, hand


def test_no_pair_wong_or_gong_counts_as_value_zero() -> None:
    adds_up_to_ten = [hand for hand in TWO_TILES if sum(map(spots_on, hand)) % 10 == 0]
    pairs = [hand for hand in adds_up_to_ten if rank(hand).is_pair]
    assert {("6-6", "2-6"), ("1-1", "4-4"), ("5-5", "5-5")} <= set(pairs)
    assert not any(rank(hand).is_zero for hand in pairs)


def test_every_two_hands_compare_as_the_regulation_says_both_ways() -> None:
    for one in TWO_TILES:
        for other in TWO_TILES:
            expected = compare(reading_of(one), reading_of(other))
            outranks = (GAME.higher(one, other), GAME.higher(other, one))
            assert outranks == (expected > 0, expected < 0), (one, other)
            assert (rank(one) == rank(other)) == (expected == 0), (one, other)


def test_md_3_every_two_hands_compare_alike_but_for_zero_against_zero_both_ways() -> None:
    zeros = {hand for hand in TWO_TILES if reading_of(hand).value == 0}
    for one in TWO_TILES:
        for other in TWO_TILES:
            tied = one in zeros and other in zeros
            expected = not tied and compare(reading_of(one), reading_of(other)) > 0
            assert MARYLAND.higher(one, other) == expected, (one, other)


def test_md_3_h_2_the_zeros_are_one_step_at_the_foot_of_the_order() -> None:
    zeros = {hand for hand in TWO_TILES if reading_of(hand).value == 0}
    others = set(TWO_TILES) - zeros
    assert {("6-6", "4-4"), ("1-1", "2-6")}.isdisjoint(zeros)
    for zero in zeros:
        assert not any(MARYLAND.higher(zero, hand) for hand in TWO_TILES), zero
        assert all(MARYLAND.higher(hand, zero) for hand in others), zero
    better, worse = ("1-3", "1-5"), ("5-5", "4-6")
    assert {better, worse} <= zeros
    assert GAME.higher(better, worse)


def test_md_3_the_regulations_play_by_these_orders() -> None:
    by_name = {regulation.name: regulation.game for regulation in REGULATIONS}
    assert (by_name["nj-pai-gow"], by_name["md-pai-gow"]) == (GAME, MARYLAND)


def test_all_hands_stand_in_one_total_preorder() -> None:
    hands = list(dict.fromkeys(TWO_TILES))
    beaten = {one: frozenset(two for two in hands if GAME.higher(one, two)) for one in hands}
    for one in hands:
        for other in hands:
            ahead, behind = other in beaten[one], one in beaten[other]
            assert not (ahead and behind), (one, other)
            if ahead:
                assert beaten[other] < beaten[one], (one, other)
            elif not behind:
                assert beaten[other] == beaten[one], (one, other)


def test_a_hand_ranks_alike_whichever_tile_is_named_first() -> None:
    for one, other in TWO_TILES:
        assert rank((one, other)) == rank((other, one))


def test_10_2_d_1_a_two_and_a_six_have_a_value_of_eight() -> None:
    assert rank(("1-1", "3-3")).value == 8


def test_10_2_d_2_an_eleven_and_a_seven_total_eighteen_and_have_a_value_of_eight() -> None:
    assert spots_on("5-6") + spots_on("1-6") == 18
    assert rank(("5-6", "1-6")).value == 8


def test_10_2_b_any_pair_outranks_the_best_hand_without_one() -> None:
    lowest_pair, best_value = ("1-1", "3-5"), ("6-6", "1-6")
    assert rank(best_value).value == 9
    assert GAME.higher(lowest_pair, best_value)


def test_10_2_c_two_hands_of_one_pair_rank_are_a_copy() -> None:
    assert rank(("6-6", "4-5")) == rank(("6-6", "3-6"))
    assert rank(("1-1", "4-4")) == rank(("1-1", "2-6"))


def test_10_2_f_the_highest_tile_decides_between_equal_values() -> None:
    with_teen, with_gor = ("6-6", "1-6"), ("1-3", "2-3")
    assert rank(with_teen).value == rank(with_gor).value == 9
    assert GAME.higher(with_teen, with_gor)
    assert not GAME.higher(with_gor, with_teen)


def test_10_2_h_equal_values_with_equal_highest_tiles_are_a_copy() -> None:
    with_nine, with_other_nine = ("3-6", "2-5"), ("4-5", "3-4")
    assert not GAME.higher(with_nine, with_other_nine)
    assert not GAME.higher(with_other_nine, with_nine)


@pytest.mark.parametrize("gee_joon", ["1-2", "2-4"])
def test_10_2_e_a_gee_joon_tile_apart_counts_three_or_six_whichever_is_stronger(
    gee_joon: str,
) -> None:
    for mate in set(SET) - {"1-2", "2-4"}:
        spots, place = spots_on(mate), place_of_tile(mate)
        stronger = max(((3 + spots) % 10, -min(17, place)), ((6 + spots) % 10, -min(15, place)))
        found = rank((gee_joon, mate))
        assert (found.value, found.tile) == stronger, mate


def test_10_2_e_either_gee_joon_tile_makes_the_same_hand_with_the_same_mate() -> None:
    assert ways_to_count("1-2") == ways_to_count("2-4")
    for mate in set(SET) - {"1-2", "2-4"}:
        assert rank(("1-2", mate)) == rank(("2-4", mate))


def test_10_2_e_the_six_counted_as_three_ranks_below_a_five() -> None:
    assert rank(("2-4", "1-4")).value == 8
    assert rank(("2-4", "1-4")) == rank(("1-2", "2-3"))
    assert rank(("2-4", "1-4")).tile == -place_of_tile("1-4")


def test_hands_are_called_by_the_names_of_the_pit() -> None:
    assert hand_name(("1-2", "2-4")) == "gee joon"
    assert hand_name(("6-6", "6-6")) == "pair of teen"
    assert hand_name(("3-6", "4-5")) == "mixed nines"
    assert hand_name(("3-6", "6-6")) == "teen wong"
    assert hand_name(("1-1", "4-4")) == "day gong"
    assert hand_name(("5-6", "1-6")) == "eight with foo"
    assert hand_name(("5-5", "4-6")) == "zero with mooy"


def test_10_2_e_a_gee_joon_tile_counted_as_three_does_not_give_the_hand_its_name() -> None:
    assert hand_name(("2-4", "1-4")) == hand_name(("2-3", "1-2")) == "eight with five"
    assert hand_name(("2-4", "1-3")) == "seven with gor"
