"""The master game report: drop, win and hold of every table, game and shift."""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import msgspec

from projections.figures import formulas
from projections.figures.sums import total
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Cell, Line, Section, cents, count, percent, text, words
from projections.reports.wagers import EDGES, LEFT_OUT, WAGERS, edge_lines, wager_lines
from projections.sessions import SessionRow, periods_of
from projections.sessions.period import Period


class _Sum(msgspec.Struct, frozen=True):
    """One line: figures of some periods together."""

    amounts: dict[str, int | None]
    missing: tuple[str, ...]


_Line: TypeAlias = tuple[SessionRow, Period, _Sum]
_PLAIN = ("opener", "fills", "credits", "buy_ins", "marker_payments")


def _amounts(row: SessionRow, period: Period) -> _Sum:
    won = formulas.win(period, row.jurisdiction)
    theory = formulas.theoretical_win(period.wagered, row.game, row.elected)
    amounts: dict[str, int | None] = {name: getattr(period, name) for name in _PLAIN}
    amounts |= {
        "closer": period.closer,
        "drop_estimated": period.drop_estimated,
        "drop": period.drop,
        "statistical_win": formulas.statistical_win(period, row.jurisdiction).value,
        "win_events": period.win,
        "win": won.value,
        "vigorish": period.vigorish,
        "theoretical_win": theory.value,
        "rounds": period.rounds,
    }
    return _Sum(amounts, (*won.missing, *theory.missing))


def _together(parts: Iterable[_Sum]) -> _Sum:
    parts = list(parts)
    amounts: dict[str, int | None] = {}
    for name in parts[0].amounts:
        amounts[name] = total(part.amounts[name] for part in parts)
    missing = dict.fromkeys(name for part in parts for name in part.missing)
    return _Sum(amounts, tuple(missing))


_FIGURES = (
    count("rounds"),
    *(cents(name) for name in ("opener", "fills", "credits", "buy_ins", "marker_payments")),
    cents("closer"),
    cents("drop_estimated", "estimated drop"),
    cents("drop"),
    cents("statistical_win"),
    cents("win_events", "win by events"),
    cents("win", "win by count"),
    percent("hold", "hold %"),
    cents("vigorish"),
    cents("theoretical_win"),
    words("missing"),
)


def _cells(line: _Sum) -> Line:
    hold = formulas.percent(formulas.hold(line.amounts["win"], line.amounts["drop"]))
    known: dict[str, Cell] = {**line.amounts, "hold": hold, "missing": line.missing}
    return tuple(known[column.name] for column in _FIGURES)


_SHIFT_OF_TABLE: Final = (
    *(text("table"), text("game"), count("shift"), count("session"), count("period")),
)


def _find(books: DayBooks) -> Found:
    every = [
        (row, period, _amounts(row, period))
        for row, period in periods_of(books.day, books.sessions)
        if books.of_table(row.table)
    ]
    # A period is summed once, in its own day, in whichever other books it stands.
    own = [line for line in every if line[1].day == books.day]

    played = [(row, period) for row, period, _ in own]

    def grouped(
        place: Callable[[SessionRow, Period], Line], lines: list[_Line] = own
    ) -> list[Line]:
        found: dict[Line, list[_Sum]] = {}
        for row, period, line in lines:
            found.setdefault(place(row, period), []).append(line)
        return [
            (*key, *_cells(_together(parts)))
            for key, parts in sorted(found.items(), key=lambda one: tuple(map(str, one[0])))
        ]

    return Found(
        {
            "tables": grouped(
                lambda row, period: (
                    *(row.table, row.game, period.shift),
                    *(row.session, period.number),
                ),
                every,
            ),
            "games": grouped(lambda row, period: (row.game, period.shift)),
            "shifts": grouped(lambda _, period: (period.shift,)),
            "day": grouped(lambda _, period: (period.day,)),
            "wagers": wager_lines(played),
            "edges": edge_lines(played),
        },
        notes=(LEFT_OUT,),
    )


MASTER_GAME: Final = ReportEntry(
    name="master_game",
    title="Master game report",
    about="Drop, win and hold of every table, game and shift; each wager beside its theory.",
    needs=frozenset({"sessions"}),
    sections=(
        Section("tables", "By table, game and shift", (*_SHIFT_OF_TABLE, *_FIGURES)),
        Section("games", "By game and shift", (text("game"), count("shift"), *_FIGURES)),
        Section("shifts", "By shift", (count("shift"), *_FIGURES)),
        Section("day", "The day", (text("day"), *_FIGURES)),
        Section("wagers", "By wager", WAGERS),
        Section("edges", "What the theoretical win is reckoned with", EDGES),
    ),
    find=_find,
)
