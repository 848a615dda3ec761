"""Progressive meters: what stands on each, and how it came there."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event
from domain.events import meter as happened
from domain.messages.events import kinds_of
from projections.progressives.row import Hit, MeterTotals, ProgressiveRow
from projections.projection import Projection


def by_table_after(
    rows: dict[str, MeterTotals], event: happened.MeterEvent
) -> dict[str, MeterTotals]:
    assert event.table is not None
    return {**rows, event.table: rows.get(event.table, MeterTotals()).after(event)}


def hit_of(event: happened.MeterPaid) -> Hit:
    assert event.round is not None
    return Hit(
        round=event.round,
        seat=event.seat,
        player=event.player,
        hand=event.hand,
        amount=event.amount,
        supervisor=event.supervisor,
        at=event.at,
    )


class Progressives(Projection[ProgressiveRow]):
    """One row a meter."""

    name: ClassVar[str] = "progressives"
    kinds = kinds_of(happened.MeterEvent)
    row = ProgressiveRow

    def row_of(self, event: happened.MeterEvent) -> str:
        return event.meter

    def first(self, place: str, event: Event) -> ProgressiveRow:
        return ProgressiveRow(key=event.key, meter=place)

    def fold(self, row: ProgressiveRow, event: Event) -> ProgressiveRow:
        assert isinstance(event, happened.MeterEvent)
        if isinstance(event, happened.MeterOpened):
            row = replace(
                row,
                stake=event.stake,
                rate_bp=event.rate_bp,
                initial=event.amount,
                reset=event.reset,
            )
        if isinstance(event, happened.MeterPaid):
            row = replace(row, last_hit=hit_of(event))
        by_table = by_table_after(row.by_table, event)
        sums = MeterTotals(
            contributed=row.contributed,
            resets=row.resets,
            funded=row.funded,
            paid=row.paid,
            hits=row.hits,
        ).after(event)
        return replace(
            row,
            seq=event.seq,
            day=event.day,
            amount=event.after,
            contributed=sums.contributed,
            resets=sums.resets,
            funded=sums.funded,
            paid=sums.paid,
            hits=sums.hits,
            tables=tuple(sorted(by_table)),
            by_table=by_table,
        )
