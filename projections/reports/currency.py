"""Currency: players whose cash of the day is above the threshold, and payouts off a meter."""

from typing import Final

from domain.money import dollars
from projections.currency import cash_by_player
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.progressives import PAYOUTS, payouts
from projections.reports.report import Section, cents, count, moment, text, words

READERS: Final = frozenset({"auditor", "cage", "pit_manager"})
"""Roles that may see whose cash it is."""
_PLAYERS: Final = (
    *(text("player"), cents("amount"), cents("buy_ins"), cents("markers")),
    *(count("transactions"), words("tables"), moment("first"), moment("last")),
)


def _find(books: DayBooks) -> Found:
    rows = [row for row in books.cash if books.of_table(row.table)]
    players = [
        (
            *(one.player, one.amount, one.buy_ins, one.markers, one.transactions),
            *(one.tables, one.first, one.last),
        )
        for one in cash_by_player(books.day, rows, above=books.currency_threshold)
    ]
    note = f"Players with more than {dollars(books.currency_threshold)} in cash."
    return Found({"players": players, PAYOUTS.name: payouts(books)}, notes=(note,))


CURRENCY: Final = ReportEntry(
    name="currency",
    title="Currency",
    about="Players above the currency threshold, and payouts off a meter.",
    needs=frozenset({"cash", "meters"}),
    sections=(Section("players", "Cash of one player", _PLAYERS, summed=True), PAYOUTS),
    find=_find,
    roles=READERS,
    why="names players",
)
