"""Fill and credit slips: every step of the day at a table, and the register made of the days."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event
from domain.events.corrections import EntryCorrected
from domain.events.table import TableCredited, TableFilled
from domain.messages.events import kinds_of
from projections.projection import Projection
from projections.slips.row import SlipCorrected, SlipDayRow, SlipStep


class Slips(Projection[SlipDayRow]):
    """One row a table and gaming day."""

    name: ClassVar[str] = "slips"
    version: ClassVar[int] = 2
    by_day: ClassVar[bool] = True
    searched: ClassVar[bool] = True
    kinds = kinds_of(TableFilled, TableCredited, EntryCorrected)
    row = SlipDayRow

    def row_of(self, event: Event) -> str | None:
        if isinstance(event, EntryCorrected) and event.what not in ("fill", "credit"):
            return None
        return f"{event.table}/{event.day}"

    def first(self, place: str, event: Event) -> SlipDayRow:
        assert event.table is not None
        return SlipDayRow(key=event.key, since=event.seq, day=event.day, table=event.table)

    def fold(self, row: SlipDayRow, event: Event) -> SlipDayRow:
        row = replace(row, seq=event.seq)
        if isinstance(event, EntryCorrected):
            right = SlipCorrected(
                corrects=event.corrects, amount=event.amount, seq=event.seq, reason=event.reason
            )
            return replace(row, corrections=(*row.corrections, right))
        assert isinstance(event, TableFilled | TableCredited)
        actor = event.actor or {}
        step = SlipStep(
            slip=event.slip,
            kind="fill" if isinstance(event, TableFilled) else "credit",
            step=event.step,
            amount=event.amount,
            seq=event.seq,
            at=event.at,
            shift=event.shift,
            by=actor.get("id"),
            role=actor.get("role"),
            reason=event.reason,
        )
        return replace(row, steps=(*row.steps, step))
