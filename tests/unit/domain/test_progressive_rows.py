"""19:47-11.14(d), (e): which row of the payout table seven cards are paid by."""

from itertools import combinations
from typing import Final

import pytest

from domain.games.pai_gow.cards.progressive import (
    LEAST_METER_CENTS,
    LEAST_RATE_BP,
    ROWS,
    Payout,
    best_row,
    pay_table,
    rows_formed,
)
from domain.meter.changes import contribution_cents
from domain.refusals import NotOffered
from tests.support.domain import cards_by_the_book as book
from tests.support.domain.cards_by_the_book import Cards

METER: Final = 2_345_671

LISTED: Final = """\
natural royal flush and pair | 100 % | 100 %
five aces and pair | 100 % | 100 %
natural royal flush | 10 % | 10 %
five aces | 10 % | 10 %
royal flush and pair | $200.00 | $1000.00
royal flush | $100.00 | $500.00
straight flush and pair | $50.00 | $250.00
straight flush | $25.00 | $125.00
four of a kind and pair | $40.00 | $200.00
four of a kind | $20.00 | $100.00
full house and pair | $10.00 | $50.00
full house | $5.00 | $25.00
flush and pair | $6.00 | $30.00
flush | $3.00 | $15.00
straight and pair | $4.00 | $20.00
straight | $2.00 | $10.00
three of a kind | $2.00 | $10.00"""

EXAMPLES: Final = {
    "natural_royal_flush_and_pair": "AS KS QS JS TS 4D 4C",
    "five_aces_and_pair": "AS AH AD AC JK 4D 4C",
    "natural_royal_flush": "AS KS QS JS TS 4D 5C",
    "five_aces": "AS AH AD AC JK 4D 5C",
    "royal_flush_and_pair": "JK KS QS JS TS 4D 4C",
    "royal_flush": "JK KS QS JS TS 4D 5C",
    "straight_flush_and_pair": "9S KS QS JS TS 4D 4C",
    "straight_flush": "9S KS QS JS TS 4D 5C",
    "four_of_a_kind_and_pair": "9S 9H 9D 9C 2S 4D 4C",
    "four_of_a_kind": "9S 9H 9D 9C 2S 4D 5C",
    "full_house_and_pair": "9S 9H 9D 2C 2S 4D 4C",
    "full_house": "9S 9H 9D 2C 2S 4D 5C",
    "flush_and_pair": "AS QS 9S 7S 3S 4D 4C",
    "flush": "AS QS 9S 7S 3S 4D 5C",
    "straight_and_pair": "9S 8H 7D 6C 5S KD KC",
    "straight": "9S 8H 7D 6C 5S KD QC",
    "three_of_a_kind": "9S 9H 9D 2C 3S KD QC",
}


def cards(told: str) -> Cards:
    return tuple(told.split())


def paid(told: str, meter_cents: int = METER, stake_cents: int = 100) -> Payout:
    payout = best_row(cards(told), meter_cents, stake_cents)
    assert payout is not None
    return payout


@pytest.mark.parametrize(("stake_cents", "column"), [(100, 1), (500, 2)])
def test_11_14_d_the_table_is_the_listed_one(stake_cents: int, column: int) -> None:
    lines = [line.split(" | ") for line in LISTED.splitlines()]
    told = [
        (
            row.name.replace("_", " "),
            f"{row.percent} %" if row.percent else f"${row.cents / 100:.2f}",
        )
        for row in pay_table(stake_cents)
    ]
    assert told == [(line[0], line[column]) for line in lines]


@pytest.mark.parametrize(("row", "seven"), EXAMPLES.items())
def test_11_14_d_every_row_is_paid(row: str, seven: str) -> None:
    assert paid(seven).row == paid(seven, stake_cents=500).row == row


def test_every_row_has_its_example() -> None:
    assert tuple(EXAMPLES) == ROWS


def test_seven_cards_of_no_row_are_paid_nothing() -> None:
    assert best_row(cards("KS KH QD QC 3S 2D 9C"), METER, 100) is None
    assert best_row(cards("KS JH 9D 7C 5S 3D 2C"), METER, 500) is None


@pytest.mark.parametrize("stake_cents", [100, 500])
def test_11_14_d_the_row_that_pays_most_is_paid_not_the_highest_hand(stake_cents: int) -> None:
    times = stake_cents // 100
    flush_against_straight_and_pair = "KD QD JD TS 9D 2D 2C"
    assert "flush" in rows_formed(cards(flush_against_straight_and_pair))
    payout = paid(flush_against_straight_and_pair, METER, stake_cents)
    assert payout[:2] == ("straight_and_pair", 400 * times)
    full_house_against_flush_and_pair = "AS 9S 5S 2S JK 9H 9D"
    assert "full_house" in rows_formed(cards(full_house_against_flush_and_pair))
    payout = paid(full_house_against_flush_and_pair, METER, stake_cents)
    assert payout[:2] == ("flush_and_pair", 600 * times)


def test_a_royal_flush_stays_natural_when_the_joker_pairs_in_the_other_two() -> None:
    assert paid("AS KS QS JS TS JK AH")[:3] == ("natural_royal_flush_and_pair", METER, 100)
    assert paid("AS KS QS JS TS JK KH")[:3] == ("natural_royal_flush", 234_568, 10)


def test_of_rows_that_pay_alike_the_first_listed_is_named() -> None:
    seven = "JK AS AH 2C 3D 4S 9H"
    assert {"straight", "three_of_a_kind"} <= rows_formed(cards(seven))
    assert paid(seven).row == "straight"
    assert paid("AS KS QS JS TS JK KH", 1_000_000, 500)[:2] == ("natural_royal_flush", 100_000)


@pytest.mark.parametrize(
    ("seven", "meter_cents", "row", "amount"),
    [
        ("AS KS QS JS TS JK KH", 200_000, "natural_royal_flush", 20_000),
        ("AS KS QS JS TS JK KH", 199_990, "royal_flush_and_pair", 20_000),
        ("AS KS QS JS TS 4D 5C", 99_990, "royal_flush", 10_000),
        ("AS KS QS JS TS 4D 4C", 20_000, "natural_royal_flush_and_pair", 20_000),
        ("AS KS QS JS TS 4D 4C", 19_999, "royal_flush_and_pair", 20_000),
        ("AS AH AD AC JK 4D 5C", 19_990, "four_of_a_kind", 2_000),
        ("AS AH AD AC JK 4D 4C", 0, "four_of_a_kind", 2_000),
    ],
)
def test_11_14_g_a_small_meter_makes_way_for_the_fixed_row_that_the_cards_form_too(
    seven: str, meter_cents: int, row: str, amount: int
) -> None:
    assert paid(seven, meter_cents)[:2] == (row, amount)


@pytest.mark.parametrize(
    ("meter_cents", "amount"), [(1_000_000, 100_000), (1_000_001, 100_001), (1_000_009, 100_001)]
)
def test_ten_percent_is_rounded_up_to_the_cent(meter_cents: int, amount: int) -> None:
    assert paid(EXAMPLES["five_aces"], meter_cents).amount_cents == amount


@pytest.mark.parametrize("stake_cents", [100, 500])
def test_11_14_e_large_payouts_straight_flushes_and_percentages_come_off_the_meter(
    stake_cents: int,
) -> None:
    off_the_meter = [
        row for row, seven in EXAMPLES.items() if paid(seven, METER, stake_cents).from_meter
    ]
    assert off_the_meter == list(ROWS[:8])
    for seven in EXAMPLES.values():
        payout = paid(seven, METER, stake_cents)
        assert payout.needs_supervisor is payout.from_meter
        assert payout.resets_meter is (payout.amount_cents == METER)


def test_a_meter_too_small_is_short_of_what_comes_off_it_and_of_nothing_else() -> None:
    assert paid(EXAMPLES["royal_flush"], 4_000).short_cents == 6_000
    assert paid(EXAMPLES["royal_flush"], 10_000).short_cents == 0
    assert paid(EXAMPLES["four_of_a_kind_and_pair"], 0).short_cents == 0


def test_a_submission_pays_above_the_floor_and_what_it_raises_may_come_off_the_meter() -> None:
    four = cards(EXAMPLES["four_of_a_kind_and_pair"])
    payout = best_row(four, METER, 100, {"four_of_a_kind_and_pair": 5_000})
    assert payout == Payout("four_of_a_kind_and_pair", 5_000, None, from_meter=True, short_cents=0)
    flush = cards(EXAMPLES["flush_and_pair"])
    assert best_row(flush, METER, 100, {"flush": 700}) == Payout(
        "flush", 700, None, from_meter=False, short_cents=0
    )


@pytest.mark.parametrize(
    ("payouts", "rule", "reason"),
    [
        ({"flush": 299}, "19:47-11.14(d)", "`flush` pays at least $3.00, not $2.99"),
        (
            {"two_pairs": 100},
            "19:47-11.14(d)",
            "payouts name `two_pairs`, which is no row of the table",
        ),
        (
            {"five_aces": 9},
            "19:47-11.14(d)",
            "`five_aces` pays 10 to 100 percent of the meter, not 9 percent",
        ),
        (
            {"five_aces_and_pair": 101},
            "19:47-11.14(d)",
            "`five_aces_and_pair` pays 100 percent of the meter, not 101 percent",
        ),
    ],
)
def test_a_submission_never_pays_less(payouts: dict[str, int], rule: str, reason: str) -> None:
    with pytest.raises(NotOffered) as refused:
        pay_table(100, payouts)
    assert (refused.value.rule, refused.value.reason) == (rule, reason)


def test_11_14_a_the_stake_is_one_dollar_or_five() -> None:
    with pytest.raises(NotOffered, match=r"\$1.00 or \$5.00, not \$2.00"):
        pay_table(200)


def test_11_14_e_f_the_least_that_goes_onto_a_meter() -> None:
    assert LEAST_METER_CENTS == 1_000_000
    assert [contribution_cents(stake, bp) for stake, bp in LEAST_RATE_BP.items()] == [21, 135]
    assert contribution_cents(100, 2_101) == 22


def test_the_rows_formed_are_those_of_the_second_reading() -> None:
    classes = {
        book.FIVE_ACES: "five_aces",
        book.ROYAL: "royal_flush",
        book.STRAIGHT_FLUSH: "straight_flush",
        book.FOUR: "four_of_a_kind",
        book.FULL_HOUSE: "full_house",
        book.FLUSH: "flush",
        book.STRAIGHT: "straight",
        book.THREE: "three_of_a_kind",
    }
    suited = list(combinations(["AS", "KS", "QS", "JS", "TS", "9S", "AH", "KH", "9D", "JK"], 7))
    for seven in [*book.sevens(1114, 300, joker=True), *suited]:
        formed = set()
        for five, two in book.parts(seven):
            name = classes.get(book.read(five)[0], "")
            natural = ["natural_" + name] if name == "royal_flush" and "JK" not in five else []
            for row in [name, *natural]:
                formed |= {row, f"{row}_and_pair"} if book.read(two)[0] == book.PAIR else {row}
        assert rows_formed(seven) == formed & set(ROWS), seven
