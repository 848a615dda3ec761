"""Progressive meters: what stands on each, how it came there, by table and by day."""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from domain.events import Event
from domain.events import meter as happened
from projections.projection import Projection, Row


class MeterTotals(msgspec.Struct, frozen=True, kw_only=True):
    """What was put onto a meter and paid off it; cents."""

    contributed: int = 0
    resets: int = 0
    funded: int = 0
    paid: int = 0
    hits: int = 0

    def after(self, event: happened.MeterEvent) -> "MeterTotals":
        match event:
            case happened.MeterContributed():
                return replace(self, contributed=self.contributed + event.amount)
            case happened.MeterReset():
                return replace(self, resets=self.resets + event.amount)
            case happened.MeterFunded():
                return replace(self, funded=self.funded + event.amount)
            case happened.MeterPaid():
                return replace(self, paid=self.paid + event.amount, hits=self.hits + 1)
            case _:
                return self


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A payout off the meter, for the slip it needs."""

    round: str
    seat: int
    player: str
    hand: str
    amount: int
    supervisor: str
    at: str


class ProgressiveRow(Row, frozen=True, kw_only=True):
    """A meter as it stands: amount = initial + contributed + resets + funded - paid."""

    meter: str
    amount: int = 0
    """What the house owes on it."""
    stake: int = 0
    rate_bp: int = 0
    initial: int = 0
    reset: int = 0
    contributed: int = 0
    resets: int = 0
    funded: int = 0
    paid: int = 0
    hits: int = 0
    tables: tuple[str, ...] = ()
    """Tables that opened it or put something onto it."""
    by_table: dict[str, MeterTotals] = {}
    last_hit: Hit | None = None


class MeterDayRow(Row, frozen=True, kw_only=True):
    """One meter's gaming day."""

    meter: str
    opening: int = 0
    closing: int = 0
    totals: MeterTotals = MeterTotals()
    by_table: dict[str, MeterTotals] = {}
    hits: tuple[Hit, ...] = ()
    accounts: dict[str, int] = {}
    """What the day's events posted, account by account."""


def _by_table(rows: dict[str, MeterTotals], event: happened.MeterEvent) -> dict[str, MeterTotals]:
    assert event.table is not None
    return {**rows, event.table: rows.get(event.table, MeterTotals()).after(event)}


def _hit(event: happened.MeterPaid) -> Hit:
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
    row = ProgressiveRow

    def place(self, event: Event) -> str | None:
        return event.meter if isinstance(event, happened.MeterEvent) else None

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
            row = replace(row, last_hit=_hit(event))
        by_table = _by_table(row.by_table, event)
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


class ProgressiveDays(Projection[MeterDayRow]):
    """One row a meter and gaming day."""

    name: ClassVar[str] = "progressive_days"
    version: ClassVar[int] = 2
    searched: ClassVar[bool] = True
    row = MeterDayRow

    def place(self, event: Event) -> str | None:
        return f"{event.meter}/{event.day}" if isinstance(event, happened.MeterEvent) else None

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
        accounts = dict(row.accounts)
        for account, cents in event.entries.items():
            accounts[account] = accounts.get(account, 0) + cents
        hits = row.hits
        if isinstance(event, happened.MeterPaid):
            hits = (*hits, _hit(event))
        return replace(
            row,
            seq=event.seq,
            closing=event.after,
            totals=row.totals.after(event),
            by_table=_by_table(row.by_table, event),
            hits=hits,
            accounts=accounts,
        )
