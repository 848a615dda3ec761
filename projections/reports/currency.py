"""Currency: players whose cash of the day is above the threshold, and payouts off a meter."""

from typing import Final

from domain.money import dollars
from projections.currency import cash_by_player, late_cash
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
_LATE: Final = (
    *(text("player"), text("table"), text("what"), cents("amount"), moment("at")),
    *(text("happened_on", "cash of"), text("posted_to"), text("told_on", "recorded on")),
    *(text("supervisor"), text("reason")),
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
    told_late = [
        (
            *(one.player, one.table, one.what, one.amount, one.at, one.late.happened_on),
            *(one.posted_to, one.late.told_on, one.late.supervisor, one.late.reason),
        )
        for one in late_cash(books.day, rows)
    ]
    notes = [f"Players with more than {dollars(books.currency_threshold)} in cash."]
    if told_late:
        notes.append("Cash told late counts on the day it is posted to and on the day it was told.")
    return Found(
        {"players": players, "told_late": told_late, PAYOUTS.name: payouts(books)},
        notes=tuple(notes),
    )


CURRENCY: Final = ReportEntry(
    name="currency",
    title="Currency",
    about="Players above the currency threshold, and payouts off a meter.",
    needs=frozenset({"cash", "meters"}),
    sections=(
        Section("players", "Cash of one player", _PLAYERS, summed=True),
        Section("told_late", "Cash told late, into this day or on it", _LATE, optional=True),
        PAYOUTS,
    ),
    find=_find,
    roles=READERS,
    why="names players",
)
