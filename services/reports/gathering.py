"""What a day's reports are made of, gathered from the read models."""

from collections.abc import Callable, Collection, Iterable
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.game_library import REGULATIONS
from projections.balances import BalanceRow, Balances
from projections.currency import Currency
from projections.days import Days, threshold_of
from projections.figures.control_limits import METHODS
from projections.issues import Issues
from projections.progressive_days import ProgressiveDays
from projections.projection import Row
from projections.reports import DayBooks
from projections.sessions import Sessions
from projections.sessions.row import EXCEPTIONAL
from projections.slips import Slips
from projections.table_days import TableDayRow, TableDays
from services.reports.predicates import All, Either, FoundBy, Is, OneOf, between
from services.reports.rows import Rows

_AROUND: Final = timedelta(days=31)
"""So far away slips and corrections are looked for."""


class Part(NamedTuple):
    """A part of the day's books: the read model it is of, and which of its rows."""

    model: str
    read: Callable[[Rows, str], Iterable[Row]]


def _sessions(rows: Rows, day: str) -> Iterable[Row]:
    return rows.find(Sessions(), FoundBy([day]))


def _exceptional(rows: Rows, _: str) -> Iterable[Row]:
    return rows.find(Sessions(), FoundBy([EXCEPTIONAL]))


def _slips(rows: Rows, day: str) -> Iterable[Row]:
    return rows.find(Slips(), between(_near(day, -_AROUND), _near(day, _AROUND)))


def _cash(rows: Rows, day: str) -> Iterable[Row]:
    return rows.find(Currency(), Either((between(day, _near(day, _AROUND)), FoundBy([day]))))


def _balances(rows: Rows, day: str) -> Iterable[Row]:
    return rows.find(Balances(), Is("day", "=", day))


def _posting(rows: Rows, day: str) -> Iterable[Row]:
    """Sessions that the day's balances name, and those of the day: a roll's count posts nothing."""
    ids = {
        f"{row.table}-{session}"
        for row in rows.find(Balances(), Is("day", "=", day))
        if row.table is not None
        for session in row.sessions
    }
    return rows.find(Sessions(), Either((OneOf("id", sorted(ids)), FoundBy([day]))))


def _brought(rows: Rows, day: str) -> Iterable[Row]:
    sums = rows.sums(day)
    return [BalanceRow(key=key, accounts=accounts) for key, accounts in sorted(sums.items())]


def _meters(rows: Rows, day: str) -> Iterable[Row]:
    return rows.find(ProgressiveDays(), Is("day", "=", day))


def table_days(rows: Rows, day: str) -> list[TableDayRow]:
    """Sessions of this year up to the day; where limits are drawn, of the year before too."""
    year = int(day[:4])
    drawn = [one.name for one in REGULATIONS if one.jurisdiction in METHODS]
    before, this = (Is("day", ">=", f"{one}-01-01") for one in (year - 1, year))
    found = rows.find(TableDays(), All((before, Either((this, OneOf("game", drawn))))))
    return [
        replace(row, periods=tuple(one for one in row.periods if one.day <= day)) for row in found
    ]


PARTS: Final[dict[str, Part]] = {
    "sessions": Part(Sessions.name, _sessions),
    "exceptional": Part(Sessions.name, _exceptional),
    "issues": Part(Issues.name, lambda rows, _: rows.find(Issues())),
    "slips": Part(Slips.name, _slips),
    "cash": Part(Currency.name, _cash),
    "balances": Part(Balances.name, _balances),
    "posting": Part(Sessions.name, _posting),
    "brought": Part(Balances.name, _brought),
    "meters": Part(ProgressiveDays.name, _meters),
    "table_days": Part(TableDays.name, table_days),
}
"""By the name that a report's entry needs it by, and that the books of a day have it by."""
CLOSE: Final = "close"
"""A part that lies in the log alone, and is added by who opens the books."""
EVERYTHING: Final = frozenset({*PARTS, CLOSE})
MODELS_READ: Final = frozenset({part.model for part in PARTS.values()} | {Days.name})
"""The read models that reports are made of."""


def gather(
    rows: Rows,
    day: str,
    needs: Collection[str] = EVERYTHING,
    *,
    table: str | None = None,
    threshold: int = 0,
) -> DayBooks:
    """The books around a day, as far as they are needed; a closed day keeps its threshold."""
    found: dict[str, Any] = {
        name: tuple(PARTS[name].read(rows, day)) for name in sorted(needs) if name in PARTS
    }
    days = tuple(rows.find(Days()))
    above = threshold_of(day, days, threshold)
    return DayBooks(day=day, table=table, days=days, currency_threshold=above, **found)


def _near(day: str, away: timedelta) -> str:
    return (date.fromisoformat(day) + away).isoformat()
