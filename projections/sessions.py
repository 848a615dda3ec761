"""Sessions: drop, win and loss of a table from its opener to its closer."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import round as of_round
from domain.events import table as of_table
from projections.projection import Projection, Row


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """One accounting period: from an opener to the count that ends it. Cents; None is unknown."""

    day: str
    opener: int
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0
    marker_payments: int = 0
    coupons: int = 0
    vigorish: int = 0
    rounds: int = 0
    win: int = 0
    """By the events: the sum of what the rounds did to the tray."""
    closer: int | None = None
    drop: int | None = None
    accounts: dict[str, int] = {}
    """What the period's events posted, account by account."""


class SessionRow(Row, frozen=True, kw_only=True):
    """A session's periods; the last one is running until its closer is counted."""

    table: str
    session: int
    regulation: str = ""
    periods: tuple[Period, ...] = ()


def _bought(period: Period, event: of_table.ChipsBought) -> Period:
    return replace(period, buy_ins=period.buy_ins + event.amount)


def _filled(period: Period, event: of_table.TableFilled) -> Period:
    return replace(period, fills=period.fills + event.entries.get("tray", 0))


def _credited(period: Period, event: of_table.TableCredited) -> Period:
    return replace(period, credits=period.credits - event.entries.get("tray", 0))


def _closed(period: Period, event: of_table.TableClosed) -> Period:
    return replace(period, closer=event.counted)


def _dropped(period: Period, event: of_table.DropCounted) -> Period:
    return replace(period, drop=event.amount, coupons=event.coupons or period.coupons)


def _won(period: Period, event: Posting) -> Period:
    """What the round did to the tray, and the vigorish in it."""
    return replace(
        period,
        win=period.win + event.entries.get("tray", 0),
        vigorish=period.vigorish - event.entries.get("vigorish", 0),
    )


def _round_over(period: Period, _: of_round.RoundClosed | of_round.RoundVoided) -> Period:
    return replace(period, rounds=period.rounds + 1)


_CHANGES: Final[dict[type[Event], Callable[[Period, Any], Period]]] = {
    of_table.ChipsBought: _bought,
    of_table.TableFilled: _filled,
    of_table.TableCredited: _credited,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _dropped,
    of_round.WagerSettled: _won,
    of_round.BetsClosed: _won,
    of_round.ProgressivePaid: _won,
    of_round.VigorishTaken: _won,
    of_round.DealerWagerSettled: _won,
    of_round.BankSettled: _won,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
}


class Sessions(Projection[SessionRow]):
    """One row a table session."""

    name: ClassVar[str] = "sessions"
    searched: ClassVar[bool] = True
    row = SessionRow

    def place(self, event: Event) -> str | None:
        if event.table is None or event.STREAM != "table":
            return None
        return f"{event.table}-{event.session}"

    def first(self, place: str, event: Event) -> SessionRow:
        assert event.table is not None
        assert event.session is not None
        return SessionRow(key=event.key, table=event.table, session=event.session)

    def fold(self, row: SessionRow, event: Event) -> SessionRow:
        if isinstance(event, of_table.TableOpened):
            row = replace(row, regulation=event.regulation, day=event.day)
            periods: tuple[Period, ...] = (Period(day=event.day, opener=event.opener),)
        else:
            periods = _changed(row.periods, event)
        if isinstance(event, Posting):
            periods = (*periods[:-1], _posted(periods[-1], event.entries))
        return replace(row, seq=event.seq, periods=periods)


def _changed(periods: tuple[Period, ...], event: Event) -> tuple[Period, ...]:
    *earlier, running = periods
    if isinstance(event, of_table.TrayCounted) and event.roll:
        # The count closes one period and opens the next; play goes on.
        ended = replace(running, closer=event.counted)
        return (*earlier, ended, Period(day=event.day, opener=event.counted))
    change = _CHANGES.get(type(event))
    return (*earlier, change(running, event)) if change else periods


def _posted(period: Period, entries: dict[str, int]) -> Period:
    accounts = dict(period.accounts)
    for account, cents in entries.items():
        accounts[account] = accounts.get(account, 0) + cents
    return replace(period, accounts=accounts)
