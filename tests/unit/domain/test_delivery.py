"""19:47-10.8(k)1 to 10 and Maryland 6.C, 7.B(1) to (9), on a layout worked out by hand.

Stacks are numbered 1 to 8 from the dealer's right, so that 8 is the first on the dealer's left; the
tiles of a stack are a, b, c, d from the top.
"""

from collections import Counter
from typing import Final, get_args

import pytest

from domain.games.pai_gow.elections.elections import DeliveryStyle
from domain.games.pai_gow.tiles.delivery import MD_CITES, NJ_CITES, STYLES, deliver_in
from tests.support.domain.by_the_book import SET

LAYOUT: Final = [[f"{stack}{tile}" for tile in "abcd"] for stack in range(1, 9)]

WORKED: Final = {
    "house_way_from_right": """
        1a 1b 1c 1d
        2a 2b 2c 2d
        3a 3b 3c 3d
        4a 4b 4c 4d
        5a 5b 5c 5d
        6a 6b 6c 6d
        7a 7b 7c 7d
        8a 8b 8c 8d""",
    "house_way_from_left": """
        8a 8b 8c 8d
        7a 7b 7c 7d
        6a 6b 6c 6d
        5a 5b 5c 5d
        4a 4b 4c 4d
        3a 3b 3c 3d
        2a 2b 2c 2d
        1a 1b 1c 1d""",
    "cup_say_from_right": """
        1a 1b 2a 2b
        1c 1d 2c 2d
        3a 3b 4a 4b
        3c 3d 4c 4d
        5a 5b 6a 6b
        5c 5d 6c 6d
        7a 7b 8a 8b
        7c 7d 8c 8d""",
    "cup_say_from_left": """
        8a 8b 7a 7b
        8c 8d 7c 7d
        6a 6b 5a 5b
        6c 6d 5c 5d
        4a 4b 3a 3b
        4c 4d 3c 3d
        2a 2b 1a 1b
        2c 2d 1c 1d""",
    "jung_quat": """
        4a 4b 5a 5b
        4c 4d 5c 5d
        3a 3b 6a 6b
        3c 3d 6c 6d
        2a 2b 7a 7b
        2c 2d 7c 7d
        1a 1b 8a 8b
        1c 1d 8c 8d""",
    "chee_yee": """
        1a 1b 8a 8b
        1c 1d 8c 8d
        2a 2b 7a 7b
        2c 2d 7c 7d
        3a 3b 6a 6b
        3c 3d 6c 6d
        4a 4b 5a 5b
        4c 4d 5c 5d""",
    "pin_say_from_right": """
        1a 2a 3a 4a
        5a 6a 7a 8a
        1b 2b 3b 4b
        5b 6b 7b 8b
        1c 2c 3c 4c
        5c 6c 7c 8c
        1d 2d 3d 4d
        5d 6d 7d 8d""",
    "pin_say_from_left": """
        8a 7a 6a 5a
        4a 3a 2a 1a
        8b 7b 6b 5b
        4b 3b 2b 1b
        8c 7c 6c 5c
        4c 3c 2c 1c
        8d 7d 6d 5d
        4d 3d 2d 1d""",
    "dragon_head_from_right": """
        1a 1b 2a 2b
        5a 6a 7a 8a
        1c 1d 2c 2d
        5b 6b 7b 8b
        3a 3b 4a 4b
        5c 6c 7c 8c
        3c 3d 4c 4d
        5d 6d 7d 8d""",
    "dragon_head_from_left": """
        8a 8b 7a 7b
        4a 3a 2a 1a
        8c 8d 7c 7d
        4b 3b 2b 1b
        6a 6b 5a 5b
        4c 3c 2c 1c
        6c 6d 5c 5d
        4d 3d 2d 1d""",
}


@pytest.mark.parametrize("style", WORKED)
def test_10_8_k_a_style_delivers_the_hands_its_paragraph_describes(style: str) -> None:
    worked = tuple(tuple(line.split()) for line in WORKED[style].split("\n")[1:])
    assert deliver_in(style, LAYOUT) == worked


@pytest.mark.parametrize("style", STYLES)
def test_every_tile_of_the_set_is_delivered_once(style: str) -> None:
    hands = deliver_in(style, [SET[at : at + 4] for at in range(0, 32, 4)])
    assert [len(hand) for hand in hands] == [4] * 8
    assert Counter(tile for hand in hands for tile in hand) == Counter(SET)


def test_no_two_styles_deal_alike() -> None:
    dealt = {tuple(frozenset(hand) for hand in deliver_in(style, LAYOUT)) for style in STYLES}
    assert len(dealt) == 10


def test_10_8_k_the_styles_are_the_ten_that_a_submission_may_name() -> None:
    assert get_args(DeliveryStyle) == STYLES == tuple(WORKED)


def test_each_style_has_its_paragraph_in_both_texts() -> None:
    assert NJ_CITES["house_way_from_right"] == "19:47-10.8(k)1"
    assert NJ_CITES["jung_quat"] == "19:47-10.8(k)5"
    assert NJ_CITES["dragon_head_from_left"] == "19:47-10.8(k)10"
    assert MD_CITES["house_way_from_right"] == "MD 6.C"
    assert MD_CITES["house_way_from_left"] == "MD 7.B(1)"
    assert MD_CITES["pin_say_from_right"] == "MD 7.B(6)"
    assert MD_CITES["dragon_head_from_left"] == "MD 7.B(9)"


@pytest.mark.parametrize("stacks", [LAYOUT[:7], [*LAYOUT[:7], LAYOUT[7][:3]]])
def test_only_eight_stacks_of_four_are_delivered(stacks: list[list[str]]) -> None:
    with pytest.raises(AssertionError, match="eight stacks of four"):
        deliver_in("house_way_from_right", stacks)
