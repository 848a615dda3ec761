"""The day's journal for the general ledger: every posting of the day, as an accountant posts it.

Nothing is posted to a gaming day from its first close on (the desk stamps what comes later with the
next open day), so a day has one journal, whole and for good when it is closed as provisional. What
the count room finds and what is corrected afterwards stands in the journal of the day on which it
came to light. The house's accounts are those that the close recorded.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from domain.chart import LEDGER_ACCOUNTS, ChartOfAccounts
from domain.money import Unbalanced
from projections.balances import POSTINGS, BalanceRow
from projections.reports.accounts import credit, debit
from projections.reports.day_books import Close, DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import (
    Line,
    Section,
    count,
    decimal,
    moment,
    reference,
    text,
)
from projections.sessions import SessionRow

_FOUND: Final = {"opener": "cage", "tray": "tray", "drop": "drop_box"}
"""Which account was left with what a count found over or short."""
_OVER_SHORT: Final = {
    "opener_variance": "Openers over or short of the closers before them",
    "tray_variance": "Trays over or short when counted",
    "drop_variance": "Drop over or short when counted",
}
_MEMOS: Final = {**POSTINGS, **_OVER_SHORT}
_WHY: Final = {why: place for place, why in enumerate(_MEMOS)}
_ACCOUNT: Final = {account: place for place, account in enumerate(LEDGER_ACCOUNTS)}

_NUMBER: Final = (
    "Post it once: a day has one journal and one number, whichever close it is asked for by."
)
_PART: Final = (
    "Not to be posted: it has no number, for it is not a whole day's, or the day is not closed."
)


class Posted(NamedTuple):
    """What one account was posted by one table or meter, for one reason."""

    stream: str
    shift: int
    game: str
    why: str
    account: str
    cents: int
    """Debit above zero, credit below it; never zero."""

    @property
    def place(self) -> tuple[str, int, str, int, int]:
        return self.stream, self.shift, self.game, _WHY[self.why], _ACCOUNT[self.account]


def posted(books: DayBooks) -> list[Posted]:
    """Everything that was posted in the day, in the order of a journal.

    What comes to nothing is left out: a ledger takes no line of nothing.
    """
    games = {(row.table, str(row.session)): row.game for row in books.posting}
    sums: dict[tuple[str, int, str, str, str], int] = {}
    for stream, shift, session, why, entries in (
        *_by_events(books.balances),
        *_by_counts(books.day, books.posting),
    ):
        if books.table in (None, stream):
            for account, cents in entries.items():
                key = (stream, shift, games.get((stream, session), ""), why, account)
                sums[key] = sums.get(key, 0) + cents
    found = [Posted(*key, cents) for key, cents in sums.items() if cents]
    return sorted(found, key=lambda one: one.place)


class _Entries(NamedTuple):
    stream: str
    shift: int
    session: str
    why: str
    entries: dict[str, int]


def _by_events(rows: Iterable[BalanceRow]) -> Iterator[_Entries]:
    for row in rows:
        for session, reasons in row.sessions.items():
            for why, entries in reasons.items():
                yield _Entries(row.key, row.shift, session, why, entries)


def _by_counts(day: str, rows: Iterable[SessionRow]) -> Iterator[_Entries]:
    """What was found over is debited where it was found, what was short credited."""
    for row in rows:
        for one in row.over_short:
            if one.day == day:
                why = f"{one.what}_variance"
                entries = {_FOUND[one.what]: one.cents, why: -one.cents}
                yield _Entries(row.table, one.shift, str(row.session), why, entries)


def number_of(day: str, chart: ChartOfAccounts) -> str:
    """The same for ever: the house's name is the one that the close recorded."""
    return f"{chart.property}-{day}" if chart.property else day


def _find(books: DayBooks) -> Found:
    every = posted(books)
    if sum(one.cents for one in every):
        raise Unbalanced(f"the journal of {books.day} does not balance: {every}")
    close = books.close
    chart = ChartOfAccounts() if close is None else close.chart
    whole = close is not None and books.table is None
    number = number_of(books.day, chart) if whole else None
    lines = [_line(at, one, number, chart, close) for at, one in enumerate(every, start=1)]
    return Found(
        {
            "lines": lines,
            "accounts": _accounts(every, number, chart),
            "close": [] if close is None else [_closed(close, number, every)],
        },
        notes=(_NUMBER if whole else _PART,),
    )


def _line(
    at: int, one: Posted, number: str | None, chart: ChartOfAccounts, close: Close | None
) -> Line:
    code, name = chart.called(one.account, one.stream, one.game, one.why)
    memo = f"{_MEMOS[one.why]}; {one.stream}, shift {one.shift}"
    place = (None, None) if close is None else (close.event, close.position)
    return (
        *(at, number, code, name, debit(one.cents), credit(one.cents), one.account),
        *(one.stream, one.game or None, one.shift, memo, one.why, *place),
    )


def _accounts(every: Iterable[Posted], number: str | None, chart: ChartOfAccounts) -> list[Line]:
    """Both sides of each account of the house, as they come to in the lines."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for one in every:
        called = chart.called(one.account, one.stream, one.game, one.why)
        left, right = sums.get(called, (0, 0))
        sums[called] = (left + debit(one.cents), right + credit(one.cents))
    return [(code, name, number, *sides) for (code, name), sides in sorted(sums.items())]


def _closed(close: Close, number: str | None, every: list[Posted]) -> Line:
    sides = (sum(side(one.cents) for one in every) for side in (debit, credit))
    return (number, close.event, close.position, close.recorded, close.by, *sides)


JOURNAL: Final = ReportEntry(
    name="journal",
    title="Journal for the general ledger",
    about="What the day posted, in the house's own accounts, balanced, to be posted once.",
    needs=frozenset({"balances", "posting", "close"}),
    sections=(
        Section(
            "lines",
            "Lines",
            (
                *(count("line"), reference("journal"), text("code"), text("name")),
                *(decimal("debit"), decimal("credit"), reference("account")),
                *(text("stream", "table or meter"), text("game"), count("shift"), text("memo")),
                *(reference("posting"), reference("close"), reference("position", "count")),
            ),
            summed=True,
        ),
        Section(
            "accounts",
            "By account of the house",
            (
                *(text("code"), text("name"), reference("journal")),
                *(decimal("debit"), decimal("credit")),
            ),
            summed=True,
        ),
        Section(
            "close",
            "The close that made it final",
            (
                *(text("journal"), text("close"), count("position"), moment("recorded")),
                *(text("by"), decimal("debit"), decimal("credit")),
            ),
        ),
    ),
    find=_find,
    of_closed_days=True,
)
