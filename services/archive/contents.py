"""What is in a stretch of the log: streams, days, rounds; by this it is found again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from domain.events.size import MOST_EVENT_BYTES
from services.store.log_row import BadEntry, LogRow, day_of, place_of_round, read_row


@dataclass(slots=True)
class Contents:
    """Of rows of the log that follow each other."""

    streams: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Of each the first and the last seq in it; between them none is missing."""
    days: tuple[str, str] = ("", "")
    """The first and the last gaming day, by the calendar."""
    recorded: tuple[str, str] = ("", "")
    """When its first and its last event were recorded."""
    rounds: dict[str, set[int]] = field(default_factory=dict)
    """By table: the rounds of which something is in it, however late."""


def read_rows(first: int, entries: Iterable[bytes]) -> list[LogRow]:
    """The rows of entries from an index on; positions are counted from one. Raises BadEntry."""
    rows = []
    for position, entry in enumerate(entries, first + 1):
        if len(entry) > MOST_EVENT_BYTES:
            raise BadEntry(f"event {position} takes {len(entry)} bytes: no bundle holds it")
        rows.append(read_row(position, entry))
    return rows


def contents_of(rows: Sequence[LogRow]) -> Contents:
    """Raises BadEntry where a stream has a gap, or a round no round's name."""
    found = Contents()
    days = [day_of(row) for row in rows]
    found.days = min(days), max(days)
    found.recorded = rows[0].recorded, rows[-1].recorded
    for row in rows:
        first, last = found.streams.get(row.key, (row.seq, row.seq - 1))
        if row.seq != last + 1:
            raise BadEntry(
                f"event {row.position} is {row.key}/{row.seq}, which does not follow"
                f" {row.key}/{last}"
            )
        found.streams[row.key] = first, row.seq
        if row.round is not None:
            place = place_of_round(row.round)
            if place is None:
                raise BadEntry(f"event {row.position} is of {row.round!r}, which is no round")
            found.rounds.setdefault(place.table, set()).add(place.number)
    return found


def multirange(numbers: Iterable[int]) -> str:
    """As PostgreSQL writes one: {[1,4),[7,8)}."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number:
            ranges[-1][1] += 1
        else:
            ranges.append([number, number + 1])
    return "{" + ",".join(f"[{low},{high})" for low, high in ranges) + "}"
