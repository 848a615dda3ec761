"""A long log folded by several processes, each all read models of its own streams.

Every row belongs to one stream, so no two of them ever write the same one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from domain.messages.events import decode
from projections import Projection, Row
from services.projector.feed import Unreadable
from services.projector.follower import Poisoned
from services.projector.read_models import ReadModels
from services.projector.rebuild_table import RebuildTables, Refused
from services.projector.steps import EventPlace
from services.runtime.by_stream import Processes, Store
from services.store.archived import ArchiveAway
from services.store.connection import allowing
from services.store.ledger import Ledger

_STATEMENT_SECONDS: Final = 3600.0


class _Folded(msgspec.Struct, frozen=True, tag=True):
    """A process has written all its rows."""

    heads: dict[str, int]
    needed: dict[str, list[EventPlace]]
    """Of each read model the steps that it cannot do without yet."""


class _Poison(msgspec.Struct, frozen=True, tag=True):
    """An event that a fold, or the database, did not take."""

    key: str
    seq: int
    why: str


class _Illegible(msgspec.Struct, frozen=True, tag=True):
    """Bytes that are no event."""

    why: str
    position: int
    event: EventPlace | None


class _Away(msgspec.Struct, frozen=True, tag=True):
    """An archive that cannot be read."""

    why: str


_Answer: TypeAlias = _Folded | _Poison | _Illegible | _Away


class SideBySide:
    """Each process reads the events of its own streams; in the end every row is in the new tables.

    A stream that begins after this was made is nobody's.
    """

    def __init__(
        self,
        ledger: Ledger,
        store: Store,
        projections: Sequence[Projection[Row]],
        processes: int,
        rows_in_hand: int,
    ) -> None:
        self._ledger = ledger
        self._workers = range(processes)
        self._processes = Processes(
            *(processes, _fold, store, projections, rows_in_hand),
            name="folded the log",
            read=self._read,
        )
        for worker, keys in enumerate(divided(ledger.stream_heads(), processes)):
            self._processes.give(worker, msgspec.msgpack.encode(keys))

    def share_out(self, after: int, upto: int) -> None:
        """The next part of the log, for each to read what is its own."""
        part = msgspec.msgpack.encode((after, upto))
        for worker in self._workers:
            self._processes.give(worker, part)

    def hand_over(self, tables: RebuildTables) -> None:
        """Once all is written, to whoever folds the rest."""
        for folded in self._processes.answers():
            tables.heads.update(folded.heads)
            for table in tables.tables:
                table.were_written(folded.heads)
                table.needed.update(folded.needed[table.projection.name])

    def close(self) -> None:
        self._processes.end()

    def _read(self, said: bytes) -> _Folded:
        answer: _Answer = msgspec.msgpack.decode(said, type=_Answer)
        if isinstance(answer, _Illegible):
            raise Unreadable(answer.why, answer.position, answer.event)
        if isinstance(answer, _Away):
            raise ArchiveAway(answer.why)
        if isinstance(answer, _Poison):
            (entry,) = self._ledger.log_of_stream(answer.key, first=answer.seq, last=answer.seq)
            raise Poisoned(decode(entry.topic, entry.state), answer.why)
        return answer


def divided(heads: Mapping[str, int], parts: int) -> list[list[str]]:
    """Streams in parts of about as many events."""
    found: list[list[str]] = [[] for _ in range(parts)]
    events = [0] * parts
    for key in sorted(heads, key=heads.__getitem__, reverse=True):
        least = events.index(min(events))
        found[least].append(key)
        events[least] += heads[key]
    return found


def _fold(
    given: Iterator[bytes], store: Store, projections: Sequence[Projection[Row]], rows_in_hand: int
) -> bytes:
    keys = frozenset(msgspec.msgpack.decode(next(given), type=list[str]))
    with store.opened("serve") as ledger, allowing(_STATEMENT_SECONDS):
        tables = RebuildTables(ledger, ReadModels(ledger.datastore), projections)
        answer: _Answer
        try:
            for part in given:
                after, upto = msgspec.msgpack.decode(part, type=tuple[int, int])
                tables.take(ledger.log_of_streams(keys, after, upto))
                tables.write(beyond=rows_in_hand)
            tables.write()
        except Unreadable as error:
            answer = _Illegible(str(error), error.position, error.event)
        except ArchiveAway as error:
            answer = _Away(str(error))
        except (Poisoned, Refused) as error:
            answer = _poison(tables, error)
        else:
            needed = {table.projection.name: list(table.needed) for table in tables.tables}
            answer = _Folded(tables.heads, needed)
        return msgspec.msgpack.encode(answer)


def _poison(tables: RebuildTables, error: Poisoned | Refused) -> _Poison:
    if isinstance(error, Refused):
        found = tables.poisoned(error)
        if not isinstance(found, Poisoned):
            raise found
        error = found
    return _Poison(error.event.key, error.event.seq, error.why)
