"""What the service itself finds when a day is closed; no client can supply it."""

from typing import Final

import msgspec

from domain.chart import ChartOfAccounts

CURRENCY_THRESHOLD: Final = 1_000_000
"""Cents of cash above which a player is reported, where nothing else was said."""


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """A figure or a number that is not as it should be."""

    alert: str
    what: str
    table: str | None = None
    game: str | None = None
    value: str
    low: str | None = None
    high: str | None = None


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """Of one day: alerts that its statistics raise, the house's threshold and its accounts."""

    alerts: tuple[Alert, ...] = ()
    currency_threshold: int = CURRENCY_THRESHOLD
    chart: ChartOfAccounts | None = None
