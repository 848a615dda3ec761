"""Balances: what every stream posted in a shift of a gaming day, account by account."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event, Posting
from projections.balances.row import BalanceRow
from projections.figures.sums import add
from projections.projection import Projection


class Balances(Projection[BalanceRow]):
    """One row a stream, gaming day and shift."""

    name: ClassVar[str] = "balances"
    by_day: ClassVar[bool] = True
    balanced: ClassVar[bool] = True
    row = BalanceRow

    def place(self, event: Event) -> str | None:
        return f"{event.key}/{event.day}/{event.shift}" if isinstance(event, Posting) else None

    def first(self, place: str, event: Event) -> BalanceRow:
        table = event.table if event.STREAM == "table" else None
        return BalanceRow(
            key=event.key, since=event.seq, day=event.day, shift=event.shift, table=table
        )

    def fold(self, row: BalanceRow, event: Event) -> BalanceRow:
        assert isinstance(event, Posting)
        return replace(
            row,
            seq=event.seq,
            postings=row.postings + 1,
            accounts=add(row.accounts, event.entries),
        )
