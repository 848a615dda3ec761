"""Currency: players whose cash of the day is above the threshold, and payouts off a meter."""

from domain.money import dollars
from projections.currency import cash_by_player
from projections.reports.day_books import DayBooks
from projections.reports.meters import progressives
from projections.reports.report import Report, Section, cents, count, text, words


def currency(books: DayBooks) -> Report:
    rows = [row for row in books.cash if books.of_table(row.table)]
    players = cash_by_player(books.day, rows, above=books.currency_threshold)
    lines = tuple(
        (
            *(one.player, one.amount, one.buy_ins, one.markers, one.transactions),
            *(one.tables, one.first, one.last),
        )
        for one in players
    )
    columns = (
        *(text("player"), cents("amount"), cents("buy_ins"), cents("markers")),
        *(count("transactions"), words("tables"), text("first"), text("last")),
    )
    payouts = next(one for one in progressives(books).sections if one.name == "payouts")
    return Report(
        name="currency",
        title="Currency",
        day=books.day,
        status=books.status,
        sections=(Section("players", "Cash of one player", columns, lines), payouts),
        notes=(f"Players with more than {dollars(books.currency_threshold)} in cash.",),
    )
