"""Sessions: the books of a table from its opening to its closing, period by period."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import books as of_books
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected
from domain.messages.events import POSTINGS, kinds_of
from domain.wagers.elected import elected_by
from projections.figures.sums import add
from projections.figures.won import won
from projections.projection import Projection
from projections.sessions.corrections import with_correction
from projections.sessions.exceptional import EXCEPTIONAL, actor_of, with_exceptional
from projections.sessions.over_short import TELLING, with_over_short
from projections.sessions.period import BoxFigures, Count, Period, posted
from projections.sessions.row import Late, Raised, SessionRow
from projections.sessions.running_period import CHANGES


class Sessions(Projection[SessionRow]):
    """One row a table session."""

    name: ClassVar[str] = "sessions"
    version: ClassVar[int] = 8
    searched: ClassVar[bool] = True
    by_day: ClassVar[bool] = True
    kinds = kinds_of(Event, stream="table")
    row = SessionRow

    def row_of(self, event: Event) -> str | None:
        return None if event.table is None else f"{event.table}-{event.session}"

    def first(self, place: str, event: Event) -> SessionRow:
        assert event.table is not None
        assert event.session is not None
        return SessionRow(key=event.key, since=event.seq, table=event.table, session=event.session)

    def fold(self, row: SessionRow, event: Event) -> SessionRow:
        kind = type(event)
        periods = row.periods
        if kind in _PLAYED:
            periods = _of_the_running_period(row, event)
        after = replace(row, seq=event.seq, periods=periods)
        change = _TOLD.get(kind)
        if change is not None:
            after = change(after, event)
        if kind in EXCEPTIONAL:
            after = with_exceptional(after, event)
        return with_over_short(row, after, event) if kind in TELLING else after


def _of_the_running_period(row: SessionRow, event: Event) -> tuple[Period, ...]:
    *earlier, running = row.periods
    change = CHANGES.get(type(event))
    if change is not None:
        running = change(running, event)
    if type(event) in POSTINGS:
        running = _posted(running, event)
    return (*earlier, running)


def _posted(period: Period, event: Any) -> Period:
    """It stands in the books of every day on which it took money."""
    entries, day = event.entries, event.day
    if not entries:
        return period
    known = day == period.day or day in period.also
    return replace(
        period,
        accounts=add(period.accounts, entries),
        also=period.also if known else (*period.also, day),
        win=period.win + won(event),
        vigorish_taken=period.vigorish_taken
        - (entries.get("vigorish", 0) if event.OF_ROUND else 0),
    )


def _opened(row: SessionRow, event: of_table.TableOpened) -> SessionRow:
    period = Period(
        number=1,
        day=event.day,
        shift=event.shift,
        since=event.seq,
        began=event.at,
        opened_by=_people(event),
        opener=event.opener,
        last_closer=event.last_closer,
        boxes=(BoxFigures(number=1, since=event.seq),),
    )
    row = replace(
        row,
        day=event.day,
        regulation=event.regulation,
        elected=elected_by(event.submission),
        controls=event.submission.get("controls", "basic"),
        periods=(posted(period, event.entries),),
    )
    return _raise(row, event, period, "opener", event.discrepancy, people=_people(event))


def _counted(row: SessionRow, event: of_table.TrayCounted | of_table.TableClosed) -> SessionRow:
    *earlier, running = row.periods
    rounds = (running.ended_round, running.begun_round)
    count = Count(event.seq, event.at, event.counted, event.expected, *rounds, _people(event))
    shown = count.variance - running.variance
    counted = replace(running, counts=(*running.counts, count))
    if isinstance(event, Posting):
        counted = posted(counted, event.entries)
    ends = isinstance(event, of_table.TableClosed) or event.roll
    if ends:
        boxes = tuple(replace(box, removed=True) for box in counted.boxes)
        counted = replace(
            counted,
            closer=event.counted,
            upto=event.seq,
            ended=event.at,
            boxes=boxes,
            on_layout=counted.on_layout + on_layout(event),
        )
    periods = (*earlier, counted)
    if ends and isinstance(event, of_table.TrayCounted):
        periods = (*periods, _rolled(counted, event))
    row = replace(row, periods=periods, day=periods[-1].day)
    return _raise(row, event, counted, "tray", shown, people=_people(event))


def on_layout(event: of_table.TrayCounted | of_table.TableClosed) -> int:
    """The dealer's wager against a bank, not expected in the tray; none as a table closes."""
    if isinstance(event, of_table.TableClosed) or event.on_layout is UNSET:
        return 0
    return event.on_layout


def _rolled(ended: Period, event: of_table.TrayCounted) -> Period:
    """The count closes one period and opens the next; play goes on over a fresh box."""
    return Period(
        number=ended.number + 1,
        day=event.day,
        shift=event.shift,
        since=event.seq,
        began=event.at,
        opened_by=_people(event),
        opener=event.counted,
        on_layout=-on_layout(event),
        last_closer=event.counted,
        before=ended.ended_round,
        ended_round=ended.ended_round,
        begun_round=ended.begun_round,
        boxes=(BoxFigures(number=ended.boxes[-1].number + 1, since=event.seq),),
    )


def _box_removed(row: SessionRow, event: of_books.BoxRemoved) -> SessionRow:
    *earlier, running = row.periods
    stands = running.boxes[-1]
    if stands.number == event.box and not stands.removed:
        gone = _carried(stands, event)
        fresh = BoxFigures(number=stands.number + 1, since=event.seq)
        running = replace(running, boxes=(*running.boxes[:-1], gone, fresh))
        return replace(row, periods=(*earlier, running))
    return replace(row, periods=_with_box(row.periods, event.box, lambda box: _carried(box, event)))


def _carried(box: BoxFigures, event: of_books.BoxRemoved) -> BoxFigures:
    at = event.at if event.carrier else None
    return replace(box, removed=True, carrier=event.carrier, carried_at=at)


def _with_box(
    periods: tuple[Period, ...], number: int, change: Callable[[BoxFigures], BoxFigures]
) -> tuple[Period, ...]:
    return tuple(
        replace(
            period,
            boxes=tuple(change(box) if box.number == number else box for box in period.boxes),
        )
        for period in periods
    )


def _drop_counted(row: SessionRow, event: of_table.DropCounted) -> SessionRow:
    periods = _with_box(
        row.periods,
        event.box,
        lambda box: replace(
            box,
            counted=event.amount,
            coupons_counted=event.coupons,
            seq=event.seq,
            counted_at=event.at,
            counted_by=_people(event),
            cash=event.cash,
            counter_checks=event.counter_checks,
            vouchers=event.vouchers,
        ),
    )
    periods = tuple(
        posted(period, event.entries) if period.number == event.period else period
        for period in periods
    )
    row = replace(row, periods=periods)
    period = next(one for one in periods if one.number == event.period)
    carriers = [box.carrier for box in period.boxes if box.seq == event.seq and box.carrier]
    people = tuple(dict.fromkeys((*_people(event), *carriers)))
    if event.amount != event.estimated:
        return _raise(row, event, period, "drop", event.amount - event.estimated, people=people)
    if event.coupons is None or event.coupons_estimated is None:
        return row
    return _raise(
        row, event, period, "coupons", event.coupons - event.coupons_estimated, people=people
    )


def _raise(  # noqa: PLR0913  one exception is as much as this
    row: SessionRow,
    event: Event,
    period: Period,
    kind: str,
    amount: int,
    *,
    people: tuple[str, ...],
) -> SessionRow:
    if not amount:
        return row
    raised = Raised(
        seq=event.seq,
        kind=kind,
        amount=amount,
        day=period.day,
        period=period.number,
        at=event.at,
        people=people,
    )
    return replace(row, exceptional=True, raised=(*row.raised, raised))


def _people(event: Event) -> tuple[str, ...]:
    """Who entered it and who signed it."""
    signed = [one.id for one in getattr(event, "signed", ())]
    return tuple(dict.fromkeys((*actor_of(event), *signed)))


def _entry_corrected(row: SessionRow, event: EntryCorrected) -> SessionRow:
    """The figure as it is right, and the difference that shows by it."""
    periods = with_correction(row.periods, event)
    if event.shows is not None:
        period = next(one for one in periods if one.number == event.period)
        people = tuple(dict.fromkeys((*_people(event), event.supervisor)))
        row = _raise(row, event, period, event.shows.kind, event.shows.amount, people=people)
    if not event.late:
        return replace(row, periods=periods)
    late = Late(
        seq=event.seq,
        day=event.day,
        of_day=event.of_day,
        period=event.period,
        what=event.what,
        was=event.was,
        amount=event.amount,
        reason=event.reason,
        entries=event.entries,
    )
    return replace(row, late=(*row.late, late))


def _ruled(row: SessionRow, event: of_books.DisputeRuled) -> SessionRow:
    """It shows in the books of the day on which it was made; an ended period stays as it is."""
    last = row.periods[-1]
    if not last.upto or event.day == last.day:
        return replace(row, periods=_of_the_running_period(row, event))
    if not event.entries:
        return row
    late = Late(
        seq=event.seq,
        day=event.day,
        of_day=last.day,
        period=last.number,
        what="ruling",
        was=0,
        amount=event.adjustment,
        reason=event.reason,
        entries=event.entries,
    )
    return replace(row, late=(*row.late, late))


_TOLD: Final[dict[type[Event], Callable[[SessionRow, Any], SessionRow]]] = {
    of_table.TableOpened: _opened,
    of_table.TrayCounted: _counted,
    of_table.TableClosed: _counted,
    of_table.DropCounted: _drop_counted,
    of_books.BoxRemoved: _box_removed,
    of_books.DisputeRuled: _ruled,
    EntryCorrected: _entry_corrected,
}
_PLAYED: Final = (POSTINGS | CHANGES.keys()) - _TOLD.keys()
"""What adds to the running period, whatever else is true of it."""
