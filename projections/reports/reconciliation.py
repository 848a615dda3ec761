"""The reconciliation as a report: both wins, both variances, and what each difference may be."""

from typing import Final

from projections.figures.intervals import Interval
from projections.reports.accounts import ACCOUNT_COLUMNS, account_lines
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Cell, Line, Section, cents, count, moment, text, words

_TABLES: Final = (
    *(text("table"), count("session"), count("period"), count("shift")),
    *(count("rounds", summed=True), cents("opener"), cents("fills"), cents("credits")),
    cents("buy_ins"),
    *(cents("marker_payments"), cents("vigorish")),
    *(cents("drop_estimated"), cents("drop_counted"), cents("drop_variance")),
    *(cents("closer_expected"), cents("closer_counted"), cents("tray_variance")),
    *(cents("win_events", "win by events"), cents("win_count", "win by count")),
    words("missing"),
)
_FINDINGS: Final = (
    *(text("table"), count("session"), count("period"), text("kind"), cents("amount")),
    *(text("level"), count("seq"), count("after_seq"), count("upto_seq")),
    *(moment("after"), moment("upto"), words("causes")),
)
_LATE: Final = (
    *(text("table"), count("session"), count("period"), text("of_day"), text("what")),
    *(cents("was"), cents("amount"), text("reason")),
)
_BALANCED: Final = {
    True: "Balanced to the cent.",
    False: "Not balanced.",
    None: "Not all is counted yet.",
}


def _find(books: DayBooks) -> Found:
    found = books.reconciliation()
    tables = [
        (
            *(line.table, line.session, line.period, line.shift, line.rounds, line.opener),
            *(line.fills, line.credits, line.buy_ins, line.marker_payments, line.vigorish),
            *(line.drop.estimated, line.drop.counted, line.variance.drop),
            *(line.closer.expected, line.closer.counted, line.variance.tray),
            *(line.win.events, line.win.count, line.missing),
        )
        for line in found.tables
    ]
    findings: list[Line] = [
        (
            *(line.table, line.session, line.period, one.kind, one.amount, one.level, one.seq),
            *_where(one.interval),
            tuple(cause.words for cause in one.causes),
        )
        for line in found.tables
        for one in line.findings
    ]
    late = [
        (row.table, row.session, one.period, one.of_day, one.what, one.was, one.amount, one.reason)
        for row in books.sessions
        if books.of_table(row.table)
        for one in row.late
        if one.day == books.day
    ]
    note = _BALANCED[found.balanced] if tables else "No table was open on this day."
    return Found(
        {
            "tables": tables,
            "findings": findings,
            "late": late,
            "trial_balance": account_lines(found.trial_balance),
        },
        notes=(note,),
    )


def _where(interval: Interval | None) -> tuple[Cell, ...]:
    if interval is None:
        return (None, None, None, None)
    return (interval.after_seq, interval.upto_seq, interval.after_at, interval.upto_at)


RECONCILIATION: Final = ReportEntry(
    name="reconciliation",
    title="Reconciliation",
    about="The tables by the events and by the counts, each difference with its possible causes.",
    needs=frozenset({"sessions", "slips", "meters"}),
    sections=(
        Section("tables", "Tables", _TABLES, summed=True),
        Section("findings", "Differences", _FINDINGS),
        Section("late", "Adjustments of earlier days", _LATE),
        Section("trial_balance", "Trial balance", ACCOUNT_COLUMNS, summed=True),
    ),
    find=_find,
)
