"""The meters' reconciliation: what stood on each, what came and went, what stands now."""

from projections.reports.day_books import DayBooks
from projections.reports.report import Report, Section, cents, count, text


def progressives(books: DayBooks) -> Report:
    meters = sorted(books.meters, key=lambda row: row.meter)
    lines = []
    for row in meters:
        sums = row.totals
        # What a meter began with, on the day it was opened, is in neither of the sums.
        initial = -row.accounts.get("progressive_liability", 0) - (
            sums.contributed + sums.resets + sums.funded - sums.paid
        )
        computed = row.opening + initial + sums.contributed + sums.resets + sums.funded - sums.paid
        lines.append(
            (
                *(row.meter, row.opening, initial, sums.contributed, sums.resets, sums.funded),
                *(sums.paid, computed, row.closing, row.closing - computed, sums.hits),
            )
        )
    columns = (
        *(text("meter"), cents("before"), cents("initial"), cents("contributed"), cents("resets")),
        *(cents("funded"), cents("paid"), cents("computed"), cents("after"), cents("variance")),
        count("hits"),
    )
    by_table = tuple(
        (row.meter, table, sums.contributed, sums.resets, sums.funded, sums.paid, sums.hits)
        for row in meters
        for table, sums in sorted(row.by_table.items())
        if books.of_table(table)
    )
    of_tables = (
        *(text("meter"), text("table"), cents("contributed"), cents("resets"), cents("funded")),
        *(cents("paid"), count("hits")),
    )
    hits = tuple(
        (row.meter, hit.round, hit.seat, hit.player, hit.hand, hit.amount, hit.supervisor, hit.at)
        for row in meters
        for hit in row.hits
        if books.of_table(hit.round.partition("-")[0])
    )
    of_hits = (
        *(text("meter"), text("round"), count("seat"), text("player"), text("hand")),
        *(cents("amount"), text("supervisor"), text("at")),
    )
    return Report(
        name="progressives",
        title="Progressive meters",
        day=books.day,
        status=books.status,
        sections=(
            Section("meters", "Meters", columns, tuple(lines)),
            Section("tables", "By table", of_tables, by_table),
            Section("payouts", "Payouts off a meter, each for its slip", of_hits, hits),
        ),
    )
