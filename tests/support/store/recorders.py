"""The store as the library's recorders, for the library's own cases.

What differs, and is bridged here and nowhere else:

- events enter by `append` alone, which names a stale stream instead of raising IntegrityError;
- a stream's first event is number 1 and none is left out, while the library's cases begin some
  streams at 0: the versions are shifted by one on the way in and out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent

from services.store.batch import Batch
from services.store.ledger import Ledger
from services.store.recorder import ReadsOnce


def shifted(event: StoredEvent, by: int) -> StoredEvent:
    return replace(event, originator_version=event.originator_version + by)


class FromZero(ReadsOnce):
    """Reads streams that begin at 1 as if they began at 0."""

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        found = super().select_events(
            originator_id,
            gt=None if gt is None else gt + 1,
            lte=None if lte is None else lte + 1,
            desc=desc,
            limit=limit,
        )
        return [shifted(event, -1) for event in found]


class LedgerAsRecorder(FromZero, Ledger):
    """All of one call is one unit: it is stored whole or not at all."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        batch = Batch()
        for event in (shifted(one, 1) for one in stored_events):
            key = str(event.originator_id)
            if key not in batch.streams:
                batch.expect(key, event.originator_version - 1, 0)
            batch.event_units.append(0)
            batch.keys.append(key)
            batch.seqs.append(event.originator_version)
            batch.topics.append(event.topic)
            batch.rounds.append(None)
            batch.states.append(event.state)
        if self.append(batch).stale_units:
            raise IntegrityError("a stream is not where the caller thought")
        return [self._position_of(event) for event in stored_events]

    def _position_of(self, event: StoredEvent) -> int:
        query = (
            "SELECT notification_id FROM pitledger_events"
            " WHERE originator_id = %s AND originator_version = %s"
        )
        ((position,),) = self._rows(query, (event.originator_id, event.originator_version + 1))
        return int(position)

    def select_notifications(self, *args: Any, **kwargs: Any) -> Sequence[Notification]:
        found = super().select_notifications(*args, **kwargs)
        return [replace(one, originator_version=one.originator_version - 1) for one in found]


class LedgerAsAggregateRecorder(LedgerAsRecorder):
    """A recorder of aggregates knows no positions, so it tells none."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        super().insert_events(stored_events, **kwargs)


class Snapshots(FromZero):
    """The snapshots' table, written by the library itself as the desk does."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        super().insert_events([shifted(one, 1) for one in stored_events], **kwargs)
