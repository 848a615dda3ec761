"""A long log folded by several processes, each all read models of its own streams.

Every row belongs to one stream, so no two of them ever write the same one."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from domain.messages.events import decode
from projections import Projection, Row
from services.projector.feed import Unreadable
from services.projector.folding import Folding
from services.projector.follower import Poisoned
from services.projector.pile import Refused
from services.projector.read_models import ReadModels
from services.projector.steps import EventPlace
from services.runtime.by_stream import Processes, Share, Store
from services.store.connection import allowing
from services.store.ledger import Ledger, Logged

_WRITE: Final = msgspec.msgpack.Encoder()
_READ: Final = msgspec.msgpack.Decoder(list[Logged])
_STATEMENT_SECONDS: Final = 3600.0


class _Folded(msgspec.Struct, frozen=True, tag=True):
    """A process has put down all its rows."""

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


_Answer: TypeAlias = _Folded | _Poison | _Illegible


class SideBySide:
    """Pages go out by stream; in the end every row is in the new tables."""

    def __init__(
        self,
        ledger: Ledger,
        store: Store,
        projections: Sequence[Projection[Row]],
        processes: int,
        rows_in_hand: int,
    ) -> None:
        self._ledger = ledger
        self._share = Share(processes)
        self._processes = Processes(
            *(processes, _fold, store, projections, rows_in_hand),
            name="folded the log",
            read=self._read,
        )

    def share_out(self, position: int, limit: int) -> int:
        """The next page of the log, and where it ends. Nothing is decoded here."""
        parts: list[list[Logged]] = [[] for _ in range(self._share.workers)]
        owner = self._share.owner
        for key, entry in self._ledger.keyed_after(position, limit):
            parts[owner(key)].append(entry)
            position = entry.position
        for worker, part in enumerate(parts):
            if part:
                self._processes.give(worker, _WRITE.encode(part))
        return position

    def hand_over(self, folding: Folding) -> None:
        """Once all is put down, to whoever folds the rest."""
        for folded in self._processes.answers():
            folding.heads.update(folded.heads)
            for pile in folding.piles:
                pile.were_put_down(folded.heads)
                pile.needed.update(folded.needed[pile.projection.name])

    def close(self) -> None:
        self._processes.end()

    def _read(self, said: bytes) -> _Folded:
        answer: _Answer = msgspec.msgpack.decode(said, type=_Answer)
        if isinstance(answer, _Illegible):
            raise Unreadable(answer.why, answer.position, answer.event)
        if isinstance(answer, _Poison):
            (entry,) = self._ledger.log_of_stream(answer.key, first=answer.seq, last=answer.seq)
            raise Poisoned(decode(entry.topic, entry.state), answer.why)
        return answer


def _fold(
    pages: Iterator[bytes], store: Store, projections: Sequence[Projection[Row]], rows_in_hand: int
) -> bytes:
    with store.opened("serve") as ledger, allowing(_STATEMENT_SECONDS):
        folding = Folding(ledger, ReadModels(ledger.datastore), projections)
        answer: _Answer
        try:
            for page in pages:
                folding.take(_READ.decode(page))
                folding.put_down(beyond=rows_in_hand)
            folding.put_down()
        except Unreadable as error:
            answer = _Illegible(str(error), error.position, error.event)
        except (Poisoned, Refused) as error:
            answer = _poison(folding, error)
        else:
            needed = {pile.projection.name: list(pile.needed) for pile in folding.piles}
            answer = _Folded(folding.heads, needed)
        return msgspec.msgpack.encode(answer)


def _poison(folding: Folding, error: Poisoned | Refused) -> _Poison:
    if isinstance(error, Refused):
        found = folding.poisoned(error)
        if not isinstance(found, Poisoned):
            raise found
        error = found
    return _Poison(error.event.key, error.event.seq, error.why)
