"""A correction changes the figure that it corrects, in the period that the figure belongs to."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.events.corrections import EntryCorrected
from domain.table.evolve_corrected import into_the_box, on_later_counts
from projections.figures.sums import add
from projections.sessions.period import (
    BoxFigures,
    Count,
    Period,
    expected_after,
    into_box,
    posted,
)


def with_correction(periods: tuple[Period, ...], event: EntryCorrected) -> tuple[Period, ...]:
    """The periods as if the right amount had been entered from the start."""
    return tuple(
        _corrected(period, event) if period.number == event.period else period for period in periods
    )


def _corrected(period: Period, event: EntryCorrected) -> Period:
    """What the correction moves in tray and box is the domain's to say; the figures are ours."""
    period = expected_after(period, event.corrects, on_later_counts(event))
    period = into_box(period, event.corrects, drop=into_the_box(event))
    return posted(_FIGURES[event.what](period, event), event.entries)


def _difference(event: EntryCorrected) -> int:
    return event.amount - event.was


def _opener(period: Period, event: EntryCorrected) -> Period:
    rolled = period.number > 1
    return replace(
        period,
        opener=event.amount,
        last_closer=event.amount if rolled else period.last_closer,
    )


def _last_closer(period: Period, event: EntryCorrected) -> Period:
    return replace(period, last_closer=event.amount)


def _buy_in(period: Period, event: EntryCorrected) -> Period:
    more = {event.tender or "cash": _difference(event)}
    return replace(period, bought=add(period.bought, more))


def _fill(period: Period, event: EntryCorrected) -> Period:
    return replace(period, fills=period.fills + _difference(event))


def _credit(period: Period, event: EntryCorrected) -> Period:
    return replace(period, credits=period.credits + _difference(event))


def _marker(period: Period, event: EntryCorrected) -> Period:
    if event.tender == "cash":
        return replace(period, marker_cash=period.marker_cash + _difference(event))
    return replace(period, marker_chips=period.marker_chips + _difference(event))


def _closer(period: Period, event: EntryCorrected) -> Period:
    def recount(count: Count) -> Count:
        return replace(count, counted=event.amount) if count.seq == event.corrects else count

    return replace(period, closer=event.amount, counts=tuple(map(recount, period.counts)))


def _drop(period: Period, event: EntryCorrected) -> Period:
    def recount(box: BoxFigures) -> BoxFigures:
        return replace(box, counted=event.amount) if box.seq == event.corrects else box

    return replace(period, boxes=tuple(map(recount, period.boxes)))


_FIGURES: Final[dict[str, Callable[[Period, EntryCorrected], Period]]] = {
    "opener": _opener,
    "last_closer": _last_closer,
    "buy_in": _buy_in,
    "fill": _fill,
    "credit": _credit,
    "marker": _marker,
    "closer": _closer,
    "drop": _drop,
}
