"""Progressive meters by gaming day: what stood, what came and went, what was paid."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event
from domain.events import meter as happened
from domain.messages.events import kinds_of
from projections.figures.quarters import quarter_of
from projections.figures.sums import add
from projections.progressive_days.row import MeterDayRow
from projections.progressives.fold import by_table_after, hit_of
from projections.projection import Projection


class ProgressiveDays(Projection[MeterDayRow]):
    """One row a meter and gaming day."""

    name: ClassVar[str] = "progressive_days"
    version: ClassVar[int] = 3
    by_day: ClassVar[bool] = True
    kinds = kinds_of(happened.MeterEvent)
    row = MeterDayRow

    def row_of(self, event: happened.MeterEvent) -> str:
        return f"{event.meter}/{event.day}"

    def first(self, place: str, event: Event) -> MeterDayRow:
        assert isinstance(event, happened.MeterEvent)
        return MeterDayRow(
            key=event.key,
            since=event.seq,
            meter=event.meter,
            day=event.day,
            opening=event.before,
        )

    def fold(self, row: MeterDayRow, event: Event) -> MeterDayRow:
        assert isinstance(event, happened.MeterEvent)
        hits = row.hits
        if isinstance(event, happened.MeterPaid):
            hits = (*hits, hit_of(event))
        return replace(
            row,
            seq=event.seq,
            closing=event.after,
            totals=row.totals.after(event),
            by_table=by_table_after(row.by_table, event),
            hits=hits,
            curve={**row.curve, quarter_of(event.at): event.after},
            accounts=add(row.accounts, event.entries),
        )
