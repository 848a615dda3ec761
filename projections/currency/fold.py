"""Currency: cash of one player over a gaming day, whichever tables it was put down at."""

from typing import ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.envelope import CashPosting
from domain.events.table import ChipsBought
from domain.messages.events import kinds_of
from domain.table.evolve_exceptions import is_late_cash, late_amount
from domain.table.late_cash import reason_and_supervisor
from projections.currency.row import Cash, CashCorrected, CashDayRow, ToldLate
from projections.projection import Projection


class Currency(Projection[CashDayRow]):
    """One row a table and gaming day."""

    name: ClassVar[str] = "currency"
    version: ClassVar[int] = 2
    searched: ClassVar[bool] = True
    by_day: ClassVar[bool] = True
    kinds = kinds_of(CashPosting)
    row = CashDayRow

    def row_of(self, event: Event) -> str | None:
        return f"{event.table}/{event.day}" if is_cash(event) else None

    def first(self, place: str, event: Event) -> CashDayRow:
        assert event.table is not None
        return CashDayRow(key=event.key, since=event.seq, day=event.day, table=event.table)

    def fold(self, row: CashDayRow, event: Event) -> CashDayRow:
        row = replace(row, seq=event.seq)
        match event:
            case EntryCorrected():
                late = None if event.told_on is UNSET else _cash(event)
                right = CashCorrected(
                    corrects=event.corrects, amount=event.amount, seq=event.seq, late=late
                )
                return replace(row, corrections=(*row.corrections, right))
            case ChipsBought() | MarkerPaid():
                return replace(row, cash=(*row.cash, _cash(event)))
            case _:
                raise AssertionError(event)


def _cash(event: ChipsBought | MarkerPaid | EntryCorrected) -> Cash:
    what = "marker" if isinstance(event, MarkerPaid) else "buy_in"
    seat = "" if isinstance(event, EntryCorrected) else f"seat-{event.seat}"
    late = None
    if is_late_cash(event):
        late = ToldLate(
            happened_on=str(event.happened_on),
            told_on=str(event.told_on),
            **reason_and_supervisor(event),
        )
    return Cash(
        seq=event.seq,
        player=event.player or seat,
        what=event.what if isinstance(event, EntryCorrected) else what,
        amount=late_amount(event),
        at=event.at,
        late=late,
    )


def is_cash(event: Event) -> bool:
    """Whether it shows what a player put down in cash, or corrects that."""
    if isinstance(event, ChipsBought):
        return event.kind == "cash"
    if isinstance(event, MarkerPaid):
        return event.tender == "cash"
    if isinstance(event, EntryCorrected):
        return event.what in ("buy_in", "marker") and event.tender == "cash"
    return False
