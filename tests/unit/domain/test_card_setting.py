"""Seven cards set as five and two, by a player within the law and by the house way `basic`."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Final

import pytest

from domain.games.pai_gow.cards.game import CARD_RING, CardsGame
from domain.games.pai_gow.cards.house_way import basic
from domain.games.pai_gow.cards.ranking import Wheel
from domain.games.pai_gow.cards.setting import splits
from domain.games.pai_gow.layout.positions import count_to
from domain.games.pai_gow.layout.setting import Setting
from tests.support.domain import cards_by_the_book as book
from tests.support.domain.cards_by_the_book import Cards
from tests.support.share import examples

WHEELS: Final[tuple[Wheel, ...]] = ("second", "lowest")
GAME: Final = CardsGame("second")
MADE: Final = (
    "AS KS QS JS TS JK AH",
    "AS KS QS JS TS JK KH",
    "AS AH AD AC JK KS KH",
    "AS AH JK KS KH QS QH",
    "KS KH KD QS QH QD JK",
    "KS KH KD JK AC 4S 4H",
    "KS KH QS QH 4S 4H JK",
    "JK 2S 3H 4D 5C 6S 7H",
    "AS 2S 3S 4S 5S 6S 7S",
    "9S 9H 9D 9C 4S 4H 4D",
    "AS AH KS KH QS JD TC",
    "JK AS 2S 3H 4S 5S 6C",
    "9S 8S 7S 6S 5S 5H 5D",
)
"""Sevens that form several good hands at once."""


def cards(told: str) -> Cards:
    return tuple(told.split())


def setting(high: str, low: str) -> Setting:
    return Setting(cards(high), cards(low))


def named(seven: str, wheel: Wheel = "second") -> str:
    way = CardsGame(wheel).house_settings("basic", cards(seven))[0]
    high, low = CardsGame(wheel).name(way.high), CardsGame(wheel).name(way.low)
    return f"{high} / {low}"


def hands() -> list[Cards]:
    return [*map(cards, MADE), *book.sevens(1147, examples(400), joker=True)]


def test_seven_cards_part_in_twenty_one_ways() -> None:
    seven = cards("AS KS QS JS TS JK AH")
    ways = {(frozenset(way.high), frozenset(way.low)) for way in splits(seven)}
    assert len(ways) == 21
    assert all(way.uses(seven) for way in splits(seven))
    assert {(len(way.high), len(way.low)) for way in splits(seven)} == {(5, 2)}


@pytest.mark.parametrize(
    ("high", "low", "accepted"),
    [
        ("AS 9H 8D 5C 3S", "JK KS", False),
        ("AS KH 8D 5C 3S", "JK KS", True),
        ("AS KH 8D 5C 3S", "AD KS", True),
        ("AS QH 8D 5C 3S", "AD KS", False),
        ("9S 9H 4D 3C 2S", "9D 9C", True),
        ("9S 9H 4D 3C 2S", "TD TC", False),
        ("AS KH QD JC 9S", "2D 2C", False),
        ("JK KH QD 9C 8S", "AD AC", False),
        ("JK AH QD 9C 8S", "AD AC", True),
        ("2S 3H 4D 5C 6S", "AD AC", True),
        ("3S 3H 2D 2C 4S", "AD AC", True),
    ],
)
def test_11_1_the_five_do_not_rank_below_the_two(high: str, low: str, accepted: bool) -> None:
    assert GAME.in_order(setting(high, low)) is accepted


@pytest.mark.parametrize("wheel", WHEELS)
def test_without_a_named_way_the_house_may_set_whatever_is_lawful(wheel: Wheel) -> None:
    for seven in hands():
        allowed = CardsGame(wheel).house_settings(None, seven)
        pieces = {(frozenset(way.high), frozenset(way.low)) for way in allowed}
        assert len(allowed) == len(pieces)
        assert pieces == {
            (frozenset(five), frozenset(two))
            for five, two in book.parts(seven)
            if book.lawful(five, two, wheel)
        }, seven
        assert allowed[0] == basic(seven, wheel)[0]


@pytest.mark.parametrize("wheel", WHEELS)
def test_the_basic_way_sets_as_it_is_told_step_by_step(wheel: Wheel) -> None:
    for seven in hands():
        allowed = basic(seven, wheel)
        assert {(frozenset(way.high), frozenset(way.low)) for way in allowed} == book.basic(
            seven, wheel
        ), seven
        for way in allowed:
            assert Counter((*way.high, *way.low)) == Counter(seven)
            assert CardsGame(wheel).in_order(way)


def test_equally_good_settings_are_all_allowed_and_rank_alike() -> None:
    choices = [ways for ways in (basic(seven, "second") for seven in hands()) if len(ways) > 1]
    assert choices
    for ways in choices:
        assert len({(book.read(way.high), book.read(way.low)) for way in ways}) == 1


def test_the_named_setting_does_not_depend_on_the_order_of_the_cards() -> None:
    luck = Random(3)
    for seven in hands():
        for _ in range(3):
            assert basic(tuple(luck.sample(seven, 7)), "second") == basic(seven, "second")
    kings = cards("KS KH KD QS QH QD JK")
    assert {basic(order, "second")[0] for order in list(permutations(kings))[::97]} == {
        basic(kings, "second")[0]
    }


@pytest.mark.parametrize(
    ("seven", "told"),
    [
        ("KS KH KD 4S 4H 9C 2D", "three kings with nine-two / pair of fours"),
        ("KS KH KD 4S 4H 9C 9D", "full house, kings over fours / pair of nines"),
        ("4S 4H 4D KS KH 9C 9D", "full house, fours over nines / pair of kings"),
        ("KS KH KD QS QH QD 2C", "three kings with queen-two / pair of queens"),
        ("KS KH KD JK AC 4S 4H", "full house, kings over fours / pair of aces"),
        ("JK AS AH KS KH 9D 2C", "three aces with nine-two / pair of kings"),
        ("KS KH QS QH 4S 4H 9C", "two pairs, kings and fours with nine / pair of queens"),
        ("JK AS KS KH 9D 7C 2H", "pair of aces with nine-seven-two / pair of kings"),
        ("9S 9H 4S 4H AC KD 2C", "pair of nines with ace-king-two / pair of fours"),
    ],
)
def test_full_house_and_two_pairs_are_parted(seven: str, told: str) -> None:
    assert named(seven) == told


@pytest.mark.parametrize(
    ("seven", "told"),
    [
        ("AS AH AD AC JK KS KH", "five aces / pair of kings"),
        ("AS KS QS JS TS JK AH", "royal flush / pair of aces"),
        ("9S 9H 9D 9C 4S 4H 4D", "four nines with four / pair of fours"),
        ("AS QS 9S 7S 3S 2S KD", "flush, queen-nine-seven-three-two / ace-king"),
        ("AS AH KS KH QS JD TC", "straight, ace high / ace-king"),
        ("9S 9H 9D KC QH 4D 2C", "three nines with four-two / king-queen"),
        ("9S 9H AD KC QH 4D 2C", "pair of nines with queen-four-two / ace-king"),
        ("AS QH TD 8C 6H 4D 2C", "ace-eight-six-four-two / queen-ten"),
    ],
)
def test_else_the_highest_hand_is_kept_and_the_low_made_strong(seven: str, told: str) -> None:
    assert named(seven) == told


def test_the_elected_wheel_decides_between_equally_strong_lows() -> None:
    seven = "JK 2S 3H 4D 5C KS QH"
    assert named(seven) == "straight, ace to five / king-queen"
    assert named(seven, "lowest") == "straight, six high / king-queen"


def test_cards_lie_in_a_ring_of_seven() -> None:
    assert GAME.ring == CARD_RING
    assert (len(GAME.ring), GAME.high_size, GAME.low_size) == (7, 5, 2)
    assert [count_to(GAME.ring, "dealer", number) for number in (8, 15, 14)] == [
        "dealer",
        "dealer",
        "6",
    ]


def test_no_low_hand_is_barred_from_winning() -> None:
    assert not GAME.low_cannot_win(cards("3S 2H"))
