"""Cash of a gaming day by player, over all tables."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from projections.currency.row import Cash, CashDayRow, ToldLate
from projections.figures.corrected_amounts import right_amounts


class PlayerCash(msgspec.Struct, frozen=True, kw_only=True):
    """What one player put down in cash."""

    player: str
    amount: int
    buy_ins: int
    markers: int
    transactions: int
    tables: tuple[str, ...]
    first: str
    last: str


class LateCash(msgspec.Struct, frozen=True, kw_only=True):
    """Cash of an earlier gaming day than the one in which it was recorded."""

    player: str
    table: str
    what: str
    amount: int
    at: str
    posted_to: str
    late: ToldLate


class _Counted(NamedTuple):
    row: CashDayRow
    cash: Cash

    @property
    def player(self) -> str:
        """One who was not named is known by the seat alone, and a seat belongs to its table."""
        name = self.cash.player
        return f"{self.row.table}/{name}" if name.startswith("seat-") else name


def _counted_on(day: str, rows: Iterable[CashDayRow]) -> list[_Counted]:
    """Cash that is posted to the day or was told late on it, each once, with its right amount.

    A correction of other days' cash counts by its difference on the day on which it was told.
    """
    rows = sorted(rows, key=lambda row: (row.table, row.day))
    right = right_amounts(rows)
    found = [
        _Counted(row, replace(one, amount=right.get((row.table, one.seq), one.amount)))
        for row in rows
        for one in row.cash
        if row.day == day or _is_told_on(day, one)
    ]
    listed = {(one.row.table, one.cash.seq) for one in found}
    differences = [
        _Counted(row, one.late)
        for row in rows
        for one in row.corrections
        if one.late and _is_told_on(day, one.late) and (row.table, one.corrects) not in listed
    ]
    return [*found, *differences]


def _is_told_on(day: str, cash: Cash) -> bool:
    return cash.late is not None and cash.late.told_on == day


def late_cash(day: str, rows: Iterable[CashDayRow]) -> list[LateCash]:
    """What was told late into the day, or on it, whatever it comes to."""
    return [
        LateCash(
            player=one.player,
            table=one.row.table,
            what=one.cash.what,
            amount=one.cash.amount,
            at=one.cash.at,
            posted_to=one.row.day,
            late=one.cash.late,
        )
        for one in _counted_on(day, rows)
        if one.cash.late is not None
    ]


def cash_by_player(
    day: str, rows: Iterable[CashDayRow], above: int | None = None
) -> list[PlayerCash]:
    """The day's players, the largest first; rows of later days hold the corrections of this one."""
    paid: dict[str, list[tuple[str, Cash]]] = {}
    for one in _counted_on(day, rows):
        paid.setdefault(one.player, []).append((one.row.table, one.cash))
    found = [_summed(player, its) for player, its in paid.items()]
    found = [one for one in found if above is None or one.amount > above]
    return sorted(found, key=lambda one: (-one.amount, one.player))


def _summed(player: str, paid: list[tuple[str, Cash]]) -> PlayerCash:
    moments = sorted(cash.at for _, cash in paid)
    markers = sum(cash.amount for _, cash in paid if cash.what == "marker")
    amount = sum(cash.amount for _, cash in paid)
    return PlayerCash(
        player=player,
        amount=amount,
        buy_ins=amount - markers,
        markers=markers,
        transactions=len(paid),
        tables=tuple(sorted({table for table, _ in paid})),
        first=moments[0],
        last=moments[-1],
    )
