"""The meters' reconciliation: what stood on each, what came and went, what stands now."""

from typing import Final

from projections.progressive_days import MeterDayRow
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Line, Section, cents, count, moment, text

_METERS: Final = (
    *(text("meter"), cents("before"), cents("initial"), cents("contributed"), cents("resets")),
    *(cents("funded"), cents("paid"), cents("computed"), cents("after"), cents("variance")),
    count("hits", summed=True),
)
_TABLES: Final = (
    *(text("meter"), text("table"), cents("contributed"), cents("resets"), cents("funded")),
    *(cents("paid"), count("hits", summed=True)),
)
PAYOUTS: Final = Section(
    "payouts",
    "Payouts off a meter, each for its slip",
    (
        *(text("meter"), text("round"), count("seat"), text("player"), text("hand")),
        *(cents("amount"), text("supervisor"), moment("at")),
    ),
)


def payouts(books: DayBooks) -> list[Line]:
    return [
        (row.meter, hit.round, hit.seat, hit.player, hit.hand, hit.amount, hit.supervisor, hit.at)
        for row in _by_name(books)
        for hit in row.hits
        if books.of_table(hit.round.partition("-")[0])
    ]


def _by_name(books: DayBooks) -> list[MeterDayRow]:
    return sorted(books.meters, key=lambda row: row.meter)


def _meter(row: MeterDayRow) -> Line:
    sums = row.totals
    moved = sums.contributed + sums.resets + sums.funded - sums.paid
    # What a meter began with, on the day it was opened, is in neither of the sums.
    initial = -row.accounts.get("progressive_liability", 0) - moved
    computed = row.opening + initial + moved
    return (
        *(row.meter, row.opening, initial, sums.contributed, sums.resets, sums.funded),
        *(sums.paid, computed, row.closing, row.closing - computed, sums.hits),
    )


def _find(books: DayBooks) -> Found:
    meters = _by_name(books)
    by_table = [
        (row.meter, table, sums.contributed, sums.resets, sums.funded, sums.paid, sums.hits)
        for row in meters
        for table, sums in sorted(row.by_table.items())
        if books.of_table(table)
    ]
    lines = {"meters": map(_meter, meters), "tables": by_table, PAYOUTS.name: payouts(books)}
    return Found(lines)


PROGRESSIVES: Final = ReportEntry(
    name="progressives",
    title="Progressive meters",
    about="What stood on each meter, what came and went, and every payout off it.",
    needs=frozenset({"meters"}),
    sections=(
        Section("meters", "Meters", _METERS, summed=True),
        Section("tables", "By table", _TABLES, summed=True),
        PAYOUTS,
    ),
    find=_find,
    shows_drop=False,
)
