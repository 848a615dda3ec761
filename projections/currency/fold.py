"""Currency: cash of one player over a gaming day, whichever tables it was put down at."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.table import ChipsBought
from projections.currency.row import Cash, CashCorrected, CashDayRow
from projections.projection import Projection


class Currency(Projection[CashDayRow]):
    """One row a table and gaming day."""

    name: ClassVar[str] = "currency"
    by_day: ClassVar[bool] = True
    row = CashDayRow

    def place(self, event: Event) -> str | None:
        return f"{event.table}/{event.day}" if is_cash(event) else None

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


def is_cash(event: Event) -> bool:
    """Whether it shows what a player put down in cash, or corrects that."""
    if isinstance(event, ChipsBought):
        return event.kind == "cash"
    if isinstance(event, MarkerPaid):
        return event.tender == "cash"
    if isinstance(event, EntryCorrected):
        return event.what in ("buy_in", "marker") and event.tender == "cash"
    return False
