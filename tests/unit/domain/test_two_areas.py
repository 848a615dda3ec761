"""One player on two adjacent areas (19:47-10.10; MD 5.E)."""

from typing import Any, Final

import pytest

from domain.events.round import RoundClosed
from domain.games.pai_gow.round.state import round_at
from domain.hosting import Table
from domain.refusals import NotThisPlayer, WrongMoment
from tests.support.domain.asked import (
    Asked,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    withdraw,
)
from tests.support.domain.banked import BANK_HAND, LOSE, WIN
from tests.support.domain.given import given, then_refused, when

NJ: Final = ("nj-pai-gow", "19:47-10.10(a)", "19:47-10.10(b)")
MD: Final = ("md-pai-gow", "MD 5.E", "MD 5.E")
BOTH: Final = pytest.mark.parametrize(("regulation", "areas", "order"), [NJ, MD], ids=["NJ", "MD"])
HANDS: Final = {2: WIN, 3: LOSE}


def ann(seat: int, amount: int = 2500, **fields: Any) -> Asked:
    return place(seat, amount, player="ann", **fields)


def betting(regulation: str, *wagers: Asked, two_areas: bool = True) -> Table:
    opening = open_table(regulation=regulation, two_areas=two_areas)
    return given(opening, open_round(), *wagers)


def dealt(regulation: str, *wagers: Asked) -> Table:
    tiles = {seat: hand.replace("/", "") for seat, hand in HANDS.items()}
    return when(betting(regulation, *wagers), no_more_bets(), roll(), deal(BANK_HAND, tiles)).table


@BOTH
def test_10_10_a_md_5_e_two_adjacent_areas_where_the_submission_permits_them(
    regulation: str, areas: str, order: str
) -> None:
    for first, second in ((2, 3), (3, 2), (6, 5)):
        assert when(betting(regulation, ann(first)), ann(second)).events
    one_only = betting(regulation, ann(2), two_areas=False)
    then_refused(one_only, ann(3), rule=areas, kind=NotThisPlayer)


@BOTH
def test_10_10_a_md_5_e_areas_that_are_not_adjacent_are_refused(
    regulation: str, areas: str, order: str
) -> None:
    for first, far in ((2, 4), (1, 6), (6, 1), (5, 2)):
        then_refused(betting(regulation, ann(first)), ann(far), rule=areas, kind=NotThisPlayer)


@BOTH
def test_10_10_a_md_5_e_a_third_area_is_refused_until_one_is_given_up(
    regulation: str, areas: str, order: str
) -> None:
    table = betting(regulation, ann(2), ann(3))
    for third in (1, 4):
        then_refused(table, ann(third), rule=areas, kind=NotThisPlayer)
    assert when(table, withdraw(2), ann(4)).events
    assert when(table, ann(2), ann(3)).events


@BOTH
@pytest.mark.parametrize(
    ("at_2", "at_3", "first"),
    [(2500, 2500, 2), (2501, 2500, 2), (2500, 2501, 3)],
)
def test_10_10_b_md_5_e_the_larger_wagers_hand_is_set_first_of_equals_the_lower_seats(
    regulation: str, areas: str, order: str, at_2: int, at_3: int, first: int
) -> None:
    second = 5 - first
    table = dealt(regulation, ann(2, at_2), ann(3, at_3))
    refusal = then_refused(table, set_hand(second), rule=order, kind=WrongMoment)
    assert f"seat {first} before seat {second}" in refusal.reason
    then = when(table, set_hand(first), set_hand(second))
    assert round_at(then.table).unset() == ()


def test_10_10_b_a_coupon_counts_for_which_wager_is_larger() -> None:
    table = dealt("nj-pai-gow", ann(2, 2500), ann(3, 2500, coupon=1))
    then_refused(table, set_hand(2), rule="19:47-10.10(b)", kind=WrongMoment)
    assert when(table, set_hand(3), set_hand(2)).events


@BOTH
def test_10_10_b_md_5_e_other_players_set_in_any_order(
    regulation: str, areas: str, order: str
) -> None:
    table = dealt(regulation, place(2, 5000), place(3, 2500))
    assert when(table, set_hand(3), set_hand(2)).events


@BOTH
def test_10_10_b_md_5_e_4_a_set_hand_is_not_changed_while_the_other_is_set(
    regulation: str, areas: str, order: str
) -> None:
    table = when(dealt(regulation, ann(2), ann(3)), set_hand(2)).table
    then_refused(table, set_hand(2), kind=WrongMoment)


@BOTH
def test_10_10_b_md_5_e_1_each_hand_is_played_separately(
    regulation: str, areas: str, order: str
) -> None:
    table = dealt(regulation, ann(2, 4000), ann(3, 1000))
    settings = [set_hand(seat, *hand.split("/")) for seat, hand in HANDS.items()]
    closed = when(table, *settings, set_house(), settle()).one(RoundClosed)
    lines = [(line.seat, line.outcome, line.paid) for line in closed.wagers]
    assert lines == [(2, "win", 4000), (3, "lose", 0)]
    assert {line.player for line in closed.wagers} == {"ann"}
    assert closed.tray_delta == 1000 - 4000 + 200
