"""A row of the days: how one gaming day was closed, and its alerts."""

import msgspec

from domain.findings import CURRENCY_THRESHOLD
from projections.projection import Row


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """The figures were frozen with this event of the day's stream."""

    status: str
    seq: int
    at: str
    recorded: str
    by: str | None = None
    role: str | None = None
    currency_threshold: int = CURRENCY_THRESHOLD


class AlertLine(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that left its control limits, and who answered for it."""

    alert: str
    what: str
    table: str | None
    game: str | None
    value: str
    low: str | None
    high: str | None
    raised: str
    seq: int
    open: bool = True
    answered: str | None = None
    by: str | None = None
    reason: str | None = None


class DayRow(Row, frozen=True, kw_only=True):
    """One gaming day's own stream."""

    status: str = "open"
    history: tuple[Closing, ...] = ()
    alerts: tuple[AlertLine, ...] = ()
