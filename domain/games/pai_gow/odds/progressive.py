"""What a progressive payout wager can be expected to pay as its meter grows (19:47-11.14)."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from domain.games.pai_gow.cards.progressive import Payout, pay_table, payout_on
from domain.games.pai_gow.cards.row_counts import ALL_HANDS, HANDS_BY_ROWS
from domain.money import MOST_CENTS


def _payouts(
    meter_cents: int, stake_cents: int, payouts: Mapping[str, int] | None
) -> Iterator[tuple[Payout, int]]:
    """What is paid while the meter stands so, with how many hands it is paid on."""
    table = pay_table(stake_cents, payouts)
    for rows, hands in HANDS_BY_ROWS.items():
        payout = payout_on(rows, meter_cents, table)
        assert payout is not None
        yield payout, hands


def hands_paid(
    meter_cents: int, stake_cents: int, payouts: Mapping[str, int] | None = None
) -> Counter[str]:
    """On how many of all hands each row is paid."""
    counted: Counter[str] = Counter()
    for payout, hands in _payouts(meter_cents, stake_cents, payouts):
        counted[payout.row] += hands
    return counted


def expected_payout(
    meter_cents: int, stake_cents: int, payouts: Mapping[str, int] | None = None
) -> Fraction:
    """Cents that a wager is paid on average, by the meter at the moment of payment."""
    found = _payouts(meter_cents, stake_cents, payouts)
    return Fraction(sum(payout.amount_cents * hands for payout, hands in found), ALL_HANDS)


def expected_fixed(
    meter_cents: int, stake_cents: int, payouts: Mapping[str, int] | None = None
) -> Fraction:
    """The part of it that is paid in fixed amounts."""
    found = _payouts(meter_cents, stake_cents, payouts)
    fixed = (payout.amount_cents * hands for payout, hands in found if payout.percent is None)
    return Fraction(sum(fixed), ALL_HANDS)


def break_even_meter(stake_cents: int, payouts: Mapping[str, int] | None = None) -> int:
    """The smallest meter, in cents, at which the wager is expected to pay its stake or more."""
    expected = partial(expected_payout, stake_cents=stake_cents, payouts=payouts)
    return bisect_left(range(MOST_CENTS), Fraction(stake_cents), key=expected)
