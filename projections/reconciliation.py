"""The day's reconciliation: what the events say beside what was counted, to the cent."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from projections.progressives import MeterDayRow
from projections.sessions import Period, SessionRow


class Estimated(msgspec.Struct, frozen=True):
    """A figure by the events, and by the count once there is one."""

    estimated: int
    counted: int | None


class Expected(msgspec.Struct, frozen=True):
    """Chips that should be in the tray, and chips that were."""

    expected: int
    counted: int | None


class Win(msgspec.Struct, frozen=True):
    """Win by the rounds' events, and by the counts."""

    events: int
    count: int | None


class Variance(msgspec.Struct, frozen=True):
    """Counted less expected; None while something is not counted."""

    drop: int | None
    tray: int | None


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """One table session's period in the day."""

    table: str
    session: int
    opener: int
    fills: int
    credits: int
    buy_ins: int
    marker_payments: int
    coupons: int
    vigorish: int
    rounds: int
    drop: Estimated
    closer: Expected
    win: Win
    variance: Variance
    missing: tuple[str, ...]


Totals: TypeAlias = dict[str, int | None]


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day. `balanced` is None while a count is missing."""

    day: str
    status: str
    balanced: bool | None
    tables: tuple[TableLine, ...]
    totals: Totals
    trial_balance: dict[str, int]


def expected_closer(period: Period) -> int:
    """Opener and fills, less credits and buy-ins, with marker payments and what the rounds did."""
    moved = period.fills - period.credits - period.buy_ins + period.marker_payments
    return period.opener + moved + period.win


def win_by_count(period: Period) -> int | None:
    """Closer, credits and drop, less opener, fills and marker payments; unknown before counts."""
    if period.closer is None or period.drop is None:
        return None
    taken = period.closer + period.credits + period.drop
    return taken - period.opener - period.fills - period.marker_payments


def _line(session: SessionRow, period: Period) -> TableLine:
    expected = expected_closer(period)
    missing = []
    if period.closer is None:
        missing.append("close_table")
    if period.drop is None:
        missing.append("count_drop")
    return TableLine(
        table=session.table,
        session=session.session,
        opener=period.opener,
        fills=period.fills,
        credits=period.credits,
        buy_ins=period.buy_ins,
        marker_payments=period.marker_payments,
        coupons=period.coupons,
        vigorish=period.vigorish,
        rounds=period.rounds,
        drop=Estimated(period.buy_ins, period.drop),
        closer=Expected(expected, period.closer),
        win=Win(period.win, win_by_count(period)),
        variance=Variance(
            drop=None if period.drop is None else period.drop - period.buy_ins,
            tray=None if period.closer is None else period.closer - expected,
        ),
        missing=tuple(missing),
    )


def reconcile(
    day: str,
    sessions: Iterable[SessionRow],
    table: str | None = None,
    meters: Iterable[MeterDayRow] = (),
) -> Reconciliation:
    """All periods that belong to the day, table by table; what its meters posted is in the sum."""
    periods = [
        (session, period)
        for session in sorted(sessions, key=lambda row: (row.table, row.session))
        for period in session.periods
        if period.day == day and table in (None, session.table)
    ]
    lines = tuple(_line(session, period) for session, period in periods)
    unknown = any(line.missing for line in lines)
    even = all(line.variance == Variance(0, 0) for line in lines)
    return Reconciliation(
        day=day,
        status="provisional" if unknown or not lines else "counted",
        balanced=None if unknown or not lines else even,
        tables=lines,
        totals=_totals(lines),
        trial_balance=_trial_balance(
            [*(period.accounts for _, period in periods), *(meter.accounts for meter in meters)]
        ),
    )


def _totals(lines: tuple[TableLine, ...]) -> Totals:
    """Sums over the tables; unknown as soon as one part is."""
    plain = ("opener", "fills", "credits", "buy_ins", "marker_payments", "coupons", "vigorish")
    totals: Totals = {name: sum(getattr(line, name) for line in lines) for name in plain}
    totals["rounds"] = sum(line.rounds for line in lines)
    totals["drop_estimated"] = sum(line.drop.estimated for line in lines)
    totals["drop_counted"] = _sum(line.drop.counted for line in lines)
    totals["closer_expected"] = sum(line.closer.expected for line in lines)
    totals["closer_counted"] = _sum(line.closer.counted for line in lines)
    totals["win_events"] = sum(line.win.events for line in lines)
    totals["win_count"] = _sum(line.win.count for line in lines)
    totals["variance_drop"] = _sum(line.variance.drop for line in lines)
    totals["variance_tray"] = _sum(line.variance.tray for line in lines)
    return totals


def _sum(parts: Iterable[int | None]) -> int | None:
    total = 0
    for part in parts:
        if part is None:
            return None
        total += part
    return total


def _trial_balance(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    balance: dict[str, int] = {}
    for accounts in parts:
        for account, cents in accounts.items():
            balance[account] = balance.get(account, 0) + cents
    return dict(sorted(balance.items()))
