"""Currency: cash of one player over a gaming day, whichever tables it was put down at."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.table import ChipsBought
from projections.projection import Projection, Row


class Cash(msgspec.Struct, frozen=True, kw_only=True):
    """Cash that went into a drop box."""

    seq: int
    player: str
    what: str
    amount: int
    at: str


class CashCorrected(msgspec.Struct, frozen=True, kw_only=True):
    """The right amount of what that event told."""

    corrects: int
    amount: int
    seq: int


class CashDayRow(Row, frozen=True, kw_only=True):
    """One table's cash of one gaming day."""

    table: str
    cash: tuple[Cash, ...] = ()
    corrections: tuple[CashCorrected, ...] = ()


class Currency(Projection[CashDayRow]):
    """One row a table and gaming day."""

    name: ClassVar[str] = "currency"
    by_day: ClassVar[bool] = True
    row = CashDayRow

    def place(self, event: Event) -> str | None:
        return f"{event.table}/{event.day}" if _is_cash(event) else None

    def first(self, place: str, event: Event) -> CashDayRow:
        assert event.table is not None
        return CashDayRow(key=event.key, since=event.seq, day=event.day, table=event.table)

    def fold(self, row: CashDayRow, event: Event) -> CashDayRow:
        row = replace(row, seq=event.seq)
        match event:
            case EntryCorrected():
                right = CashCorrected(corrects=event.corrects, amount=event.amount, seq=event.seq)
                return replace(row, corrections=(*row.corrections, right))
            case ChipsBought() | MarkerPaid():
                what = "marker" if isinstance(event, MarkerPaid) else "buy_in"
                cash = Cash(
                    seq=event.seq,
                    player=event.player or f"seat-{event.seat}",
                    what=what,
                    amount=event.amount,
                    at=event.at,
                )
                return replace(row, cash=(*row.cash, cash))
            case _:
                raise AssertionError(event)


def _is_cash(event: Event) -> bool:
    if isinstance(event, ChipsBought):
        return event.kind == "cash"
    if isinstance(event, MarkerPaid):
        return event.tender == "cash"
    if isinstance(event, EntryCorrected):
        return event.what in ("buy_in", "marker") and event.tender == "cash"
    return False


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


def cash_by_player(
    day: str, rows: Iterable[CashDayRow], above: int | None = None
) -> list[PlayerCash]:
    """The day's players, the largest first; rows of later days put right what they corrected.

    A player who was not named is known by the seat alone, and a seat belongs to its table.
    """
    rows = sorted(rows, key=lambda row: (row.table, row.day))
    right = {
        (row.table, one.corrects): one.amount
        for row in rows
        for one in sorted(row.corrections, key=lambda one: one.seq)
    }
    paid: dict[str, list[tuple[str, Cash]]] = {}
    for row in rows:
        for one in row.cash if row.day == day else ():
            amount = right.get((row.table, one.seq), one.amount)
            unnamed = one.player.startswith("seat-")
            player = f"{row.table}/{one.player}" if unnamed else one.player
            paid.setdefault(player, []).append((row.table, replace(one, amount=amount)))
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
