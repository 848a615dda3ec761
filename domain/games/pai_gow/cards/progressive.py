"""What a progressive payout wager pays on seven cards (19:47-11.14)."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from domain.games.pai_gow.cards.deck import JOKER
from domain.games.pai_gow.cards.ranking import PokerHand, rank
from domain.games.pai_gow.cards.setting import splits
from domain.games.pai_gow.layout.setting import Setting
from domain.money import dollars
from domain.refusals import NotOffered

STAKES_CENTS: Final = (100, 500)
LEAST_RATE_BP: Final = {100: 2100, 500: 2700}
"""Of each stake onto the meter, in hundredths of a percent (11.14(e))."""
LEAST_METER_CENTS: Final = 1_000_000
"""What a meter starts with, and starts again with (11.14(f))."""

_PAYS: Final = "19:47-11.14(d)"
_PERCENT: Final = {
    "natural_royal_flush_and_pair": 100,
    "five_aces_and_pair": 100,
    "natural_royal_flush": 10,
    "five_aces": 10,
}
_WHOLE: Final = 100
"""Percent of the meter: nobody is paid more of it than there is, and it starts again after it."""
_CENTS: Final = {
    "royal_flush_and_pair": (20_000, 100_000),
    "royal_flush": (10_000, 50_000),
    "straight_flush_and_pair": (5_000, 25_000),
    "straight_flush": (2_500, 12_500),
    "four_of_a_kind_and_pair": (4_000, 20_000),
    "four_of_a_kind": (2_000, 10_000),
    "full_house_and_pair": (1_000, 5_000),
    "full_house": (500, 2_500),
    "flush_and_pair": (600, 3_000),
    "flush": (300, 1_500),
    "straight_and_pair": (400, 2_000),
    "straight": (200, 1_000),
    "three_of_a_kind": (200, 1_000),
}
"""For a stake of $1 and of $5."""

ROWS: Final = (*_PERCENT, *_CENTS)
"""In the order of 11.14(d)."""

_FROM_METER_CENTS: Final = {100: 5_000, 500: 25_000}
"""A payout of so much or more comes off the meter, and one for a straight flush (11.14(e))."""
_STRAIGHT_FLUSHES: Final = frozenset({"straight_flush", "straight_flush_and_pair"})


class Row(NamedTuple):
    """One line of the payout table: a percentage of the meter, or an amount."""

    name: str
    percent: int | None
    cents: int
    """Nothing where a percentage is paid."""
    from_meter: bool

    @property
    def resets_meter(self) -> bool:
        return self.percent == _WHOLE

    def pays(self, meter_cents: int) -> int:
        """At the moment of payment (11.14(g)); a percentage is rounded up to the cent."""
        if self.percent is None:
            return self.cents
        return -(-meter_cents * self.percent // 100)


PayTable: TypeAlias = tuple[Row, ...]


class Payout(NamedTuple):
    """What one wager is paid, and from where."""

    row: str
    amount_cents: int
    percent: int | None
    from_meter: bool
    short_cents: int
    """What the meter lacks of a payout that comes off it; the house funds that."""
    resets_meter: bool = False
    """It starts again: it was paid out whole, or there was nothing of it to pay."""

    @property
    def needs_supervisor(self) -> bool:
        """A supervisor validates whatever comes off the meter (11.14(c)3)."""
        return self.from_meter


def pay_table(stake_cents: int, payouts: Mapping[str, int] | None = None) -> PayTable:
    """The listed table, with what a submission pays above it (11.14(d)): cents, or percent."""
    if stake_cents not in STAKES_CENTS:
        reason = f"a progressive wager is $1.00 or $5.00, not {dollars(stake_cents)}"
        raise NotOffered("19:47-11.14(a)", reason)
    raised = dict(payouts or {})
    table = (
        *(_of_meter(name, raised.pop(name, None)) for name in _PERCENT),
        *(_fixed(name, stake_cents, raised.pop(name, None)) for name in _CENTS),
    )
    for name in raised:
        raise NotOffered(_PAYS, f"payouts name `{name}`, which is no row of the table")
    return table


def _of_meter(name: str, elected_percent: int | None) -> Row:
    """At least what is listed, at most all that is on the meter."""
    floor = _PERCENT[name]
    percent = floor if elected_percent is None else elected_percent
    if not floor <= percent <= _WHOLE:
        span = f"{floor} to {_WHOLE}" if floor < _WHOLE else f"{_WHOLE}"
        reason = f"`{name}` pays {span} percent of the meter, not {percent} percent"
        raise NotOffered(_PAYS, reason)
    return Row(name, percent, 0, from_meter=True)


def _fixed(name: str, stake_cents: int, elected_cents: int | None) -> Row:
    floor = _CENTS[name][STAKES_CENTS.index(stake_cents)]
    cents = floor if elected_cents is None else elected_cents
    if cents < floor:
        reason = f"`{name}` pays at least {dollars(floor)}, not {dollars(cents)}"
        raise NotOffered(_PAYS, reason)
    from_meter = cents >= _FROM_METER_CENTS[stake_cents] or name in _STRAIGHT_FLUSHES
    return Row(name, None, cents, from_meter)


def rows_formed(hand: tuple[str, ...]) -> frozenset[str]:
    """Every row that some split of the seven cards forms."""
    return frozenset().union(*map(_rows_of, splits(hand)))


def _rows_of(split: Setting) -> frozenset[str]:
    """The rows of five cards, alone and with a pair in the other two.

    Where ace to five stands changes no poker hand, so either election will do.
    """
    five, two = rank(split.high, "second").hand, rank(split.low, "second").hand
    names = {five.name.lower()}
    if five is PokerHand.ROYAL_FLUSH and JOKER not in split.high:
        names.add("natural_royal_flush")
    if two is PokerHand.PAIR:
        names.update([f"{name}_and_pair" for name in names])
    return frozenset(names.intersection(ROWS))


def payout_on(
    formed: Collection[str], meter_cents: int, table: PayTable, *, resets_empty: bool = True
) -> Payout | None:
    """The row that pays most at the moment; of those that pay alike, the first listed.

    Of an empty meter 100 percent are nothing, and another row pays more: it starts again all the
    same.
    """
    rows = [row for row in table if row.name in formed]
    if not rows:
        return None
    best = max(rows, key=lambda row: row.pays(meter_cents))
    amount = best.pays(meter_cents)
    short = max(0, amount - meter_cents) if best.from_meter else 0
    takes_nothing = resets_empty and not meter_cents and any(row.resets_meter for row in rows)
    resets = best.resets_meter or takes_nothing
    return Payout(best.name, amount, best.percent, best.from_meter, short, resets)


def best_row(
    hand: tuple[str, ...],
    meter_cents: int,
    stake_cents: int,
    payouts: Mapping[str, int] | None = None,
) -> Payout | None:
    """What these seven cards are paid while the meter stands so; nothing for no row."""
    return payout_on(rows_formed(hand), meter_cents, pay_table(stake_cents, payouts))
