"""Balances: what every stream posted in a shift of a gaming day, account by account."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event, Posting
from domain.messages.events import kinds_of
from projections.balances.postings import posting_of
from projections.balances.row import BalanceRow, Why
from projections.figures.sums import add
from projections.projection import Projection


class Balances(Projection[BalanceRow]):
    """One row a stream, gaming day and shift."""

    name: ClassVar[str] = "balances"
    version: ClassVar[int] = 2
    by_day: ClassVar[bool] = True
    balanced: ClassVar[bool] = True
    kinds = kinds_of(Posting)
    row = BalanceRow

    def row_of(self, event: Event) -> str:
        return f"{event.key}/{event.day}/{event.shift}"

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
            sessions=_with(row.sessions, event),
        )


def _with(sessions: dict[str, Why], event: Posting) -> dict[str, Why]:
    """A session that posted nothing yet is named all the same: a count may show something in it."""
    session = str(event.session or "") if event.STREAM == "table" else ""
    known = sessions.get(session, {})
    if not event.entries:
        return sessions if session in sessions else {**sessions, session: known}
    why = posting_of(event)
    return {**sessions, session: {**known, why: add(known.get(why, {}), event.entries)}}
