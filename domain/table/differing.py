"""What a correction shows: a count that differs by it, or still does, is named at once."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.events.corrections import EntryCorrected, Shown
from domain.table.books import Books, Entry

Kind: TypeAlias = Literal["opener", "tray", "drop"]

_COUNTS: Final[dict[str, Kind]] = {"closer": "tray", "drop": "drop", "opener": "opener"}
"""What was counted rather than reported, with the kind of its differences."""


class _Difference(NamedTuple):
    """Of a count, before the correction and after it."""

    kind: Kind
    before: int
    after: int

    @property
    def is_new(self) -> bool:
        """It is not merely less of what was there, which somebody answers for already."""
        return not min(0, self.before) <= self.after <= max(0, self.before)


def shown_by(before: Books, after: Books, event: EntryCorrected) -> Shown | None:
    """One difference a correction: of the count that it corrects, else of one held against it."""
    corrected = before.entries[event.corrects]
    if event.what == corrected.what and event.what in _COUNTS:
        own = _of_entry(corrected, after.entries[event.corrects])
        if own is not None and own.after:
            return Shown(own.kind, event.amount - event.was)
    for found in _held_against(before, after):
        if found.is_new:
            return Shown(found.kind, found.after - found.before)
    return None


def _held_against(before: Books, after: Books) -> Iterator[_Difference]:
    """Every count of which more or less is expected now, the tray's first."""
    yield _Difference("tray", before.variance, after.variance)
    moved = [
        (one, now)
        for one, now in zip(before.entries.values(), after.entries.values(), strict=True)
        if one.expected != now.expected
    ]
    for one, now in sorted(moved, key=lambda pair: [*_COUNTS].index(pair[0].what)):
        found = _of_entry(one, now)
        if found is not None:
            yield found


def _of_entry(before: Entry, after: Entry) -> _Difference | None:
    if before.expected is None or after.expected is None:
        return None
    kind = _COUNTS[before.what]
    return _Difference(kind, before.amount - before.expected, after.amount - after.expected)
