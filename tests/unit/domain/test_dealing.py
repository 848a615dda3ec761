"""19:47-10.6: where the count of the dice falls, and which stack goes to which position."""

from collections import Counter
from itertools import product

import pytest

from domain.games.pai_gow.layout.positions import DEALER, TILE_RING, count_to
from domain.games.pai_gow.messages.events import TilesDealt
from domain.hosting import Table
from tests.support.domain.asked import (
    RING,
    TILES,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
)
from tests.support.domain.given import given, when

STACKS = [list(TILES[at : at + 4]) for at in range(0, 32, 4)]


def dealt(dice: tuple[int, ...], *seats: int) -> TilesDealt:
    """What the deal of the eight stacks gives after these dice, with wagers on these seats."""
    table: Table = given(open_table(), open_round(), *map(place, seats), no_more_bets())
    return when(table, roll(*dice), ask("deal", stacks=STACKS)).one(TilesDealt)


def test_10_6_c_1_dice_that_total_nine_give_the_first_stack_to_the_dealer() -> None:
    event = dealt((3, 3, 3), 1)
    assert event.start == "dealer"
    assert list(event.hands["dealer"]) == STACKS[0]


def test_10_6_c_2_dice_that_total_fifteen_give_the_first_stack_to_the_sixth_position() -> None:
    event = dealt((4, 5, 6), 6)
    assert event.start == "6"
    assert list(event.hands["6"]) == STACKS[0]


def test_10_6_c_the_count_walks_round_the_table_one_position_at_a_time() -> None:
    assert TILE_RING == RING
    for dice in product(range(1, 7), repeat=3):
        at = 0
        for _ in range(sum(dice) - 1):
            at = 0 if at == 7 else at + 1
        assert count_to(TILE_RING, DEALER, sum(dice)) == RING[at], dice


@pytest.mark.parametrize("dice", [(1, 1, 1), (1, 2, 3), (2, 2, 3), (3, 3, 4), (6, 6, 6)])
def test_10_6_d_the_stacks_go_counterclockwise_from_the_start_to_every_position(
    dice: tuple[int, ...],
) -> None:
    event = dealt(dice, 1, 2, 3, 4, 5, 6)
    start = RING.index(event.start)
    assert start == (sum(dice) - 1) % 8
    for number, stack in enumerate(STACKS):
        assert list(event.hands[RING[(start + number) % 8]]) == stack


def test_10_6_e_tiles_where_nobody_wagers_go_to_the_dead_hand() -> None:
    event = dealt((3, 3, 3), 2, 5)
    assert list(event.hands) == ["dealer", "2", "5", "dead"]
    left = [tile for position in (1, 3, 4, 6, 7) for tile in STACKS[position]]
    assert Counter(event.hands["dead"]) == Counter(left)
    assert event.hands["dead"][:4] == tuple(STACKS[7])


def test_every_tile_of_the_set_is_dealt_once() -> None:
    event = dealt((1, 2, 4), 3)
    assert Counter(tile for hand in event.hands.values() for tile in hand) == Counter(TILES)


def test_the_deal_cites_its_paragraph_and_its_style() -> None:
    event = dealt((3, 3, 3), 1)
    assert (event.rule, event.style) == ("19:47-10.6(d)", "house_way_from_right")
