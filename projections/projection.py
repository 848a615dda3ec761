"""What a read model is: rows, and a pure fold of events into them."""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from domain.events import Event


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row of a read model: whose it is and how far its stream has been folded.

    A row holds plain data, never a cycle, so the collector need not watch it.
    """

    key: str
    """The stream."""
    seq: int = 0
    """Of the newest event that changed it."""
    since: int = 0
    """Of the first event that was folded into it; 0 where that is not kept."""
    day: str = ""

    @property
    def found_by(self) -> tuple[str, ...]:
        """Words that it is looked for by: as they seldom change, changing the row is cheap."""
        return ()


R = TypeVar("R", bound=Row)


class Projection(Generic[R]):
    """A read model by name. Folds know nothing of where events come from or rows go."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Raised when a fold changes, so that rows of the old fold are not taken for the new one's."""
    searched: ClassVar[bool] = False
    """Whether rows are looked for by their words, so that an index on those is worth its cost."""
    by_day: ClassVar[bool] = False
    """Whether rows are looked for by their day."""
    newest_first: ClassVar[bool] = False
    """Whether a stream's newest rows are looked for, by `seq`."""
    one_a_stream: ClassVar[bool] = False
    """Whether a stream has one row, that nearly every event changes."""
    indexed: ClassVar[bool] = False
    """Whether finished rows also stand in an index of their own, to be searched by."""
    balanced: ClassVar[bool] = False
    """Whether rows have `accounts` that sum to zero, and the database is to hold them to it."""
    kinds: ClassVar[frozenset[type[Event]]]
    """The events that it folds; of all others it is not asked anything."""
    row: type[R]

    def place(self, event: Event) -> str | None:
        """Which row the event belongs to; None where the read model does not care."""
        return self.row_of(event) if type(event) in self.kinds else None

    def placed(self, events: Iterable[Event]) -> list[tuple[str, Event]]:
        """Those events that it cares about, each with its row."""
        kinds, row_of = self.kinds, self.row_of
        return [
            (place, event)
            for event in events
            if type(event) in kinds and (place := row_of(event)) is not None
        ]

    def row_of(self, event: Any) -> str | None:
        """The row of an event of one of these kinds; None where it changes none after all.

        A row is of one stream: events of another never lead to it.
        """
        raise NotImplementedError

    def first(self, place: str, event: Event) -> R:
        """The row before anything happened to it."""
        raise NotImplementedError

    def fold(self, row: R, event: Event) -> R:
        """The row after the event."""
        raise NotImplementedError

    def leave_out(self, row: R, seq: int) -> R:
        """The row after an event that was ordered to be left out of it.

        For a fold that counts along: it goes on behind the event as if it had changed nothing.
        """
        return row


def folded(projection: Projection[R], events: Iterable[Event]) -> dict[str, R]:
    """Every row that events come to, in memory: for who needs no store."""
    rows: dict[str, R] = {}
    for place, event in projection.placed(events):
        row = rows[place] if place in rows else projection.first(place, event)
        rows[place] = projection.fold(row, event)
    return rows
