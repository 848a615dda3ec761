"""The trial balance: what was posted by table, shift and day, and what stands after it."""

from collections.abc import Iterable

from domain.money import ACCOUNT_MEANINGS
from projections.balances import BalanceRow
from projections.figures.sums import add
from projections.reports.day_books import DayBooks
from projections.reports.report import Cell, Report, Section, cents, count, text

_ACCOUNTS = tuple(ACCOUNT_MEANINGS)
_COLUMNS = (*(cents(account) for account in _ACCOUNTS), cents("balance", "sum"))


def _sum(rows: Iterable[BalanceRow]) -> dict[str, int]:
    total: dict[str, int] = {}
    for row in rows:
        total = add(total, row.accounts)
    return total


def _cells(total: dict[str, int]) -> tuple[Cell, ...]:
    return (*(total.get(account, 0) for account in _ACCOUNTS), sum(total.values()))


def trial_balance(books: DayBooks) -> Report:
    rows = sorted(
        (row for row in books.balances if books.table in (None, row.key)),
        key=lambda row: (row.key, row.shift),
    )
    brought = [row for row in books.brought if books.table in (None, row.key)]
    keys = sorted({row.key for row in (*rows, *brought)})
    shifts = sorted({row.shift for row in rows})
    by_table = tuple((row.key, row.shift, row.postings, *_cells(row.accounts)) for row in rows)
    by_shift = tuple(
        (shift, *_cells(_sum(row for row in rows if row.shift == shift))) for shift in shifts
    )
    standing = tuple(
        (key, *_cells(_sum(row for row in (*rows, *brought) if row.key == key))) for key in keys
    )
    whole = (
        ("brought forward", *_cells(_sum(brought))),
        ("the day", *_cells(_sum(rows))),
        ("standing", *_cells(_sum([*brought, *rows]))),
    )
    return Report(
        name="trial_balance",
        title="Trial balance",
        day=books.day,
        status=books.status,
        sections=(
            Section("day", "All streams", (text("of"), *_COLUMNS), whole),
            Section("shifts", "By shift", (count("shift"), *_COLUMNS), by_shift),
            Section(
                "tables",
                "By table or meter, and shift",
                (text("stream"), count("shift"), count("postings"), *_COLUMNS),
                by_table,
            ),
            Section("standing", "What stands after the day", (text("stream"), *_COLUMNS), standing),
        ),
    )
