"""Statistics as a report: a line a table, with day, month and year to date side by side."""

from collections.abc import Iterable
from typing import Final

from projections.figures.control_limits import Limits, limits_of
from projections.figures.statistics import SPANS, Statistic, statistics, table_days
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Column, Line, Section, cents, count, percent, text, words
from projections.reports.wagers import LEFT_OUT

_GROUPS: Final = {"day": "day", "month": "month to date", "year": "year to date"}
_SHOWN: Final = 4
"""So many of the days that are not counted are named."""


def _counted(span: str, group: str) -> tuple[Column, ...]:
    return (
        cents(f"{span}_drop", "drop", group),
        cents(f"{span}_win", "win", group),
        percent(f"{span}_hold", "hold %", group),
    )


def _by_events(span: str, group: str) -> tuple[Column, ...]:
    return (
        count(f"{span}_days", "days", group),
        count(f"{span}_rounds", "rounds", group, summed=True),
        cents(f"{span}_drop_estimated", "estimated drop", group),
        cents(f"{span}_win_events", "win", group),
        cents(f"{span}_theoretical_win", "theoretical win", group),
        cents(f"{span}_vigorish", "vigorish", group),
    )


_COUNTED: Final = tuple(one for span in _GROUPS.items() for one in _counted(*span))
_BY_EVENTS: Final = tuple(one for span in _GROUPS.items() for one in _by_events(*span))
_LIMITS: Final = (
    *(text("name", "table or game"), text("scope"), percent("hold", "hold %")),
    *(percent("low"), percent("high"), text("by", "drawn by"), count("days")),
    *(text("verdict"), words("missing")),
)
_VERDICT: Final = {True: "outside", False: "within", None: "unknown"}
_DRAWN_BY: Final = {"year_before": "the year before", "submission": "submission"}


def _counted_line(name: str, spans: dict[str, Statistic]) -> Line:
    shown = [spans[span] for span in SPANS]
    figures = (cell for one in shown for cell in (one.drop, one.win, one.hold))
    return (name, *figures, tuple(_uncounted(spans)))


def _events_line(name: str, spans: dict[str, Statistic]) -> Line:
    shown = [spans[span] for span in SPANS]
    return (
        name,
        *(
            cell
            for one in shown
            for cell in (
                *(one.days, one.rounds, one.drop_estimated),
                *(one.win_events, one.theoretical_win, one.vigorish),
            )
        ),
    )


def _uncounted(spans: dict[str, Statistic]) -> Iterable[str]:
    """In words: what is not counted of the day, the month, the year; each told once."""
    told: tuple[str, ...] = ()
    for span in SPANS:
        named = [_named(code) for code in spans[span].missing if code not in told]
        told = (*told, *spans[span].missing)
        if named:
            more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
            yield f"not counted, of the {span}: {', '.join(named[:_SHOWN])}{more}"


def _named(code: str) -> str:
    """`count:PG01/2026-03-01` is the count of a table's gaming day."""
    table, _, day = code.partition(":")[2].partition("/")
    return f"{table} on {day}"


def _lacks(limits: Limits) -> Iterable[str]:
    for code in limits.missing:
        kind, _, days = code.partition(":")
        if kind == "days":
            yield f"{days} more days of the year before are needed"
        else:
            yield "the day's drop is not counted"


def _find(books: DayBooks) -> Found:
    own = (row for row in books.table_days if books.of_table(row.table))
    parts = table_days(own, theory_from=f"{books.day[:4]}-01-01")
    by_name: dict[str, dict[str, dict[str, Statistic]]] = {"table": {}, "game": {}}
    for one in statistics(books.day, parts):
        by_name[one.scope].setdefault(one.name, {})[one.span] = one
    limits = [
        (
            *(one.name, one.scope, one.value, one.low, one.high, _DRAWN_BY[one.by], one.days),
            *(_VERDICT[one.outside], tuple(_lacks(one))),
        )
        for one in limits_of(books.day, parts)
    ]
    tables, games = by_name["table"].items(), by_name["game"].items()
    return Found(
        {
            "tables": [_counted_line(*one) for one in tables],
            "games": [_counted_line(*one) for one in games],
            "tables_by_events": [_events_line(*one) for one in tables],
            "games_by_events": [_events_line(*one) for one in games],
            "limits": limits,
        },
        notes=(LEFT_OUT,),
    )


STATISTICS: Final = ReportEntry(
    name="statistics",
    title="Statistics",
    about="Drop, win and hold of every table and game: day, month, year to date; control limits.",
    needs=frozenset({"table_days"}),
    sections=(
        Section("tables", "Tables, as counted", (text("table"), *_COUNTED, words("missing"))),
        Section("games", "Games, as counted", (text("game"), *_COUNTED, words("missing"))),
        Section(
            "tables_by_events", "Tables, by the events", (text("table"), *_BY_EVENTS), summed=True
        ),
        Section(
            "games_by_events", "Games, by the events", (text("game"), *_BY_EVENTS), summed=True
        ),
        Section("limits", "Control limits of the day's hold", _LIMITS),
    ),
    find=_find,
)
