"""Rows of the meters: one as it stands, and one of its gaming days."""

import msgspec
from msgspec.structs import replace

from domain.events import meter as happened
from projections.projection import Row


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
