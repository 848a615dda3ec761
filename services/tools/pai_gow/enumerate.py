"""`make enumerate`: every hand of seven cards counted, beside the figures that are kept."""

import os
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Final, NamedTuple

from domain.games.pai_gow.cards.progressive import (
    LEAST_METER_CENTS,
    ROWS,
    STAKES_CENTS,
    PayTable,
    pay_table,
    payout_on,
)
from domain.games.pai_gow.cards.ranking import PokerHand
from domain.games.pai_gow.cards.row_counts import ALL_HANDS, HANDS_BY_ROWS
from domain.games.pai_gow.odds.progressive import expected_fixed, hands_paid
from services.cli.progress import progress
from services.tools.pai_gow.hands import Tally, groups, tally

BEST_OF_SEVEN: Final = {
    PokerHand.FIVE_ACES: 1_128,
    PokerHand.ROYAL_FLUSH: 26_132,
    PokerHand.STRAIGHT_FLUSH: 184_832,
    PokerHand.FOUR_OF_A_KIND: 307_472,
    PokerHand.FULL_HOUSE: 4_188_528,
    PokerHand.FLUSH: 6_172_088,
    PokerHand.STRAIGHT: 11_236_028,
    PokerHand.THREE_OF_A_KIND: 7_470_676,
    PokerHand.TWO_PAIRS: 35_553_816,
    PokerHand.PAIR: 64_221_960,
    PokerHand.NOTHING: 24_780_420,
}
_NO_ROW: Final = "nothing"


class Figure(NamedTuple):
    """One line of the comparison."""

    name: str
    counted: Fraction
    kept: Fraction

    @property
    def same(self) -> bool:
        return self.counted == self.kept


def compare(counted: Tally) -> list[Figure]:
    """Hands in all, the best five, the rows paid by the listed table, and what its fixed rows pay.

    The sets of rows that hands form are compared one by one as well, by how many of them differ.
    """
    kept_rows = {**HANDS_BY_ROWS, frozenset(): ALL_HANDS - sum(HANDS_BY_ROWS.values())}
    unlike = {
        rows for rows in kept_rows | counted.rows if kept_rows.get(rows) != counted.rows[rows]
    }
    return [
        _figure("all hands", counted.best.total(), ALL_HANDS),
        *(
            _figure(_told(hand.name), counted.best[hand], kept)
            for hand, kept in BEST_OF_SEVEN.items()
        ),
        _figure("sets of rows counted otherwise", len(unlike), 0),
        *_paid(counted),
    ]


def _paid(counted: Tally) -> Iterable[Figure]:
    for stake in STAKES_CENTS:
        table = pay_table(stake)
        found, kept = _rows(counted.rows, table), hands_paid(LEAST_METER_CENTS, stake)
        kept[_NO_ROW] = ALL_HANDS - kept.total()
        for row in (*ROWS, _NO_ROW):
            yield _figure(f"${stake // 100} {_told(row)}", found[row], kept[row])
        fixed = sum(row.cents * found[row.name] for row in table)
        yield Figure(
            f"${stake // 100} percent that the fixed rows return",
            Fraction(100 * fixed, ALL_HANDS * stake),
            100 * expected_fixed(LEAST_METER_CENTS, stake) / stake,
        )


def _rows(formed: Counter[frozenset[str]], table: PayTable) -> Counter[str]:
    found: Counter[str] = Counter()
    for rows, hands in formed.items():
        payout = payout_on(rows, LEAST_METER_CENTS, table)
        found[payout.row if payout else _NO_ROW] += hands
    return found


def _figure(name: str, counted: int, kept: int) -> Figure:
    return Figure(name, Fraction(counted), Fraction(kept))


def _told(name: str) -> str:
    return name.lower().replace("_", " ")


def lines(figures: list[Figure]) -> list[str]:
    """As a table for people."""
    return [
        f"{figure.name:<44} {_number(figure.counted):>12} {_number(figure.kept):>12}"
        f"  {'' if figure.same else 'DIFFERS'}".rstrip()
        for figure in figures
    ]


def _number(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):.4f}"


_BATCH: Final = 2_000


def main() -> int:
    """0 where every figure is as kept, else 1."""
    found = list(groups())
    batches = [found[first : first + _BATCH] for first in range(0, len(found), _BATCH)]
    counted = Tally()
    with (
        ProcessPoolExecutor(os.cpu_count()) as pool,
        progress("groups of hands", len(found)) as told,
    ):
        done = 0
        for batch, part in zip(batches, pool.map(tally, batches), strict=True):
            counted.add(part)
            done += len(batch)
            told(done)
    figures = compare(counted)
    print(f"{'':<44} {'counted':>12} {'kept':>12}", *lines(figures), sep="\n")  # noqa: T201
    return 0 if all(figure.same for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
