"""What each thing that happens at a table does to the running period's figures."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import RollCorrected
from projections.figures.decided import decided_by
from projections.figures.sums import add
from projections.sessions.period import LastRound, Period, expected_after, into_box


def _bought(period: Period, event: of_table.ChipsBought) -> Period:
    period = into_box(period, event.seq, drop=event.amount)
    return replace(period, bought=add(period.bought, {event.kind: event.amount}))


def _filled(period: Period, event: of_table.TableFilled) -> Period:
    return replace(period, fills=period.fills + event.entries.get("tray", 0))


def _credited(period: Period, event: of_table.TableCredited) -> Period:
    return replace(period, credits=period.credits - event.entries.get("tray", 0))


def _marker(period: Period, event: of_books.MarkerPaid) -> Period:
    if event.tender == "chips":
        return replace(period, marker_chips=period.marker_chips + event.amount)
    period = into_box(period, event.seq, drop=event.amount)
    return replace(period, marker_cash=period.marker_cash + event.amount)


def _settled(period: Period, event: of_round.WagerSettled) -> Period:
    """A coupon that was played goes into the box; one that was not goes back."""
    if event.was is not UNSET:
        return _given_back(period, event)
    if not event.coupon or event.outcome in of_round.COUPON_RETURNED:
        return period
    period = into_box(period, event.seq, coupons=event.coupon)
    return replace(
        period,
        coupons=period.coupons + event.coupon,
        on_the_roll=period.on_the_roll + event.coupon,
    )


def _given_back(period: Period, event: of_round.WagerSettled) -> Period:
    """Out of the box at the table; one that has left it since keeps what is in it."""
    standing = max(period.boxes, key=lambda box: box.number, default=None)
    back = min(event.coupon, standing.coupons if standing else 0)
    period = into_box(period, event.seq, coupons=-back)
    return replace(period, coupons=period.coupons - back)


def _rolled_dice(period: Period, _: of_round.DiceRolled) -> Period:
    return replace(period, on_the_roll=0)


def _roll_taken_back(period: Period, event: RollCorrected) -> Period:
    """With what the wrong dice decided its coupons come back; a round that they ended is open."""
    back = period.on_the_roll
    period = into_box(period, event.seq, coupons=-back)
    period = replace(period, coupons=period.coupons - back, on_the_roll=0)
    return _reopened(period) if event.reopens is True else period


def _reopened(period: Period) -> Period:
    """Its end is told once more, and counts once."""
    last = period.last_round
    assert last is not None
    return replace(
        period,
        rounds=period.rounds - 1,
        finished=last.finished,
        ended_round=last.ended_round,
        wagered=add(period.wagered, _less(last.wagered)),
        won=add(period.won, _less(last.won)),
        last_round=None,
    )


def _less(amounts: dict[str, int]) -> dict[str, int]:
    return {name: -cents for name, cents in amounts.items()}


def _owed(period: Period, event: of_books.VigorishOwed) -> Period:
    """A count since that round ended has met a tray without these chips."""
    period = expected_after(period, period.finished, -event.amount)
    return replace(period, vigorish_owed=period.vigorish_owed + event.amount)


def _recovered(period: Period, event: of_books.VigorishRecovered) -> Period:
    return replace(period, vigorish_recovered=period.vigorish_recovered + event.amount)


def _ruled(period: Period, event: of_books.DisputeRuled) -> Period:
    return replace(period, adjustments=period.adjustments + event.adjustment)


def _round_begun(period: Period, event: of_round.RoundOpened) -> Period:
    return replace(period, begun_round=event.number)


def _round_over(period: Period, event: of_round.RoundClosed | of_round.RoundVoided) -> Period:
    wagered, won, vigorish = decided_by(event)
    last = LastRound(
        wagered=wagered, won=won, finished=period.finished, ended_round=period.ended_round
    )
    return replace(
        period,
        rounds=period.rounds + 1,
        finished=event.seq,
        ended_round=period.begun_round,
        wagered=add(period.wagered, wagered),
        won=add(period.won, won),
        vigorish_on=add(period.vigorish_on, vigorish) if vigorish else period.vigorish_on,
        last_round=last,
    )


CHANGES: Final[dict[type[Event], Callable[[Period, Any], Period]]] = {
    of_table.ChipsBought: _bought,
    of_table.TableFilled: _filled,
    of_table.TableCredited: _credited,
    of_books.MarkerPaid: _marker,
    of_books.VigorishOwed: _owed,
    of_books.VigorishRecovered: _recovered,
    of_books.DisputeRuled: _ruled,
    of_round.WagerSettled: _settled,
    of_round.DiceRolled: _rolled_dice,
    RollCorrected: _roll_taken_back,
    of_round.RoundOpened: _round_begun,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
}
