"""The trial balance: what was posted by table, shift and day, and what stands after it."""

from collections.abc import Iterable
from typing import Final

from domain.money import ACCOUNT_MEANINGS
from projections.balances import BalanceRow
from projections.figures.sums import add
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Line, Section, cents, count, text

_ACCOUNTS = tuple(ACCOUNT_MEANINGS)
_COLUMNS = (*(cents(account) for account in _ACCOUNTS), cents("balance", "sum"))


def _sum(rows: Iterable[BalanceRow]) -> dict[str, int]:
    total: dict[str, int] = {}
    for row in rows:
        total = add(total, row.accounts)
    return total


def _cells(total: dict[str, int]) -> Line:
    return (*(total.get(account, 0) for account in _ACCOUNTS), sum(total.values()))


def _find(books: DayBooks) -> Found:
    rows = sorted(
        (row for row in books.balances if books.table in (None, row.key)),
        key=lambda row: (row.key, row.shift),
    )
    brought = [row for row in books.brought if books.table in (None, row.key)]
    keys = sorted({row.key for row in (*rows, *brought)})
    shifts = sorted({row.shift for row in rows})
    by_table = [(row.key, row.shift, row.postings, *_cells(row.accounts)) for row in rows]
    by_shift = [
        (shift, *_cells(_sum(row for row in rows if row.shift == shift))) for shift in shifts
    ]
    standing = [
        (key, *_cells(_sum(row for row in (*rows, *brought) if row.key == key))) for key in keys
    ]
    whole = [
        ("brought forward", *_cells(_sum(brought))),
        ("the day", *_cells(_sum(rows))),
        ("standing", *_cells(_sum([*brought, *rows]))),
    ]
    return Found({"day": whole, "shifts": by_shift, "tables": by_table, "standing": standing})


TRIAL_BALANCE: Final = ReportEntry(
    name="trial_balance",
    title="Trial balance",
    needs=frozenset({"balances", "brought"}),
    sections=(
        Section("day", "All streams", (text("of"), *_COLUMNS)),
        Section("shifts", "By shift", (count("shift"), *_COLUMNS)),
        Section(
            "tables",
            "By table or meter, and shift",
            (text("stream"), count("shift"), count("postings"), *_COLUMNS),
        ),
        Section("standing", "What stands after the day", (text("stream"), *_COLUMNS)),
    ),
    find=_find,
)
