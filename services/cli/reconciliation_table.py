"""A day's reconciliation in columns: what the events expect beside what was counted."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from domain.money import dollars
from projections.figures.reconciliation import Reconciliation, TableLine
from services.explain.columns import in_columns

_UNKNOWN: Final = "unknown"


class _Column(NamedTuple):
    """A figure of every line; None where it is not known yet."""

    head: str
    figure: Callable[[TableLine], int | None]


_COLUMNS: Final = (
    _Column("opener", lambda line: line.opener),
    _Column("fills", lambda line: line.fills),
    _Column("credits", lambda line: line.credits),
    _Column("drop est.", lambda line: line.drop.estimated),
    _Column("counted", lambda line: line.drop.counted),
    _Column("closer exp.", lambda line: line.closer.expected),
    _Column("counted", lambda line: line.closer.counted),
    _Column("win", lambda line: line.win.events),
    _Column("vigorish", lambda line: line.vigorish),
    _Column("tray var.", lambda line: line.variance.tray),
    _Column("drop var.", lambda line: line.variance.drop),
)


def table_lines(report: Reconciliation) -> Iterator[str]:
    """A line for each period of a table, and their sums.

    A period of another day stands in this day's books, but is summed in its own.
    """
    heads = ["table", "session", "period", "rounds", *(one.head for one in _COLUMNS), "missing"]
    summed = [line for line in report.tables if line.of_day == report.day]
    rounds = str(sum(line.rounds for line in summed))
    sums = [_sum([one.figure(line) for line in summed]) for one in _COLUMNS]
    rows = [heads, *map(_row, report.tables), ["total", "", "", rounds, *sums, ""]]
    return in_columns(rows, numbers=True)


def _row(line: TableLine) -> list[str]:
    figures = (one.figure(line) for one in _COLUMNS)
    shown = (_UNKNOWN if cents is None else dollars(cents) for cents in figures)
    names = (line.table, str(line.session), str(line.period), str(line.rounds))
    return [*names, *shown, " ".join(line.missing)]


def _sum(figures: Sequence[int | None]) -> str:
    """Of what is known; where that is not all, of how many."""
    known = [cents for cents in figures if cents is not None]
    if not known and figures:
        return _UNKNOWN
    short = "" if len(known) == len(figures) else f" ({len(known)} of {len(figures)})"
    return f"{dollars(sum(known))}{short}"
