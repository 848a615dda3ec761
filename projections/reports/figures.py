"""Statistics as a report: day, month and year to date, and the day's hold beside its limits."""

from projections.figures.control_limits import limits_of
from projections.figures.statistics import statistics as reckoned
from projections.figures.statistics import table_days
from projections.reports.day_books import DayBooks
from projections.reports.report import Report, Section, cents, count, percent, text, words


def statistics(books: DayBooks) -> Report:
    parts = table_days(row for row in books.table_days if books.of_table(row.table))
    lines = tuple(
        (
            *(one.scope, one.name, one.span, one.days, one.rounds, one.drop, one.win, one.hold),
            *(one.drop_estimated, one.win_events, one.vigorish, one.missing),
        )
        for one in reckoned(books.day, parts)
    )
    columns = (
        *(text("scope"), text("name"), text("span"), count("days"), count("rounds")),
        *(cents("drop"), cents("win"), percent("hold", "hold %"), cents("drop_estimated")),
        *(cents("win_events", "win by events"), cents("vigorish"), words("missing")),
    )
    limits = tuple(
        (
            *(one.scope, one.name, one.value, one.low, one.high, one.by, one.days),
            *(_OUTSIDE[one.outside], one.missing),
        )
        for one in limits_of(books.day, parts)
    )
    of_limits = (
        *(text("scope"), text("name"), percent("hold", "hold %"), percent("low"), percent("high")),
        *(text("by", "drawn by"), count("days"), text("verdict"), words("missing")),
    )
    return Report(
        name="statistics",
        title="Statistics",
        day=books.day,
        status=books.status,
        sections=(
            Section("figures", "Day, month and year to date", columns, lines),
            Section("limits", "Control limits of the day's hold", of_limits, limits),
        ),
    )


_OUTSIDE = {True: "outside", False: "within", None: "unknown"}
