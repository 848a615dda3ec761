"""Events of a gaming day, in its own stream; they name no table."""

from typing import ClassVar, Literal

import msgspec

from domain.chart import ChartOfAccounts
from domain.events.envelope import Event, Stream
from domain.findings import CURRENCY_THRESHOLD


class DayEvent(Event, frozen=True, kw_only=True, tag=True):
    """A fact of a whole day. The envelope's day is the day it is about."""

    STREAM: ClassVar[Stream] = "day"


class DayClosed(DayEvent, frozen=True, kw_only=True, tag=True):
    """The figures are frozen: they are those of the log up to this event."""

    status: Literal["provisional", "counted", "audited"]
    currency_threshold: int = CURRENCY_THRESHOLD
    """What the property reported above; a later setting changes no frozen report."""
    chart: ChartOfAccounts | msgspec.UnsetType = msgspec.UNSET
    """The house's accounts as they were; a later file changes no journal. With the first close
    alone: nothing is posted to the day from there on. Left out where nothing is stored."""


class AlertRaised(DayEvent, frozen=True, kw_only=True, tag=True):
    """A figure of the day left its control limits."""

    alert: str
    what: str
    of_table: str | None
    game: str | None
    value: str
    low: str | None
    high: str | None


class AlertAcknowledged(DayEvent, frozen=True, kw_only=True, tag=True):
    """Somebody answers for it."""

    alert: str
    reason: str
