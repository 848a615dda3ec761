"""19:47-11.3: five cards and two, ranked, compared and named."""

from collections import Counter
from itertools import combinations, product
from math import comb
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.pai_gow.cards.deck import DECK, misfit
from domain.games.pai_gow.cards.game import CardsGame
from domain.games.pai_gow.cards.naming import hand_name
from domain.games.pai_gow.cards.ranking import PokerHand, Wheel, rank
from tests.support.domain.cards_by_the_book import FIFTY_THREE, FIFTY_TWO, Cards, read

WHEELS: Final[tuple[Wheel, ...]] = ("second", "lowest")
GAMES: Final = {wheel: CardsGame(wheel) for wheel in WHEELS}
FIVES: Final = st.lists(st.sampled_from(FIFTY_THREE), min_size=5, max_size=5, unique=True)
JOKER_FIVES: Final = st.lists(st.sampled_from(FIFTY_TWO), min_size=4, max_size=4, unique=True).map(
    lambda four: [*four, "JK"]
)
STRONG: Final = st.sampled_from([rank + suit for rank in "TJQKA" for suit in "SHDC"])
CLOSE_FIVES: Final = st.lists(st.one_of(STRONG, st.just("JK")), min_size=5, max_size=5, unique=True)
"""Few ranks, so that hands often meet with the same poker hand or as copies."""
UNTIMED: Final = settings(deadline=None, derandomize=True)
HANDS: Final = st.one_of(FIVES, JOKER_FIVES, CLOSE_FIVES).map(tuple)


def cards(told: str) -> Cards:
    return tuple(told.split())


def beats(one: str, other: str, wheel: Wheel = "second") -> bool:
    game = GAMES[wheel]
    assert not game.higher(cards(other), cards(one))
    return game.higher(cards(one), cards(other))


def test_11_2_a_the_deck_holds_fifty_two_cards_and_one_joker() -> None:
    assert sorted(DECK) == sorted(FIFTY_THREE)
    assert len(set(DECK)) == 53


def test_what_does_not_belong_in_one_deck_is_told() -> None:
    assert misfit(DECK) is None
    assert "'1S' is not a card" in str(misfit(cards("AS 1S")))
    assert "'Jk' is not a card" in str(misfit(cards("Jk")))
    assert misfit(cards("JK AS JK")) == "card JK appears 2 times; the deck holds one"
    assert misfit(cards("TD 2C TD TD")) == "card TD appears 3 times; the deck holds one"


def test_every_hand_of_the_joker_and_four_cards_is_formed_as_often_as_can_be_counted() -> None:
    formed = Counter(rank((*four, "JK"), "second").hand for four in combinations(FIFTY_TWO, 4))
    completing = 11 + 10 * 3
    """Sets of four ranks that lack one card of a straight: in a row, or with a gap."""
    with_ace = 4 + 4
    assert formed == {
        PokerHand.FIVE_ACES: 1,
        PokerHand.ROYAL_FLUSH: 4 * 5,
        PokerHand.STRAIGHT_FLUSH: 4 * (completing - 5),
        PokerHand.FOUR_OF_A_KIND: 4 * 48 + 12,
        PokerHand.FULL_HOUSE: 6 * 12 * 6 + 12 * 4 * 4,
        PokerHand.FLUSH: 4 * (comb(13, 4) - completing),
        PokerHand.STRAIGHT: completing * (4**4 - 4),
        PokerHand.THREE_OF_A_KIND: 6 * comb(12, 2) * 4**2 + 12 * 4 * 11 * 4,
        PokerHand.TWO_PAIRS: comb(12, 2) * 6**2 + 12 * 6 * 4 * 11 * 4,
        PokerHand.PAIR: 12 * 6 * comb(11, 2) * 4**2 + (comb(12, 3) - with_ace) * (4**4 - 4),
        PokerHand.NOTHING: (comb(12, 4) - completing + with_ace) * (4**4 - 4),
    }


def test_every_natural_five_of_eight_ranks_is_formed_as_often_as_can_be_counted() -> None:
    ranks, straights = "A2345678", 4
    short = [it + suit for it in ranks for suit in "SHDC"]
    formed = Counter(rank(five, "second").hand for five in combinations(short, 5))
    assert formed == {
        PokerHand.STRAIGHT_FLUSH: 4 * straights,
        PokerHand.FOUR_OF_A_KIND: 8 * 28,
        PokerHand.FULL_HOUSE: 8 * 4 * 7 * 6,
        PokerHand.FLUSH: 4 * (comb(8, 5) - straights),
        PokerHand.STRAIGHT: straights * (4**5 - 4),
        PokerHand.THREE_OF_A_KIND: 8 * 4 * comb(7, 2) * 4**2,
        PokerHand.TWO_PAIRS: comb(8, 2) * 6**2 * 6 * 4,
        PokerHand.PAIR: 8 * 6 * comb(7, 3) * 4**3,
        PokerHand.NOTHING: (comb(8, 5) - straights) * (4**5 - 4),
    }


@pytest.mark.parametrize("wheel", WHEELS)
def test_hands_stand_in_the_order_of_the_paragraph(wheel: Wheel) -> None:
    """One order of the code and of the second reading: neither parts what the other holds equal."""
    luck = Random(11)
    hands = [tuple(luck.sample(FIFTY_THREE, 5)) for _ in range(4_000)]
    hands += [(*luck.sample(FIFTY_TWO, 4), "JK") for _ in range(2_000)]
    hands += list(combinations([r + s for r in "A2345" for s in "SH"] + ["JK"], 5))
    hands += list(combinations([r + s for r in "9TJQKA" for s in "D"] + ["AS", "AH", "JK"], 5))
    for size in (hands, list(combinations(FIFTY_THREE, 2))):
        both = sorted({(rank(hand, wheel), read(hand, wheel)) for hand in size})
        assert [reading for _, reading in both] == sorted({reading for _, reading in both})
        assert len(both) == len({ranked for ranked, _ in both})


@UNTIMED
@given(HANDS, HANDS, HANDS, st.sampled_from(WHEELS))
def test_hands_stand_in_one_total_preorder(
    one: Cards, two: Cards, three: Cards, wheel: Wheel
) -> None:
    higher = GAMES[wheel].higher
    assert not (higher(one, two) and higher(two, one))
    if not higher(two, one) and not higher(three, two):
        assert not higher(three, one)


@UNTIMED
@given(HANDS, st.randoms(use_true_random=False), st.permutations("SHDC"), st.sampled_from(WHEELS))
def test_neither_order_nor_suits_count(
    hand: Cards, luck: Random, suits: list[str], wheel: Wheel
) -> None:
    other = dict(zip("SHDC", suits, strict=True))
    renamed = [card if card == "JK" else card[0] + other[card[1]] for card in hand]
    luck.shuffle(renamed)
    assert rank(renamed, wheel) == rank(hand, wheel)


@UNTIMED
@given(JOKER_FIVES, st.sampled_from(WHEELS))
def test_the_joker_is_never_worse_than_an_ace_or_a_card_that_completes(
    hand: list[str], wheel: Wheel
) -> None:
    four = hand[:4]
    for card in FIFTY_TWO:
        made = rank((*four, card), wheel)
        completes = made.hand in {
            PokerHand.STRAIGHT,
            PokerHand.FLUSH,
            PokerHand.STRAIGHT_FLUSH,
            PokerHand.ROYAL_FLUSH,
        }
        if card not in four and (card[0] == "A" or completes):
            assert rank(hand, wheel) >= made, card


def test_11_3_b_1_five_aces_are_the_highest_hand() -> None:
    assert rank(cards("AS AH AD AC JK"), "second").hand is PokerHand.FIVE_ACES
    assert beats("AS AH AD AC JK", "AS KS QS JS TS")


def test_11_3_b_3_ace_to_five_is_the_highest_straight_flush_below_the_royal() -> None:
    assert beats("AS 2S 3S 4S 5S", "KD QD JD TD 9D")
    assert beats("AD KD QD JD TD", "AS 2S 3S 4S 5S")
    assert beats("6D 5D 4D 3D 2D", "AS 2S 3S 4S 5S", "lowest")


def test_11_3_b_7_ace_to_five_is_the_second_highest_straight_or_by_election_the_lowest() -> None:
    assert beats("AS 2S 3S 4S 5D", "KD QD JD TD 9S")
    assert beats("AD KD QD JD TS", "AS 2S 3S 4S 5D")
    assert beats("6D 5D 4D 3D 2S", "AS 2S 3S 4S 5D", "lowest")


def test_an_ace_goes_round_no_corner() -> None:
    assert rank(cards("QS KD AH 2C 3S"), "second").hand is PokerHand.NOTHING


@pytest.mark.parametrize(
    ("told", "second", "lowest"),
    [
        ("JK KS", "ace-king", "ace-king"),
        ("JK AS", "pair of aces", "pair of aces"),
        ("JK KS KH 4D 4C", "two pairs, kings and fours with ace", None),
        ("JK KS KH AD AC", "full house, aces over kings", None),
        ("JK KS KH KD AC", "full house, kings over aces", None),
        ("JK AS AH AD KC", "four aces with king", None),
        ("JK 6S 5H 4D 3C", "straight, seven high", None),
        ("JK 2S 3H 4D 5C", "straight, ace to five", "straight, six high"),
        ("JK 2S 3S 4S 5S", "straight flush, ace to five", "straight flush, six high"),
        ("JK AS 3H 4D 5C", "straight, ace to five", None),
        ("JK AS 9S 5S 2S", "flush, ace-king-nine-five-two", None),
        ("JK KS 9S 5S 2S", "flush, ace-king-nine-five-two", None),
        ("JK AS KS QS 2S", "flush, ace-king-queen-jack-two", None),
        ("JK KS QS JS TS", "royal flush", None),
        ("JK KS QH JS TS", "straight, ace high", None),
        ("JK 9S QH 5S 3S", "ace-queen-nine-five-three", None),
    ],
)
def test_11_3_c_the_joker_is_an_ace_or_completes_one_of_four_hands(
    told: str, second: str, lowest: str | None
) -> None:
    assert hand_name(cards(told), "second") == second
    assert hand_name(cards(told), "lowest") == (lowest or second)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("AS KH 8D 5C 3S", "AH KD 8C 5S 2H"),
        ("9S 9H AD 5C 4S", "9D 9C AH 5S 3H"),
        ("9S 9H 4D 4C 3S", "9D 9C 4H 4S 2H"),
        ("9S 9H 9D KC 3S", "9S 9H 9D KC 2S"),
        ("3S 3H 3D 2C 2S", "2S 2H 2D AC AS"),
        ("9S 9H 9D 9C 4S", "9S 9H 9D 9C 3S"),
        ("AS QS 9S 7S 3S", "AD QD 9D 7D 2D"),
        ("AS KS", "AD QD"),
        ("2S 2H", "JK KS"),
    ],
)
def test_11_3_e_the_highest_card_that_the_other_lacks_decides(higher: str, lower: str) -> None:
    assert beats(higher, lower)
    assert beats(higher, lower, "lowest")


def test_11_3_e_hands_of_the_same_ranks_are_a_copy() -> None:
    assert not beats("AS KH 8D 5C 3S", "AH KD 8C 5S 3H")
    assert not beats("JK KH", "AS KD")
    assert not beats("JK KS 9S 5S 2S", "AH KH 9H 5H 2H")


@pytest.mark.parametrize("wheel", WHEELS)
def test_hands_have_one_name_exactly_when_they_are_a_copy(wheel: Wheel) -> None:
    luck = Random(7)
    hands: list[Cards] = [tuple(luck.sample(FIFTY_THREE, 5)) for _ in range(20_000)]
    hands += [tuple(pair) for pair in combinations(FIFTY_THREE, 2)]
    hands += [tuple(it) for it in product(["AS"], ["2S", "2H"], ["3S"], ["4S", "JK"], ["5S", "KS"])]
    for size in (2, 5):
        told = {(rank(hand, wheel), hand_name(hand, wheel)) for hand in hands if len(hand) == size}
        assert len(told) == len({ranked for ranked, _ in told}) == len({name for _, name in told})


def test_hands_are_called_as_people_call_them() -> None:
    assert hand_name(cards("KS KH KD 4C 4S"), "second") == "full house, kings over fours"
    assert hand_name(cards("AS AH"), "second") == "pair of aces"
    assert hand_name(cards("6S 6H KD 4C 2S"), "second") == "pair of sixes with king-four-two"
    assert hand_name(cards("QS QH QD 4C 2S"), "second") == "three queens with four-two"
    assert hand_name(cards("9S 8S 7S 6S 5S"), "second") == "straight flush, nine high"
    assert hand_name(cards("AS AH AD AC JK"), "second") == "five aces"
