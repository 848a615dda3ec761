"""The day's reconciliation: what the events say beside what was counted, to the cent."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from projections.days import DayRow, status_of
from projections.figures import formulas
from projections.figures.causes import Cause, SlipAmount, causes_of, causes_of_drop
from projections.figures.formulas import expected_closer
from projections.figures.intervals import Interval, turns, whole
from projections.figures.sums import add, total
from projections.figures.tolerances import level_of
from projections.progressive_days import MeterDayRow
from projections.sessions import SessionRow, periods_of
from projections.sessions.period import BoxFigures, Period
from projections.slips import Slip


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


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A difference: how much, who must be told, what may be behind it, and where it arose."""

    kind: str
    """`opener`, `tray`, `drop` or `coupons`."""
    amount: int
    seq: int
    """Of the event that showed it; the exception's number, where one is open."""
    level: str
    causes: tuple[Cause, ...]
    interval: Interval | None
    rounds: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()
    """Rounds and slips of the interval."""


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
    period: int
    of_day: str
    """The gaming day that the period belongs to; it may have taken money on others."""
    shift: int
    game: str
    discrepancy: int | None
    findings: tuple[Finding, ...]


Totals: TypeAlias = dict[str, int | None]


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day. `balanced` is None while a count is missing."""

    day: str
    status: str
    """How far it was closed: `open` until somebody closes it, whatever is counted by then."""
    balanced: bool | None
    tables: tuple[TableLine, ...]
    totals: Totals
    trial_balance: dict[str, int]


def reconcile(  # noqa: PLR0913  a day is made of this much
    day: str,
    sessions: Iterable[SessionRow],
    table: str | None = None,
    meters: Iterable[MeterDayRow] = (),
    *,
    days: Iterable[DayRow] = (),
    slips: Iterable[Slip] = (),
) -> Reconciliation:
    """All periods that belong to the day, table by table; what its meters posted is in the sum."""
    wanted = [row for row in sessions if table in (None, row.table)]
    periods = periods_of(day, wanted)
    late = [late.entries for row in wanted for late in row.late if late.day == day]
    slips = list(slips)
    lines = tuple(_line(row, period, slips) for row, period in periods)
    unknown = any(line.missing for line in lines)
    even = all(line.variance == Variance(0, 0) for line in lines)
    return Reconciliation(
        day=day,
        status=status_of(day, days),
        balanced=None if unknown or not lines else even,
        tables=lines,
        # A period is summed once, in its own day, in whichever other books it stands.
        totals=totals_of(tuple(line for line in lines if line.of_day == day)),
        trial_balance=_trial_balance(
            [
                *(period.accounts for _, period in periods if period.day == day),
                *late,
                *(meter.accounts for meter in meters),
            ]
        ),
    )


def _line(row: SessionRow, period: Period, slips: list[Slip]) -> TableLine:
    expected = expected_closer(period)
    won = formulas.win(period, row.jurisdiction)
    drop = period.drop
    counted = period.coupons_counted
    return TableLine(
        table=row.table,
        session=row.session,
        opener=period.opener,
        fills=period.fills,
        credits=period.credits,
        buy_ins=period.buy_ins,
        marker_payments=period.marker_payments,
        coupons=period.coupons if counted is None else counted,
        vigorish=period.vigorish,
        rounds=period.rounds,
        drop=Estimated(period.drop_estimated, drop),
        closer=Expected(expected, period.closer),
        win=Win(period.win, won.value),
        variance=Variance(
            drop=None if drop is None else drop - period.drop_estimated,
            tray=None if period.closer is None else period.closer - expected,
        ),
        missing=won.missing,
        period=period.number,
        of_day=period.day,
        shift=period.shift,
        game=row.game,
        discrepancy=period.discrepancy,
        findings=findings_of(row, period, slips),
    )


def findings_of(row: SessionRow, period: Period, slips: Iterable[Slip]) -> tuple[Finding, ...]:
    """Every difference of the period: its opener's, each interval's, each box's."""
    of_table = [slip for slip in slips if slip.table == row.table]
    drop = None if period.drop is None else period.drop - period.drop_estimated
    tray = period.variance
    found = [_found(row, "opener", period.discrepancy or 0, period.since)]
    shown = turns(period)
    explains = drop is not None and any(turn.amount == -drop for turn in shown)
    for turn in shown:
        amounts = [
            SlipAmount(slip.slip, slip.kind, slip.amount)
            for slip in of_table
            if _within(slip, turn.interval)
        ]
        # What the drop shows is the whole period's: where one interval accounts for it, it tells
        # nothing on the others.
        beside = 0 if explains and drop is not None and turn.amount != -drop else drop
        causes = causes_of(turn.amount, beside, amounts)
        one = _found(row, "tray", turn.amount, turn.count.seq, causes, interval=turn.interval)
        slipped = tuple(amount.slip for amount in amounts)
        found.append(None if one is None else replace(one, slips=slipped))
    counted = tray if period.closer is not None else None
    for box in period.boxes:
        if box.seq is None or box.counted is None:
            continue
        interval = _of_box(period, box)
        amount = box.counted - box.estimated
        opposite = any(turn.amount == -amount for turn in shown)
        causes = causes_of_drop(amount, -amount if opposite else counted)
        found.append(_found(row, "drop", amount, box.seq, causes, interval=interval))
        if box.coupons_counted is not None:
            amount = box.coupons_counted - box.coupons
            found.append(_found(row, "coupons", amount, box.seq, interval=interval))
    return tuple(one for one in found if one is not None)


def _found(  # noqa: PLR0913  as a finding is
    row: SessionRow,
    kind: str,
    amount: int,
    seq: int,
    causes: tuple[Cause, ...] = (),
    *,
    interval: Interval | None = None,
) -> Finding | None:
    level = level_of(row.jurisdiction, kind, amount)
    if level is None:
        return None
    return Finding(
        kind=kind,
        amount=amount,
        seq=seq,
        level=level,
        causes=causes,
        interval=interval,
        rounds=() if interval is None else _rounds(row, interval),
    )


def _rounds(row: SessionRow, interval: Interval) -> tuple[str, ...]:
    numbers = range(interval.first_round, interval.last_round + 1)
    return tuple(f"{row.table}-{row.session}-{number}" for number in numbers)


def _within(slip: Slip, interval: Interval) -> bool:
    return any(interval.after_seq < step.seq <= interval.upto_seq for step in slip.steps)


def _of_box(period: Period, box: BoxFigures) -> Interval:
    """While it stood at the table."""
    following = [one.since for one in period.boxes if one.since > box.since]
    span = whole(period)
    if not following and box.since == period.since:
        return span
    return replace(
        span,
        after_seq=max(box.since, span.after_seq),
        upto_seq=min([*following, span.upto_seq]) if following else span.upto_seq,
    )


def totals_of(lines: tuple[TableLine, ...]) -> Totals:
    """Sums over the tables; unknown as soon as one part is."""
    plain = ("opener", "fills", "credits", "buy_ins", "marker_payments", "coupons", "vigorish")
    totals: Totals = {name: sum(getattr(line, name) for line in lines) for name in plain}
    totals["rounds"] = sum(line.rounds for line in lines)
    totals["drop_estimated"] = sum(line.drop.estimated for line in lines)
    totals["drop_counted"] = total(line.drop.counted for line in lines)
    totals["closer_expected"] = sum(line.closer.expected for line in lines)
    totals["closer_counted"] = total(line.closer.counted for line in lines)
    totals["win_events"] = sum(line.win.events for line in lines)
    totals["win_count"] = total(line.win.count for line in lines)
    totals["variance_drop"] = total(line.variance.drop for line in lines)
    totals["variance_tray"] = total(line.variance.tray for line in lines)
    return totals


def _trial_balance(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    balance: dict[str, int] = {}
    for accounts in parts:
        balance = add(balance, accounts)
    return dict(sorted(balance.items()))
