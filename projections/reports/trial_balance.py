"""The trial balance: what was posted by table, shift and day, and what stands after it."""

from collections.abc import Iterable
from typing import Final

from projections.balances import BalanceRow
from projections.figures.sums import add
from projections.reports.accounts import ACCOUNT_COLUMNS, ACCOUNTS, account_lines, credit, debit
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Column, Line, Section, cents, count, text

_SPANS: Final = {
    "brought": "brought forward",
    "day": "the day",
    "standing": "standing",
}
_MATRIX: Final = (*(cents(account) for account in ACCOUNTS), cents("debit"), cents("credit"))


def _sides(name: str, group: str) -> tuple[Column, Column]:
    return cents(f"{name}_debit", "debit", group), cents(f"{name}_credit", "credit", group)


def _sum(rows: Iterable[BalanceRow]) -> dict[str, int]:
    total: dict[str, int] = {}
    for row in rows:
        total = add(total, row.accounts)
    return total


def _cells(total: dict[str, int]) -> Line:
    """Each account, debit above zero and credit below it, and both sides summed."""
    return (
        *(total.get(account, 0) for account in ACCOUNTS),
        *(sum(map(debit, total.values())), sum(map(credit, total.values()))),
    )


def _whole(brought: list[BalanceRow], rows: list[BalanceRow]) -> list[Line]:
    sums = (_sum(brought), _sum(rows), _sum([*brought, *rows]))
    return [
        (account, *(side(one.get(account, 0)) for one in sums for side in (debit, credit)))
        for account in ACCOUNTS
        if any(account in one for one in sums)
    ]


def _find(books: DayBooks) -> Found:
    rows = sorted(
        (row for row in books.balances if books.table in (None, row.key)),
        key=lambda row: (row.key, row.shift),
    )
    brought = [row for row in books.brought if books.table in (None, row.key)]
    keys = sorted({row.key for row in (*rows, *brought)})
    by_shift: list[Line] = [
        (str(shift), *line)
        for shift in sorted({row.shift for row in rows})
        for line in account_lines(_sum(row for row in rows if row.shift == shift))
    ]
    by_table = [(row.key, row.shift, row.postings, *_cells(row.accounts)) for row in rows]
    standing = [
        (key, *_cells(_sum(row for row in (*rows, *brought) if row.key == key))) for key in keys
    ]
    return Found(
        {
            "day": _whole(brought, rows),
            "shifts": by_shift,
            "tables": by_table,
            "standing": standing,
        },
        notes=("Debit above zero, credit below it; debits and credits sum to the same.",),
    )


TRIAL_BALANCE: Final = ReportEntry(
    name="trial_balance",
    title="Trial balance",
    about="Every account in debit and credit: brought forward, of the day, and standing.",
    needs=frozenset({"balances", "brought"}),
    sections=(
        Section(
            "day",
            "All tables and meters",
            (
                text("account"),
                *(column for name, group in _SPANS.items() for column in _sides(name, group)),
            ),
            summed=True,
        ),
        Section("shifts", "By shift", (text("shift"), *ACCOUNT_COLUMNS), summed=True),
        Section(
            "tables",
            "By table or meter, and shift",
            (text("stream", "table or meter"), count("shift"), count("postings"), *_MATRIX),
            summed=True,
        ),
        Section(
            "standing",
            "What stands after the day",
            (text("stream", "table or meter"), *_MATRIX),
            summed=True,
        ),
    ),
    find=_find,
)
