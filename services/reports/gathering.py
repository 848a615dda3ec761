"""What a day's reports are made of, gathered from the read models."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from projections.balances import BalanceRow, Balances
from projections.currency import Currency
from projections.days import Days, threshold_of
from projections.figures.control_limits import METHODS
from projections.issues import Issues
from projections.progressive_days import ProgressiveDays
from projections.reports import REPORTS, DayBooks
from projections.sessions import Sessions
from projections.slips import Slips
from projections.table_days import TableDayRow, TableDays
from services.reports.rows import Rows

_AROUND: Final = timedelta(days=31)
"""So far away slips and corrections are looked for."""

NEEDS: Final[dict[str, frozenset[str]]] = {
    "master_game": frozenset({"sessions"}),
    "reconciliation": frozenset({"sessions", "slips", "meters"}),
    "exceptions": frozenset({"exceptional", "issues", "slips"}),
    "slips": frozenset({"slips"}),
    "progressives": frozenset({"meters"}),
    "currency": frozenset({"cash", "meters"}),
    "statistics": frozenset({"table_days"}),
    "trial_balance": frozenset({"balances", "brought"}),
}
"""Which part of the books a report looks at; what it does not need is not read."""
EVERYTHING: Final = frozenset[str]().union(*NEEDS.values())
assert NEEDS.keys() == REPORTS.keys()


def gather(
    rows: Rows,
    day: str,
    needs: Collection[str] = EVERYTHING,
    *,
    table: str | None = None,
    threshold: int = 0,
) -> DayBooks:
    """The books around a day, as far as they are needed; a closed day keeps its threshold."""
    at = date.fromisoformat(day)
    around = ((at - _AROUND).isoformat(), (at + _AROUND).isoformat())
    read: dict[str, Any] = {
        "sessions": lambda: rows.find(
            Sessions(),
            "doc @> %s::jsonb OR doc @> %s::jsonb",
            _json({"periods": [{"day": day}]}),
            _json({"late": [{"day": day}]}),
        ),
        "exceptional": lambda: rows.find(
            Sessions(), "doc @> %s::jsonb", _json({"exceptional": True})
        ),
        "issues": lambda: rows.find(Issues()),
        "slips": lambda: rows.find(Slips(), "day BETWEEN %s AND %s", *around),
        "cash": lambda: rows.find(Currency(), "day BETWEEN %s AND %s", day, around[1]),
        "balances": lambda: rows.find(Balances(), "day = %s", day),
        "brought": lambda: _brought(rows, day),
        "meters": lambda: rows.find(ProgressiveDays(), "doc @> %s::jsonb", _json({"day": day})),
        "table_days": lambda: table_days(rows, day),
    }
    found = {name: tuple(read[name]()) for name in sorted(needs)}
    days = tuple(rows.find(Days()))
    above = threshold_of(day, days, threshold)
    return DayBooks(day=day, table=table, days=days, currency_threshold=above, **found)


def _json(wanted: dict[str, Any]) -> str:
    return msgspec.json.encode(wanted).decode()


def _brought(rows: Rows, day: str) -> list[BalanceRow]:
    sums = rows.sums(day)
    return [BalanceRow(key=key, accounts=accounts) for key, accounts in sorted(sums.items())]


def table_days(rows: Rows, day: str) -> list[TableDayRow]:
    """Sessions of this year up to the day; where limits are drawn, of the year before too."""
    year = int(day[:4])
    drawn = [f"{jurisdiction}-%" for jurisdiction in sorted(METHODS)]
    where: Final = "day >= %s AND (day >= %s OR doc ->> 'game' LIKE ANY (%s))"
    found = rows.find(TableDays(), where, f"{year - 1}-01-01", f"{year}-01-01", drawn)
    return [
        replace(row, periods=tuple(one for one in row.periods if one.day <= day)) for row in found
    ]
