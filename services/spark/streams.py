"""The streams of many properties folded into rows of the read models, each row by its days.

Nothing of Spark is here: events come in, ordered by property, stream and seq, and rows go out.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.events import Event
from domain.messages.events import decode
from projections.days import Days
from projections.progressive_days import ProgressiveDays
from projections.projection import Projection, Row
from projections.sessions import SessionRow, Sessions
from projections.slips import Slips

MODELS: Final[tuple[type[Projection[Any]], ...]] = (Sessions, ProgressiveDays, Days, Slips)
"""What a reconciliation is made of."""
FAULT: Final = "fault"
"""In the place of a read model's name: a stream that cannot be folded, and why."""
STREAM: Final = "stream"
"""Likewise: a stream that was folded to its end, and how far that is."""


class PropertyEvent(NamedTuple):
    """An event of a property as it came; None where a message does not say it."""

    property: str | None
    key: str | None
    seq: int | None
    position: int | None
    """Its place in the property's log, where it is told."""
    kind: str | None
    """The name and version it was published under; None: its text says so."""
    event: bytes | None
    place: str
    """Where it was found."""


class Found(NamedTuple):
    """A row of a read model in the books of one gaming day, or what is told of a stream."""

    property: str
    day: str | None
    model: str
    row: str
    doc: str


class StreamHead(msgspec.Struct, frozen=True, kw_only=True):
    """How far a stream was folded."""

    events: int = 0
    repeated: int = 0
    """That came again and were skipped."""
    position: int = 0
    """Of its last event in the property's log; 0 where none is told."""


class BrokenStream(Exception):
    """An event that does not go on from the one before it, or cannot be read or folded."""


class _Kind(msgspec.Struct):
    event: str
    version: int = 1


_KINDS: Final = msgspec.json.Decoder(_Kind)


def fold_streams(
    events: Iterable[PropertyEvent], models: Iterable[type[Projection[Any]]] = MODELS
) -> Iterator[Found]:
    """All rows of every stream, or the fault that it ends at; the others go on."""
    models = tuple(models)
    for (name, key), stream in groupby(events, key=attrgetter("property", "key")):
        fold = _StreamFold([model() for model in models])
        try:
            for one in stream:
                fold.take(one)
        except BrokenStream as fault:
            yield Found(name or "", None, FAULT, key or "", str(fault))
            continue
        yield from fold.found(str(name), str(key))


class _StreamFold:
    """One stream on its way: rows in hand, and the event that came last."""

    def __init__(self, models: list[Projection[Row]]) -> None:
        self._models = models
        self._rows: list[dict[str, Row]] = [{} for _ in models]
        self._head = StreamHead()
        self._last: bytes | None = None

    def take(self, one: PropertyEvent) -> None:
        """What was seen is skipped; anything but the next event breaks the stream."""
        if not (one.property and one.key and (one.seq or 0) > 0 and one.event):
            raise BrokenStream(
                f"{one.place} names no property, stream and seq: it is no event of a house"
            )
        assert one.seq is not None
        head = self._head
        if one.seq == head.events and one.event == self._last:
            self._head = replace(head, repeated=head.repeated + 1)
            return
        _require_next(one, head.events)
        self._fold(one, _read(one))
        self._last = one.event
        self._head = replace(head, events=one.seq, position=max(head.position, one.position or 0))

    def _fold(self, one: PropertyEvent, event: Event) -> None:
        for model, rows in zip(self._models, self._rows, strict=True):
            try:
                place = model.place(event)
                if place is not None:
                    row = rows[place] if place in rows else model.first(place, event)
                    rows[place] = model.fold(row, event)
            except Exception as error:
                what = f"{type(event).__name__} {one.key}/{one.seq}"
                raise BrokenStream(
                    f"{one.property}: {model.name} cannot take {what}: {error!r} ({one.place})"
                ) from error

    def found(self, name: str, key: str) -> Iterator[Found]:
        for model, rows in zip(self._models, self._rows, strict=True):
            for place, row in rows.items():
                for day, part in by_days(row):
                    yield Found(name, day, model.name, place, _text(part))
        yield Found(name, None, STREAM, key, _text(self._head))


def _require_next(one: PropertyEvent, head: int) -> None:
    assert one.seq is not None
    where = f"{one.property}: {one.key}"
    if one.seq == head:
        raise BrokenStream(
            f"{where}/{one.seq} is told twice, and not alike ({one.place}): two properties may go"
            " by one name, see PITLEDGER_PROPERTY"
        )
    if one.seq != head + 1:
        missing = f"{where}/{head + 1}" + ("" if one.seq == head + 2 else f" to {one.seq - 1}")
        raise BrokenStream(f"a gap: {missing} did not come before {one.seq} ({one.place})")


def _read(one: PropertyEvent) -> Event:
    """By the name it came under, or the one that its text has."""
    assert one.event is not None
    try:
        kind = one.kind
        if kind is None:
            told = _KINDS.decode(one.event)
            kind = f"pitledger.{told.event}.v{told.version}"
        event = decode(kind, one.event)
    except Exception as error:
        where = f"{one.property}: {one.key}/{one.seq}"
        raise BrokenStream(f"{where} cannot be read: {error} ({one.place})") from error
    if (event.key, event.seq) != (one.key, one.seq):
        raise BrokenStream(
            f"{one.property}: what came as {one.key}/{one.seq} is {event.key}/{event.seq}"
            f" ({one.place})"
        )
    return event


def by_days(row: Row) -> Iterator[tuple[str, Row]]:
    """The row in the books of each day that it stands in.

    A session may go on for years: each day gets its own periods and late adjustments alone.
    """
    if not isinstance(row, SessionRow):
        yield row.day, row
        return
    of_periods = {day for one in row.periods for day in (one.day, *one.also)}
    for day in sorted(of_periods | {late.day for late in row.late}):
        yield (
            day,
            replace(
                row,
                periods=tuple(one for one in row.periods if day in (one.day, *one.also)),
                late=tuple(late for late in row.late if late.day == day),
                raised=(),
            ),
        )


def _text(what: msgspec.Struct) -> str:
    return msgspec.json.encode(what).decode()
