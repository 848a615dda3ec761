"""What a progressive wager is expected to pay, exactly, as the meter grows."""

from fractions import Fraction
from itertools import pairwise
from typing import Final

import pytest

from domain.games.pai_gow.cards.row_counts import ALL_HANDS, HANDS_BY_ROWS
from domain.games.pai_gow.odds.progressive import (
    break_even_meter,
    expected_fixed,
    expected_payout,
    hands_paid,
)

LISTED: Final = {
    "natural_royal_flush_and_pair": 264,
    "five_aces_and_pair": 72,
    "natural_royal_flush": 4_248,
    "five_aces": 1_056,
    "royal_flush_and_pair": 1_260,
    "royal_flush": 20_360,
    "straight_flush_and_pair": 11_748,
    "straight_flush": 173_084,
    "four_of_a_kind_and_pair": 57_648,
    "four_of_a_kind": 249_824,
    "full_house_and_pair": 150_480,
    "full_house": 4_030_416,
    "flush_and_pair": 489_260,
    "flush": 5_631_420,
    "straight_and_pair": 1_149_680,
    "straight": 10_145_388,
    "three_of_a_kind": 7_470_676,
}
"""Hands that each row is paid on while the meter holds $10,000 or more."""
STAKES: Final = (100, 500)


@pytest.mark.parametrize("stake", STAKES)
@pytest.mark.parametrize("meter", [1_000_000, 1_234_567, 50_000_000])
def test_hands_paid_while_the_meter_holds_its_least_amount(meter: int, stake: int) -> None:
    assert hands_paid(meter, stake) == LISTED
    assert ALL_HANDS - sum(LISTED.values()) == 124_556_196


@pytest.mark.parametrize("stake", STAKES)
def test_the_fixed_rows_return_some_sixty_two_percent(stake: int) -> None:
    returned = 100 * expected_fixed(1_000_000, stake) / stake
    assert round(float(returned), 4) == 62.1646


@pytest.mark.parametrize("stake", STAKES)
def test_a_dollar_more_on_the_meter_is_worth_its_share_of_the_percentages(stake: int) -> None:
    share = Fraction(264 + 72, ALL_HANDS) + Fraction(4_248 + 1_056, ALL_HANDS) / 10
    grown = expected_payout(2_000_000, stake) - expected_payout(1_000_000, stake)
    assert grown == share * 1_000_000


@pytest.mark.parametrize("stake", STAKES)
def test_at_the_break_even_meter_the_stake_is_paid_back_and_a_cent_below_it_is_not(
    stake: int,
) -> None:
    meter = break_even_meter(stake)
    assert expected_payout(meter, stake) >= stake > expected_payout(meter - 1, stake)


def test_the_break_even_meters_of_the_listed_tables() -> None:
    assert [break_even_meter(stake) for stake in STAKES] == [6_731_371, 33_656_871]


@pytest.mark.parametrize("stake", STAKES)
def test_a_meter_below_two_thousand_dollars_gives_way_to_fixed_rows(stake: int) -> None:
    paid = hands_paid(0, stake)
    assert {"natural_royal_flush", "five_aces", "five_aces_and_pair"}.isdisjoint(paid)
    assert sum(paid.values()) == sum(LISTED.values())
    assert paid["royal_flush_and_pair"] == 1_260 + 264 + 48
    assert paid["royal_flush"] == 20_360 + 4_248 - 48
    assert paid["four_of_a_kind"] == 249_824 + 1_056 + 72
    meters = [expected_payout(meter, stake) for meter in range(0, 1_200_000, 9_999)]
    assert all(less <= more for less, more in pairwise(meters))


def test_what_a_submission_pays_above_the_floor_is_counted() -> None:
    raised = {"flush": 700}
    with_flush = sum(hands for rows, hands in HANDS_BY_ROWS.items() if "flush" in rows)
    paid = hands_paid(1_000_000, 100, raised)
    assert LISTED["flush"] + LISTED["flush_and_pair"] < paid["flush"] < with_flush
    assert "flush_and_pair" not in paid
    assert break_even_meter(100, raised) < break_even_meter(100)
    assert break_even_meter(100, {"three_of_a_kind": 10_000}) == 0
