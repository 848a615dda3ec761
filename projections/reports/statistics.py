"""Statistics as a report: day, month and year to date, and the day's hold beside its limits."""

from typing import Final

from projections.figures.control_limits import limits_of
from projections.figures.statistics import statistics, table_days
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Section, cents, count, percent, text, words

_FIGURES: Final = (
    *(text("scope"), text("name"), text("span"), count("days"), count("rounds")),
    *(cents("drop"), cents("win"), percent("hold", "hold %"), cents("drop_estimated")),
    *(cents("win_events", "win by events"), cents("vigorish"), words("missing")),
)
_LIMITS: Final = (
    *(text("scope"), text("name"), percent("hold", "hold %"), percent("low"), percent("high")),
    *(text("by", "drawn by"), count("days"), text("verdict"), words("missing")),
)
_VERDICT: Final = {True: "outside", False: "within", None: "unknown"}


def _find(books: DayBooks) -> Found:
    parts = table_days(row for row in books.table_days if books.of_table(row.table))
    figures = [
        (
            *(one.scope, one.name, one.span, one.days, one.rounds, one.drop, one.win, one.hold),
            *(one.drop_estimated, one.win_events, one.vigorish, one.missing),
        )
        for one in statistics(books.day, parts)
    ]
    limits = [
        (
            *(one.scope, one.name, one.value, one.low, one.high, one.by, one.days),
            *(_VERDICT[one.outside], one.missing),
        )
        for one in limits_of(books.day, parts)
    ]
    return Found({"figures": figures, "limits": limits})


STATISTICS: Final = ReportEntry(
    name="statistics",
    title="Statistics",
    needs=frozenset({"table_days"}),
    sections=(
        Section("figures", "Day, month and year to date", _FIGURES),
        Section("limits", "Control limits of the day's hold", _LIMITS),
    ),
    find=_find,
)
