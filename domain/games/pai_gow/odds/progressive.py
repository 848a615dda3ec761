"""What a progressive payout wager can be expected to pay as its meter grows (19:47-11.14)."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Final

from domain.games.pai_gow.cards.progressive import Payout, pay_table, payout_on
from domain.games.pai_gow.cards.row_counts import ALL_HANDS, HANDS_BY_ROWS
from domain.money import MOST_CENTS, dollars
from domain.wagers.edge import Edge
from domain.wagers.elected import Elected

_WAGER: Final = "progressive"


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


@cache
def _edge(stake_cents: int, reset_cents: int, payouts: tuple[tuple[str, int], ...] | None) -> Edge:
    paid = expected_payout(reset_cents, stake_cents, None if payouts is None else dict(payouts))
    return Edge(
        _WAGER,
        1 - paid / stake_cents,
        f"over all {ALL_HANDS:,} hands of seven cards, as a share of the stake, the meter taken"
        f" to stand at its reset amount of {dollars(reset_cents)} all the time: the higher it"
        " stands, the less the house keeps",
    )


def meter_edge(_regulation: str, elected: Elected) -> Edge | None:
    """What the books reckon that the house keeps of a stake; None where no meter is elected."""
    terms = elected.progressive
    if terms is None:
        return None
    payouts = None if terms.payouts is None else tuple(sorted(terms.payouts.items()))
    return _edge(terms.stake, terms.reset, payouts)


def break_even_meter(stake_cents: int, payouts: Mapping[str, int] | None = None) -> int:
    """The smallest meter, in cents, at which the wager is expected to pay its stake or more."""
    expected = partial(expected_payout, stake_cents=stake_cents, payouts=payouts)
    return bisect_left(range(MOST_CENTS), Fraction(stake_cents), key=expected)
